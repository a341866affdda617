"""The unsafe combinations among given sets of columns: µ-Argus looks at some pairs and triples."""

from collections.abc import Sequence

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts
from shoal.methods.combinations.coded import BLANK
from shoal.methods.combinations.matching import bins

SAFE = -1


def masks_among(
    codes: Codes, bin_size: int, sets: Sequence[Sequence[int]]
) -> tuple[Counts, Counts]:
    """Where each record's unsafe combinations start, and the minimal ones of them as masks."""
    found = _unsafe(codes, bin_size, sets)
    for later in range(len(found)):
        for earlier in range(len(found)):
            if earlier != later:
                found[later][_implied(found[earlier], found[later], earlier < later)] = SAFE
    starts = np.concatenate([[0], np.cumsum((found != SAFE).sum(axis=0))])
    return starts, found.T[found.T != SAFE]


def _unsafe(codes: Codes, bin_size: int, sets: Sequence[Sequence[int]]) -> Counts:
    """One row per set: each record's shown cells in it as a mask, or SAFE.

    Blank cells match anyway, so it is the others that are unsafe.
    """
    shown = (codes != BLANK) @ (1 << np.arange(codes.shape[1], dtype=np.int64))
    found = np.full((len(sets), len(codes)), SAFE, np.int64)
    for at, chosen in enumerate(sets):
        unsafe = bins(np.ascontiguousarray(codes[:, list(chosen)])) < bin_size
        mask = sum(1 << column for column in chosen)
        found[at, unsafe] = shown[unsafe] & mask
    return found


def _implied(smaller: Counts, larger: Counts, first: bool) -> Bools:
    """Where a combination contains another one that is unsafe; of equals the first stays."""
    inside: Bools = (smaller & larger == smaller) & (smaller != SAFE) & (larger != SAFE)
    inside &= (smaller != larger) | first
    return inside
