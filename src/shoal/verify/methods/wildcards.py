"""How many records match each record, where a blank cell matches every value.

Matching is not transitive, so there are no classes: each different record is counted on its own.
All are followed column by column at once, those that agree so far together, with the records that
can still match them. Where people are counted, these are the records of the input: a release does
not tell whose its blank cells are.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from shoal.verify.case.linked import Linked

Whole = NDArray[np.int64]
BLANK = -1


def wildcard_bins(columns: Sequence[Linked]) -> tuple[Whole, Whole]:
    """The bin of each different released record, and how many records are like it.

    The bin is the number of records that match it.
    """
    order = sorted(columns, key=lambda column: len(column.release.texts))
    rows = np.stack([codes_or_blank(column) for column in order], axis=1)
    kinds, counts = np.unique(rows, axis=0, return_counts=True)
    bins = np.zeros(len(kinds), np.int64)
    everyone = np.arange(len(kinds))
    for asked, matching in _follow(kinds, kinds, 0, everyone, everyone):
        bins[asked] = counts[matching].sum()
    return bins, counts


def people_who_fit(columns: Sequence[Linked], people: Whole) -> tuple[Whole, Whole] | None:
    """The same, counting the people of the input whom each different released record fits.

    A value that is missing in the input fits everything. Of the levels at which a column may stand,
    the lowest counts, at which the fewest fit. None if no level explains a column.
    """
    levels = [possible_levels(column) for column in columns]
    if not all(levels):
        return None
    rows = np.stack([codes_or_blank(column) for column in columns], axis=1)
    kinds, counts = np.unique(rows, axis=0, return_counts=True)
    known = np.stack(
        [_input_codes(column, at[0]) for column, at in zip(columns, levels, strict=True)], axis=1
    )
    bins = np.zeros(len(kinds), np.int64)
    everyone = np.arange(len(kinds)), np.arange(len(known))
    for asked, matching in _follow(kinds, known, 0, *everyone):
        bins[asked] = len(np.unique(people[matching]))
    return bins, counts


def possible_levels(column: Linked) -> list[int]:
    """The levels at which all shown cells of a column can stand, within the study's bounds."""
    codes = codes_or_blank(column)
    shown = np.bincount(codes[codes != BLANK], minlength=len(column.release.texts))
    highest = column.terms.highest
    top = len(column.levels) - 1 if highest is None else highest
    bounds = range(column.terms.lowest, min(top, len(column.levels) - 1) + 1)
    return [level for level in bounds if (shown <= column.available(level)).all()]


def _input_codes(column: Linked, level: int) -> Whole:
    """The cells of the input on a level, as codes of the release; missing ones are blank.

    What nobody shows keeps its code, which no released cell has.
    """
    missing = column.data.codes == column.data.missing
    codes = column.codes_at(level).astype(np.int64)
    nowhere = len(column.release.texts)
    return np.where(missing, BLANK, np.where(codes < 0, nowhere, codes))


def codes_or_blank(column: Linked) -> Whole:
    """The released cells as numbers; blank ones are -1."""
    codes = column.release.codes.astype(np.int64)
    return np.where(column.blank(), BLANK, codes)


def _follow(
    kinds: Whole, known: Whole, at: int, asked: Whole, matching: Whole
) -> Iterator[tuple[Whole, Whole]]:
    """Groups of records that agree in all columns, and beside each the records that match it.

    Args:
        kinds: The different records, sorted.
        known: The records that they may match.
        at: The column to look at next.
        asked: Records of `kinds` that agree in all columns before.
        matching: The records of `known` that match them in all columns before.
    """
    if at == kinds.shape[1]:
        yield asked, matching
        return
    codes, others = kinds[asked, at], known[matching, at]
    ends = [0, *(np.flatnonzero(np.diff(codes)) + 1).tolist(), len(codes)]
    for start, end in pairwise(ends):
        code = codes[start]
        fits = matching
        if code != BLANK:
            fits = matching[(others == code) | (others == BLANK)]
        yield from _follow(kinds, known, at + 1, asked[start:end], fits)
