"""Problems small enough to check by eye, and random ones."""

from decimal import Decimal

import polars as pl
from hypothesis import strategies as st

from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.quality.loss import Loss
from shoal.search.problem import Problem

# Eight values: pairs on level 1, halves on level 2, all on level 3.
VALUES = list("abcdefgh")
LADDER = Hierarchy.of(
    [
        pl.Series(VALUES),
        pl.Series([f"{'abcdefgh'[at // 2 * 2]}+" for at in range(8)]),
        pl.Series(["low" if at < 4 else "high" for at in range(8)]),
        pl.Series(["*"] * 8),
    ],
    "test",
)


def problem(columns, limit="0", lowest=None, highest=None):
    """A problem with a ladder of four levels for each column."""
    texts = {name: pl.Series(name, list(values), pl.String) for name, values in columns.items()}
    ladders = {
        name: LADDER.with_missing() if values.null_count() else LADDER
        for name, values in texts.items()
    }
    encoded = encode(texts, ladders)
    low, high = lowest or (0,) * len(texts), highest or (3,) * len(texts)
    return Problem(encoded, Lattice(tuple(low), tuple(high)), (), Loss(), Decimal(limit))


def tables(columns=3, records=16, values="abcd"):
    """Random columns of equal length, some with few values."""
    cell = st.sampled_from(values)
    rows = st.lists(st.tuples(*[cell] * columns), min_size=3, max_size=records)
    return rows.map(lambda rows: {f"c{at}": [row[at] for row in rows] for at in range(columns)})


def shown(problem, treated):
    """What is released, record by record; None for records that are dropped."""
    from shoal.methods.texts import labels_at  # noqa: PLC0415  (methods are loaded on use)

    every = range(len(problem.encoded.columns))
    rows = labels_at(problem.encoded, treated.levels, every, treated.blank).rows()
    return [None if gone else row for row, gone in zip(rows, treated.dropped, strict=True)]


def wildcard_bins(rows):
    """How many records match each, a blank cell matching everything; every pair is compared."""

    def match(one, other):
        return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))

    return [sum(match(row, other) for other in rows) for row in rows]
