"""Categories: nothing is known about them but their names and how frequent they are.

Four proposals are made and the one that loses least is taken (`counted.expected_loss`):

- values with the same first word together (`Married-civ-spouse` and `Married-AF-spouse`);
- neighbors in the order of the numbers in their names (`30 to 49` and `50 to 69`);
- neighbors in the alphabet, labeled by how they begin (`Al … De`);
- the frequent values as they are and the rare ones as `other` (spec/utility.md §1.8).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import polars as pl

from shoal.hierarchies.builder import Builder
from shoal.hierarchies.counted import Counted, Counts, expected_loss
from shoal.hierarchies.listed import Listed
from shoal.hierarchies.suppression import Suppression

SMALL = 5  # up to so many values are kept or removed together
ALONE = 0.5  # where this share of values has one record each, no grouping of names helps
# What an expected loss is multiplied by: the less a group means, the more its loss counts.
MEANINGLESS = {"words": 1.0, "order": 1.0, "frequency": 1.15, "alphabet": 1.4}
READABLE = 3  # characters of a value that a label shows at least
_FIRST_WORD = r"^([^\s\-/,;:_(]+)"
_NUMBER = r"([0-9]+)"
_BELOW = r"(?i)^\s*(<|≤|under|below|less|up to|unter|bis)"

Levels = list[pl.Series]


def category_builder(column: Counted, levels: int) -> Builder:
    """The builder for a column of categories, with at most so many levels above the values."""
    proposals = list(_proposals(column, levels))
    if not proposals:
        return Suppression()
    made = [Listed.of(found, levels, name) for name, found in proposals]
    losses = [
        expected_loss(listed.hierarchy, column.counts) * MEANINGLESS[name]
        for listed, (name, _) in zip(made, proposals, strict=True)
    ]
    return made[losses.index(min(losses))]


def _proposals(column: Counted, levels: int) -> Iterator[tuple[str, Levels]]:
    values, count = column.values, len(column.values)
    if levels < 2 or count < 3 or count > ALONE * column.records:
        return
    if values.str.contains(_NUMBER).all():
        yield "order", _neighbors(column, _numeric_order(values), whole=True)
    if count <= SMALL:
        return
    yield "frequency", _by_frequency(values, column)
    yield "alphabet", _neighbors(column, list(range(count)), whole=False)
    words = _first_words(values)
    if words is not None:
        yield "words", [values, *_by_frequency(words, column)]


def _by_frequency(labels: pl.Series, column: Counted) -> Levels:
    """Labels as they are, then half of them, then a quarter …, the others together."""
    counts = pl.DataFrame({"label": labels, "records": column.counts})
    frequent = counts.group_by("label").sum().sort(["records", "label"], descending=[True, False])
    other, kept, made = _other(labels), len(frequent) // 2, [labels]
    while kept:
        rare = ~labels.is_in(frequent["label"].head(kept).to_list())
        made.append(labels.set(rare, other))
        kept //= 2
    return made


def _other(labels: pl.Series) -> str:
    taken = labels.str.to_lowercase().is_in(["other"]).any()
    return "(other)" if taken else "other"


def _first_words(values: pl.Series) -> pl.Series | None:
    """The first word where several values share it; None where hardly any do."""
    words = values.str.extract(_FIRST_WORD).fill_null(values)
    shared = words.is_duplicated()
    grouped = pl.select(pl.when(shared).then(words).otherwise(values)).to_series()
    return grouped if 2 < grouped.n_unique() <= 0.8 * len(values) else None


def _numeric_order(values: pl.Series) -> list[int]:
    """By the first number; "<50" and "under 50" come before "50 to 69"."""
    below = values.str.contains(_BELOW).cast(pl.Float64) / 2
    first = values.str.extract(_NUMBER).cast(pl.Float64) - below
    frame = pl.DataFrame({"first": first, "value": values}).with_row_index("at")
    return frame.sort("first", "value")["at"].to_list()


def _neighbors(column: Counted, order: Sequence[int], *, whole: bool) -> Levels:
    """Neighbors in an order, in groups that are halved until each value is alone."""
    values = column.values.gather(list(order))
    cuts = [0, len(values)]
    made: Levels = []
    while len(cuts) <= len(values) // 2:
        cuts = _halves(cuts, column.counts[list(order)])
        made.insert(0, _labels(values, cuts, whole=whole))
    back = np.argsort(np.array(order))
    return [column.values, *(labels.gather(back) for labels in made)]


def ordered_builder(column: Counted, order: Sequence[str], levels: int) -> Builder:
    """The builder for a column whose values have an order of their own."""
    places = {value: place for place, value in enumerate(order)}
    texts = column.values.to_list()
    ranks = sorted(range(len(texts)), key=lambda at: places.get(texts[at], len(places)))
    if levels < 2 or len(texts) < 3:
        return Suppression()
    return Listed.of(_neighbors(column, ranks, whole=True), levels, "order")


def _halves(cuts: list[int], counts: Counts) -> list[int]:
    """Each group cut where its records are halved best."""
    finer = [0]
    for low, high in pairwise(cuts):
        if high - low > 1:
            below = np.cumsum(counts[low:high])[:-1]
            finer.append(low + 1 + int(np.abs(2 * below - counts[low:high].sum()).argmin()))
        finer.append(high)
    return finer


def _labels(values: pl.Series, cuts: list[int], *, whole: bool) -> pl.Series:
    """A label for each group: its value, or its first and its last."""
    texts = values.to_list()
    starts = {low: texts[low] if whole else _beginning(texts, low) for low in cuts[:-1]}
    ends = {high: texts[high - 1] if whole else _ending(texts, high) for high in cuts[1:]}
    named = [
        texts[low] if high - low == 1 else f"{starts[low]} … {ends[high]}"
        for low, high in pairwise(cuts)
    ]
    return pl.Series([named[at] for at, (a, b) in enumerate(pairwise(cuts)) for _ in range(a, b)])


def _beginning(texts: list[str], at: int) -> str:
    """As many first characters as tell a value from the one before."""
    before = texts[at - 1] if at else ""
    return texts[at][: max(_common(before, texts[at]) + 1, READABLE)]


def _ending(texts: list[str], at: int) -> str:
    """As many first characters as tell the value before a cut from the one after."""
    after = texts[at] if at < len(texts) else ""
    return texts[at - 1][: max(_common(texts[at - 1], after) + 1, READABLE)]


def _common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
