"""Can the counted release stem from the counted input?

Both sides are distinct combinations of the quasi-identifiers and of the columns that promises
name. The input's are generalized to the levels at which the release stands; then a class of the
release must be a whole class of the input, value by value.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from shoal.verify.case.linked import Linked, link
from shoal.verify.case.records import Keys, extend_keys, keys
from shoal.verify.large.counting import Counted, Whole
from shoal.verify.study.terms import Terms

TRIALS = 64  # combinations of levels that are tried where labels repeat over levels
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Sides:
    """The columns of the counted input beside those of the counted release.

    Attributes:
        terms: What the study says.
        before: The counted input.
        after: The counted release.
        columns: The columns of both.
        missing: Whether empty lines are records whose values are all missing, as far as the input
            has some, instead of suppressed ones.
    """

    terms: Terms
    before: Counted
    after: Counted
    columns: tuple[Linked, ...]
    missing: bool = False

    @classmethod
    def of(cls, terms: Terms, folder: Path, before: Counted, after: Counted) -> "Sides":
        """Link the columns that both sides have."""
        names = [name for name in terms.released if name in after.frame.columns]
        columns = tuple(
            link(name, before.frame[name], after.frame[name], terms, folder) for name in names
        )
        return cls(terms, before, after, columns)

    @property
    def label_columns(self) -> list[Linked]:
        """The quasi-identifiers."""
        return [column for column in self.columns if column.terms.is_generalized]

    @property
    def plain_columns(self) -> list[Linked]:
        """The columns that are released as they are."""
        return [column for column in self.columns if not column.terms.is_generalized]

    @property
    def blank(self) -> Bools:
        """One flag per line of the release: whether it has no cell, like suppressed records.

        None is flagged if suppressed records are left out.
        """
        empty = np.full(len(self.after.counts), self.terms.mode == "blank")
        for column in self.columns:
            empty &= column.blank()
        return empty


@dataclass(frozen=True, eq=False)
class Match:
    """The input generalized to some levels, beside the release.

    Attributes:
        levels: The level of each quasi-identifier.
        classes: Keys of the quasi-identifiers.
        excess: How many released records go beyond those that the input has.
        partly: How many classes are released in part.
        kept: One flag per line of the input: whether its class is released.
        released: How many records are not suppressed.
    """

    levels: Mapping[str, int]
    classes: Keys
    excess: int
    partly: int
    kept: Bools
    released: int


def best_match(sides: Sides) -> Match | None:
    """The levels that explain the release best; None if a column has none."""
    names = [column.terms.name for column in sides.label_columns]
    readings = [list(_levels(sides, column)) for column in sides.label_columns]
    best: Match | None = None
    for chosen in islice(product(*readings), TRIALS):
        candidate = match_at(sides, dict(zip(names, chosen, strict=True)))
        if best is None or (candidate.excess, candidate.partly) < (best.excess, best.partly):
            best = candidate
        if best.excess == best.partly == 0:
            break
    return best


def match_at(sides: Sides, levels: Mapping[str, int]) -> Match:
    """Compare the release with the input at these levels of the quasi-identifiers."""
    lines = len(sides.before.counts), len(sides.after.counts)
    at = [(column, levels[column.terms.name]) for column in sides.label_columns]
    classes = keys(at, lines)
    whole = extend_keys(classes, [(column, 0) for column in sides.plain_columns])
    shown = _not_suppressed(sides, whole)
    there, released = _sums(classes, sides.before.counts, shown)
    inside, outside = _sums(whole, sides.before.counts, shown)
    kept = np.append(released > 0, False)[classes.data]
    partly = int(np.count_nonzero((released > 0) & (released != there)))
    excess = int(np.maximum(outside - inside, 0).sum())
    return Match(levels, classes, excess, partly, kept, int(shown.sum()))


def _not_suppressed(sides: Sides, whole: Keys) -> Whole:
    """How many records of each line of the release are not suppressed."""
    counts, blank = sides.after.counts, sides.blank
    if not sides.missing:
        return np.where(blank, 0, counts)
    inside, _ = _sums(whole, sides.before.counts, counts)
    return np.where(blank, np.minimum(counts, inside[whole.release]), counts)


def _levels(sides: Sides, column: Linked) -> Iterator[int]:
    """The levels at which a column can stand: the input has every released label often enough.

    Of levels with the same labels, only the lowest comes.
    """
    shown = np.where(sides.blank, 0, sides.after.counts)
    released = sum_counts(column.release.codes, shown, len(column.release.texts))
    highest = column.terms.highest
    top = len(column.levels) - 1 if highest is None else highest
    seen: set[bytes] = set()
    for level in range(column.terms.lowest, min(top, len(column.levels) - 1) + 1):
        labels = column.levels[level]
        if labels.tobytes() in seen:
            continue
        seen.add(labels.tobytes())
        known = labels[column.data.codes]
        offered = sum_counts(known + 1, sides.before.counts, len(column.release.texts) + 1)[1:]
        if (released <= offered).all():
            yield level


def _sums(found: Keys, before: Whole, after: Whole) -> tuple[Whole, Whole]:
    """Records per key in the input and in the release.

    `before` and `after` are the records of each line.
    """
    inside = sum_counts(found.data + 1, before, found.size + 1)[1:]
    return inside, sum_counts(found.release, after, found.size)


def sum_counts(codes: NDArray[np.integer], counts: Whole, size: int) -> Whole:
    """Records per code, added up as whole numbers; codes are below `size`."""
    sums = np.zeros(size, np.int64)
    np.add.at(sums, codes, counts)
    return sums
