"""Words of every page."""

from shoal.web.glossary.entry import Entry

ENTRIES = {
    "records": Entry("records", "How many lines the table has; usually one per person or visit."),
    "suppressed": Entry(
        "suppressed records",
        "Records that are left out of the release because no group is large enough to hide them.",
    ),
    "loss": Entry(
        "loss",
        "How much precision is given up: 0 % keeps every value, 100 % keeps none. Lower is better.",
    ),
}
