"""Giving cells back: records that match through others' blanks often need fewer of their own.

A blank can go if the record's own bin stays large enough, and so do the bins of the records that
matched it only through this blank. The cell that fewest records would miss comes first, so that
room is kept for the others. Bins are exact throughout, so the last word is as good as a check.
"""

import heapq

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.methods.combinations.coded import BLANK
from shoal.methods.combinations.matching import bins, is_match, partners

PAIRS = 1 << 28  # partners that are listed at most


def restore_cells(given: Codes, blank: Codes, bin_size: int, weights: Floats) -> Codes:
    """The records with as many of their blanked cells given back as one after the other allows.

    Args:
        given: The codes before cells were blanked.
        blank: The codes with blanked cells, where every bin is large enough.
        bin_size: The smallest number of records that is safe.
        weights: What a cell of each column is worth.
    """
    codes, sizes = blank.copy(), bins(blank)
    chosen = _records_to_list(
        np.flatnonzero(((codes == BLANK) & (given != BLANK)).any(axis=1)), sizes
    )
    starts, lists = partners(codes[chosen], sizes[chosen], codes)
    while _restore(given, codes, bin_size, weights, chosen, starts, lists, sizes):
        pass  # what stood in the way of a cell may have gone
    return codes


def _records_to_list(records: Counts, sizes: Counts) -> Counts:
    """The records whose partners can be listed: those with the smallest bins, while there is room.

    The others keep their blanks, which is always safe.
    """
    smallest = records[np.argsort(sizes[records], kind="stable")]
    return np.sort(smallest[np.cumsum(sizes[smallest]) <= PAIRS])


@kernel
def _restore(
    given: Codes,
    codes: Codes,
    bin_size: int,
    weights: Floats,
    chosen: Counts,
    starts: Counts,
    lists: Codes,
    sizes: Counts,
) -> int:
    """Give back the cell of least regret again and again; returns how many.

    The regret of a cell is the number of records that match only through its blank, by the weight
    of its column. Regrets change while cells are given back, so each is looked at again when its
    turn comes. Changes `codes` and `sizes`, the bins of all records.
    """
    width = codes.shape[1]
    cells = [(0.0, 0)]
    for at in range(chosen.size):
        record, others = chosen[at], lists[starts[at] : starts[at + 1]]
        for column in range(width):
            if codes[record, column] == BLANK and given[record, column] != BLANK:
                missed = _regret(given, codes, bin_size, others, sizes, record, column)
                if missed >= 0:
                    cells.append((_price(missed, weights[column]), at * width + column))
    cells = cells[1:]
    heapq.heapify(cells)
    many = 0
    while len(cells) > 0:
        regret, cell = heapq.heappop(cells)
        at, column = cell // width, cell % width
        record, others = chosen[at], lists[starts[at] : starts[at + 1]]
        missed = _regret(given, codes, bin_size, others, sizes, record, column)
        if missed < 0:
            continue
        now = _price(missed, weights[column])
        if now > regret and len(cells) > 0 and now > cells[0][0]:
            heapq.heappush(cells, (now, cell))
            continue
        _give_back(given, codes, others, sizes, record, column)
        many += 1
    return many


@inner
def _regret(
    given: Codes,
    codes: Codes,
    bin_size: int,
    others: Codes,
    sizes: Counts,
    record: int,
    column: int,
) -> int:
    """How many records match only through this blank; -1 if a bin would become too small."""
    missed, value = 0, given[record, column]
    for other in others:
        if _differs(codes[other, column], value) and is_match(codes[record], codes[other], 0):
            missed += 1
            if sizes[other] <= bin_size or sizes[record] - missed < bin_size:
                return -1
    return missed


@inner
def _price(missed: int, weight: float) -> float:
    """Records that are missed by the weight of a column; equal ones are equal after rounding."""
    return round(missed / weight, 9)


@inner
def _give_back(
    given: Codes,
    codes: Codes,
    others: Codes,
    sizes: Counts,
    record: int,
    column: int,
) -> None:
    """Show a cell again, and make the bins smaller of those who do not match any more."""
    value = given[record, column]
    for other in others:
        if _differs(codes[other, column], value) and is_match(codes[record], codes[other], 0):
            sizes[other] -= 1
            sizes[record] -= 1
    codes[record, column] = value


@inner
def _differs(code: int, value: int) -> bool:
    """Whether a cell does not match a value."""
    return code != BLANK and code != value  # noqa: PLR1714
