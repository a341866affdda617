"""How many records match each record, where a blank cell matches every value.

Matching is not transitive, so there are no classes: each different record is counted on its own.
All are followed column by column at once, those that agree so far together, with the records that
can still match them.
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
    for asked, matching in _follow(kinds, 0, everyone, everyone):
        bins[asked] = counts[matching].sum()
    return bins, counts


def codes_or_blank(column: Linked) -> Whole:
    """The released cells as numbers; blank ones are -1."""
    codes = column.release.codes.astype(np.int64)
    return np.where(column.blank(), BLANK, codes)


def _follow(kinds: Whole, at: int, asked: Whole, matching: Whole) -> Iterator[tuple[Whole, Whole]]:
    """Groups of records that agree in all columns, and beside each the records that match it.

    Args:
        kinds: The different records, sorted.
        at: The column to look at next.
        asked: Records that agree in all columns before.
        matching: The records that match them in all columns before.
    """
    if at == kinds.shape[1]:
        yield asked, matching
        return
    codes, others = kinds[asked, at], kinds[matching, at]
    ends = [0, *(np.flatnonzero(np.diff(codes)) + 1).tolist(), len(codes)]
    for start, end in pairwise(ends):
        code = codes[start]
        fits = matching
        if code != BLANK:
            fits = matching[(others == code) | (others == BLANK)]
        yield from _follow(kinds, at + 1, asked[start:end], fits)
