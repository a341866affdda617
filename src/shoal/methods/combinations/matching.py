"""How many records match each record where a blank matches everything: exact, without all pairs.

Column by column, queries are parted by their value; only records with that value, or blank, can
still match. A blank query keeps everybody. Where few are left, they are compared one by one.
"""

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.engine.distinct import distinct
from shoal.engine.kernel import inner, kernel
from shoal.methods.combinations.coded import BLANK

FEW = 8  # records left to compare one by one
NOBODY = np.empty(0, np.int32)


def bins(codes: Codes) -> Counts:
    """The wildcard bin of each record on all columns, itself included."""
    return fitting(codes, codes)


def fitting(queries: Codes, records: Codes) -> Counts:
    """How many of the records match each query."""
    asked, _, of_query = _entries(queries)
    known, counts, _ = _entries(records)
    return _matched(asked, known, counts, np.zeros(len(asked), np.int64), NOBODY)[of_query]


def partners(queries: Codes, sizes: Counts, records: Codes) -> tuple[Counts, Codes]:
    """Where the list of each query's matching records starts, and the lists; sizes are known."""
    starts = np.concatenate([[0], np.cumsum(sizes)])
    lists = np.empty(starts[-1], np.int32)
    _matched(queries, records, np.ones(len(records), np.int64), starts[:-1].copy(), lists)
    return starts, lists


def _matched(asked: Codes, known: Codes, counts: Counts, found: Counts, lists: Codes) -> Counts:
    """Add to `found` how many match each query; write down who they are, if lists are given."""
    order = _order(asked, known)
    values = 2 + max(int(asked.max(initial=0)), int(known.max(initial=0)))
    sides = np.ascontiguousarray(asked[:, order]), np.ascontiguousarray(known[:, order])
    _part(*sides, counts, values, found, lists)
    return found


def _entries(codes: Codes) -> tuple[Codes, Counts, Codes]:
    """The distinct records, how often each occurs, and which one each record is."""
    _, counts, position = distinct((codes + 1).astype(np.uint64), np.ones(len(codes), np.int64))
    first = np.unique(position, return_index=True)[1]
    return codes[first], counts, position


def _order(asked: Codes, known: Codes) -> Counts:
    """Columns that part the records best come first: few blanks, many values."""
    blanks = sum((side == BLANK).sum(axis=0) / max(1, len(side)) for side in (asked, known))
    common = [np.bincount(column + 1)[1:].max(initial=0) for column in known.T]
    return np.argsort(blanks + np.array(common) / max(1, len(known)), kind="stable")


@kernel
def _part(
    asked: Codes, known: Codes, counts: Counts, values: int, found: Counts, lists: Codes
) -> None:
    """Part queries by value, column by column, each part with the records that may match it."""
    width = asked.shape[1]
    queries = np.arange(asked.shape[0]).astype(np.int32)
    swap = np.empty(queries.size, np.int32)
    left = [np.arange(known.shape[0]).astype(np.int32) for _ in range(width + 1)]
    many = np.zeros(width + 1, np.int64)  # how many records are left at each depth
    first, last = np.zeros(width + 1, np.int64), np.zeros(width + 1, np.int64)  # of the queries
    starts, ends = np.zeros((width + 1, values), np.int64), np.zeros((width + 1, values), np.int64)
    following = np.full(width + 1, -1, np.int64)  # the next value to go down with; -1: not parted
    many[0], last[0] = known.shape[0], queries.size
    depth = 0
    while depth >= 0:
        if following[depth] < 0:
            part = queries[first[depth] : last[depth]]
            if depth == width or part.size <= 1 or many[depth] <= FEW:
                _compare(
                    asked, known, counts, found, lists, part, left[depth][: many[depth]], depth
                )
                depth -= 1
                continue
            _sort(asked[:, depth], part, swap, starts[depth], ends[depth])
            following[depth] = 0
        value = following[depth]
        while value < values and starts[depth, value] == ends[depth, value]:
            value += 1
        following[depth] = value + 1
        if value >= values:
            depth -= 1
            continue
        kept = 0
        for record in left[depth][: many[depth]]:
            code = known[record, depth]
            if value == 0 or code in (BLANK, value - 1):  # 0: a blank query keeps everybody
                left[depth + 1][kept] = record
                kept += 1
        first[depth + 1] = first[depth] + starts[depth, value]
        last[depth + 1] = first[depth] + ends[depth, value]
        depth += 1
        many[depth], following[depth] = kept, -1


@inner
def _sort(column: Codes, part: Codes, swap: Codes, starts: Counts, ends: Counts) -> None:
    """Sort queries by value, blank first; tells where each value starts and ends."""
    ends[:] = 0
    for query in part:
        ends[column[query] + 1] += 1
    total = 0
    for value in range(ends.size):
        starts[value] = total
        total += ends[value]
        ends[value] = starts[value]
    for query in part:
        value = column[query] + 1
        swap[ends[value]] = query
        ends[value] += 1
    part[:] = swap[: part.size]


@inner
def _compare(
    asked: Codes,
    known: Codes,
    counts: Counts,
    found: Counts,
    lists: Codes,
    part: Codes,
    left: Codes,
    depth: int,
) -> None:
    """Find out one by one who matches on the remaining columns."""
    for query in part:
        for record in left:
            if matching(asked[query], known[record], depth):
                if lists.size:
                    lists[found[query]] = record
                found[query] += counts[record]


@inner
def matching(one: Codes, other: Codes, first: int) -> bool:
    """Whether two records match on all columns from the first on."""
    for at in range(first, one.size):
        if one[at] != other[at] and one[at] != BLANK and other[at] != BLANK:
            return False
    return True
