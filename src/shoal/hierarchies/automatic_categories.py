"""Hierarchies of categories, of which only names and frequencies are known.

Several groupings are proposed, and the one with the least expected loss is taken
(`counted.expected_loss`):

- values with the same first word together (`Married-civ-spouse` and `Married-AF-spouse`);
- neighbors in the order of the numbers in their names (`30 to 49` and `50 to 69`);
- values that begin alike (`Alb…`, `A…`);
- the frequent values as they are and the rare ones as `(other)`.

The last two are a last resort: they say nothing about the world, and users are warned about them.
No label reveals another value, except the first and last of neighbors, for which a release takes
values of its own records (`OrderedGroups.relabel`).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import polars as pl

from shoal.hierarchies.builder import Builder
from shoal.hierarchies.counted import Counted, Counts, expected_loss
from shoal.hierarchies.listed import Listed, useful_sizes
from shoal.hierarchies.ordered_groups import OrderedGroups
from shoal.hierarchies.suppression import Suppression
from shoal.hierarchies.text_labels import Span

SMALL = 5  # up to this many values are kept or removed together
ALONE = 0.5  # with more distinct values per record than this, no grouping of names helps
OTHER = "(other)"
# Factors on the expected loss: the less a grouping means, the more its loss counts.
MEANINGLESS = {"words": 1.0, "order": 1.0, "frequency": 1.15, "alphabet": 1.4}
# Hierarchies that say nothing about the world, by their `Hierarchy.source`.
LAST_RESORTS = {
    "automatic (frequency)": "by how frequent they are",
    "automatic (alphabet)": "by how they begin",
}
_BEGINNINGS = (3, 1)  # characters of a value that labels by the alphabet show
_FIRST_WORD = r"^([^\s\-/,;:_(]+)"
_NUMBER = r"([0-9]+)"
_BELOW = r"(?i)^\s*(<|≤|under|below|less|up to|unter|bis)"

Levels = list[pl.Series]


def category_builder(column: Counted, levels: int) -> Builder:
    """The builder for a column of categories, with at most `levels` levels above the values."""
    proposals = list(_proposals(column, levels))
    if not proposals:
        return Suppression()
    losses = [
        expected_loss(builder.build(column.values), column.counts) * MEANINGLESS[name]
        for name, builder in proposals
    ]
    return proposals[losses.index(min(losses))][1]


def _proposals(column: Counted, levels: int) -> Iterator[tuple[str, Builder]]:
    """Each proposal with its name in `MEANINGLESS`; none if no grouping would help."""
    values, count = column.values, len(column.values)
    if levels < 2 or count < 3 or count > ALONE * column.records:
        return
    if values.str.contains(_NUMBER).all():
        yield "order", _neighbors(column, _numeric_order(values), levels)
    if count <= SMALL:
        return
    yield "frequency", Listed.of(_by_frequency(values, column), levels, "frequency")
    yield "alphabet", Listed.of(_by_alphabet(values), levels, "alphabet")
    words = _first_words(values)
    if words is not None:
        yield "words", Listed.of([values, *_by_frequency(words, column)], levels, "words")


def _by_frequency(labels: pl.Series, column: Counted) -> Levels:
    """The labels of each value, then only the frequent half of them, a quarter …, others as one."""
    counts = pl.DataFrame({"label": labels, "records": column.counts})
    frequent = counts.group_by("label").sum().sort(["records", "label"], descending=[True, False])
    kept, levels = len(frequent) // 2, [labels]
    while kept:
        rare = ~labels.is_in(frequent["label"].head(kept).to_list())
        levels.append(labels.set(rare, OTHER))
        kept //= 2
    return levels


def _by_alphabet(values: pl.Series) -> Levels:
    """The values, then their beginnings, longer ones first."""
    return [values, *(values.str.slice(0, length) + "…" for length in _BEGINNINGS)]


def _first_words(values: pl.Series) -> pl.Series | None:
    """The first word of each value; None if hardly any values share theirs."""
    words = values.str.extract(_FIRST_WORD).fill_null(values)
    return words if 2 < words.n_unique() <= 0.8 * len(values) else None


def _numeric_order(values: pl.Series) -> list[int]:
    """The positions of the values, by the first number in their names.

    "<50" and "under 50" come before "50 to 69".
    """
    below = values.str.contains(_BELOW).cast(pl.Float64) / 2
    first = values.str.extract(_NUMBER).cast(pl.Float64) - below
    frame = pl.DataFrame({"first": first, "value": values}).with_row_index("at")
    return frame.sort("first", "value")["at"].to_list()


def builder_by_order(column: Counted, order: Sequence[str], levels: int) -> Builder:
    """The builder for a column whose values have an order of their own; unlisted ones come last."""
    places = {value: place for place, value in enumerate(order)}
    texts = column.values.to_list()
    ranks = sorted(range(len(texts)), key=lambda at: places.get(texts[at], len(places)))
    if levels < 2 or len(texts) < 3:
        return Suppression()
    return _neighbors(column, ranks, levels)


def _neighbors(column: Counted, order: Sequence[int], levels: int) -> Builder:
    """Neighbors in an order become groups, on each level about twice as many as on the one above.

    Groups are halved until there are about half as many as values; useful levels are kept.

    Args:
        column: The values with their records.
        order: The positions of the values, the lowest first.
        levels: The most levels above the values.
    """
    count, counts = len(order), column.counts[list(order)]
    cuts = [[0, count]]
    while len(cuts[0]) <= count // 2:
        cuts.insert(0, _halves(cuts[0], counts))
    kept = useful_sizes([count, *(len(level) - 1 for level in cuts)], levels)
    edges = [list(range(count + 1)), *(cuts[at - 1] for at in kept)]
    if len(edges) == 1:
        return Suppression()
    groups = tuple(_sizes(*pair) for pair in pairwise(edges))
    names = tuple(column.values.gather(list(order)).to_list())
    return OrderedGroups(groups=groups, label=Span("span"), order=names)


def _halves(cuts: list[int], counts: Counts) -> list[int]:
    """The cuts and, in each group, one more cut that halves its records best.

    Cuts are the positions in the order where groups begin, and the end of the last one.
    """
    finer = [0]
    for low, high in pairwise(cuts):
        if high - low > 1:
            below = np.cumsum(counts[low:high])[:-1]
            finer.append(low + 1 + int(np.abs(2 * below - counts[low:high].sum()).argmin()))
        finer.append(high)
    return finer


def _sizes(fine: list[int], coarse: list[int]) -> tuple[int, ...]:
    """How many groups of the finer level each group of the coarser one holds; both are cuts."""
    places = [fine.index(edge) for edge in coarse]
    return tuple(high - low for low, high in pairwise(places))
