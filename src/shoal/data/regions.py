"""Populations of regions that a study may name (docs/theory/uniques.md)."""

# The numbers of the reference tool, so that its estimates can be repeated.
REGIONS = {
    "Africa": 1_100_000_000,
    "Australia": 23_130_900,
    "Brazil": 202_656_788,
    "Canada": 34_834_841,
    "China": 1_366_040_000,
    "EU": 507_420_000,
    "Europe": 740_000_000,
    "France": 65_820_916,
    "Germany": 80_767_000,
    "India": 1_210_569_573,
    "North America": 565_265_000,
    "South America": 385_742_554,
    "UK": 63_705_000,
    "USA": 317_238_626,
}
