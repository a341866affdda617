"""The population of a study, read again: who is in it, and how many they are."""

from collections.abc import Callable
from pathlib import Path

import polars as pl
from polars.selectors import by_name

from shoal.verify.case.people import members
from shoal.verify.study.terms import Terms
from shoal.verify.tables.inputs import read_other_table

PLACE = "shoal: place"  # a name that no column of a file has
# People, as the study file names regions.
REGIONS = {
    "Africa": 1100000000,
    "Australia": 23130900,
    "Europe": 740000000,
    "North America": 565265000,
    "South America": 385742554,
    "EU": 507420000,
    "Brazil": 202656788,
    "Canada": 34834841,
    "China": 1366040000,
    "France": 65820916,
    "Germany": 80767000,
    "India": 1210569573,
    "UK": 63705000,
    "USA": 317238626,
}


def population_of(terms: Terms, folder: Path, data: pl.DataFrame) -> pl.DataFrame | None:
    """The population: a table of its own, or the whole input; None if no promise counts it.

    It has the columns that tell people apart, and one that numbers its records.
    """
    if not terms.counts_population:
        return None
    own = (terms.population or {}).get("table")
    table = data if own is None else read_other_table(own, folder)
    names = [name for name in terms.released if terms.columns[name].is_generalized]
    kept = names if terms.person is None else [*names, terms.person]
    # A table without columns would have no records.
    return table.with_row_index(PLACE).select(by_name([PLACE, *kept]))


def population_size(
    terms: Terms, folder: Path, whole: pl.DataFrame, inside: pl.DataFrame
) -> int | None:
    """How many records, or people, the population has; None where the study does not say.

    `whole` is the input, and `inside` the part of it that may be released.
    """
    stated = size_in_study(terms, lambda: members(terms, inside))
    if stated is not None or not any(
        promise.get("model") in ("k-map", "population-uniqueness") for promise in terms.promises
    ):
        return stated
    own = (terms.population or {}).get("table")
    if own is not None:
        return members(terms, read_other_table(own, folder))
    return members(terms, whole) if terms.subset else None


def size_in_study(terms: Terms, sample: Callable[[], int]) -> int | None:
    """The size that the study states: as a number, by its region, or by the share in the sample.

    None if it states none.

    Args:
        terms: What the study says.
        sample: Counts the records, or people, of the sample; called only if their share is given.
    """
    population = terms.population or {}
    if population.get("size") is not None:
        return int(population["size"])
    if population.get("region") is not None:
        return REGIONS.get(str(population["region"]))
    return (
        round(sample() / float(population["fraction"]))
        if population.get("fraction") is not None
        else None
    )
