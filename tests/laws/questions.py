"""Random small questions, with ties on purpose."""

from fractions import Fraction
from itertools import accumulate

from hypothesis import strategies as st

from reference import Column, Question

AGGREGATES = ("sum", "maximum", "arithmetic-mean", "geometric-mean", "rank")
WEIGHTS = tuple(map(Fraction, ("0", "0.3", "0.5", "1", "2")))
LIMITS = ("0", "0.1", "0.25", "0.3", "0.5", "1")
FACTORS = ("0", "0.1", "0.25", "0.5", "0.6", "0.75", "1")


@st.composite
def hierarchies(draw, most_values=6, most_levels=3):
    """Rows of a hierarchy: every level merges neighbors of the level below, or changes nothing."""
    values = draw(st.integers(1, most_values))
    place = list(range(values))
    levels = [place]
    for _ in range(draw(st.integers(0, most_levels - 1))):
        groups = max(place) + 1
        cuts = draw(st.lists(st.booleans(), min_size=groups - 1, max_size=groups - 1))
        merged = [0, *accumulate(map(int, cuts))]
        place = [merged[at] for at in place]
        levels.append(place)
    if draw(st.integers(0, 3)):
        levels.append([0] * values)
    return tuple(
        tuple(f"{level}.{at}" if level else f"v{at}" for level, at in enumerate(row))
        for row in zip(*levels, strict=True)
    )


@st.composite
def columns(draw, name, records, rows=None, missing=True, bounded=True, most_values=6):
    """A column of so many records."""
    rows = draw(hierarchies(most_values)) if rows is None else rows
    leaves = [row[0] for row in rows] + ([None] if missing and draw(st.booleans()) else [])
    values = draw(st.lists(st.sampled_from(leaves), min_size=records, max_size=records))
    height = len(rows[0]) - 1
    low, high = 0, height
    if bounded and draw(st.integers(0, 3)) == 0:
        low, high = sorted((draw(st.integers(0, height)), draw(st.integers(0, height))))
    return Column(name, tuple(values), rows, draw(st.sampled_from(WEIGHTS)), low, high)


@st.composite
def tables(draw, most_records=24, most_columns=4, **options):
    """Columns over the same records."""
    records = draw(st.integers(min(5, most_records), most_records))
    names = "abcdefgh"[: draw(st.integers(1, most_columns))]
    return tuple(draw(columns(name, records, **options)) for name in names)


@st.composite
def symmetric_tables(draw):
    """Columns with one hierarchy and one set of values each, so that many candidates tie."""
    rows, records = draw(hierarchies()), draw(st.integers(4, 20))
    first = draw(columns("a", records, rows=rows, bounded=False))
    orders = [range(records), *draw(st.lists(st.permutations(range(records)), max_size=2))]
    return tuple(
        Column("abc"[at], tuple(first.values[place] for place in order), rows)
        for at, order in enumerate(orders)
    )


@st.composite
def questions(draw, source=None):
    """A table and what is asked of it."""
    return Question(
        draw(st.one_of(tables(), symmetric_tables()) if source is None else source),
        draw(st.integers(2, 4)),
        draw(st.sampled_from(LIMITS)),
        draw(st.sampled_from(AGGREGATES)),
        draw(st.sampled_from(FACTORS)),
    )
