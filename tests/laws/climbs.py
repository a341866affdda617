"""Two candidates of a random table, one above the other, with the classes of both."""

import polars as pl
from hypothesis import strategies as st

from bridge import encoded_of
from laws.groups import SENSITIVE
from laws.questions import tables
from shoal.engine.classes import classes_of
from shoal.engine.grouping import group
from shoal.hierarchies.hierarchy import Hierarchy

VALUES = ["cold", "flu", "hepatitis", "hiv", "none"]
TREE = Hierarchy.of(
    [VALUES, ["airways", "airways", "blood", "blood", "none"], ["*"] * 5], SENSITIVE
).with_missing()
OR_MISSING = [*VALUES, None]


@st.composite
def climbs(draw, people=False):
    """The classes of two candidates, one above the other, and the class of each tuple in both."""
    table, values, low, high = draw(ascents())
    who = st.lists(st.sampled_from("abcdefgh"), min_size=len(values), max_size=len(values))
    persons = persons_of(table, draw(who)) if people else {}
    encoded = encoded_of(table, **about(table, values), **persons)
    return [
        (classes_of(encoded, grouping), grouping.class_of_tuple)
        for grouping in (group(encoded, low), group(encoded, high))
    ]


@st.composite
def ascents(draw):
    """A table, the sensitive value of each record, and two level vectors."""
    table = draw(tables(bounded=False, most_columns=3))
    records = len(table[0].values)
    values = draw(st.lists(st.sampled_from(OR_MISSING), min_size=records, max_size=records))
    low, high = [], []
    for column in table:
        levels = sorted(draw(st.tuples(*[st.integers(0, len(column.rows[0]) - 1)] * 2)))
        low.append(levels[0])
        high.append(levels[1])
    return table, values, low, high


def about(table, values):
    """What `encode` is told about the sensitive column, and about a population."""
    return {
        "sensitive": {SENSITIVE: pl.Series(SENSITIVE, values, dtype=pl.String)},
        "trees": {SENSITIVE: TREE},
        "population": population_of(table),
    }


def population_of(table):
    """The records, some of them twice, and a stranger; their order makes no difference."""
    return {
        column.name: pl.Series(
            [*column.values, *(column.values[at] for at in _twice(table)), column.rows[-1][0]],
            dtype=pl.String,
        )
        for column in table
    }


def persons_of(table, who):
    """Whose records they are, in the table and in its population."""
    everybody = [*who, *(who[at] for at in _twice(table)), "stranger"]
    return {"person": pl.Series(who), "population_person": pl.Series(everybody)}


def _twice(table):
    return [at for at, value in enumerate(table[0].values) if str(value) < "v2"]
