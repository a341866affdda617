"""How many records match each record where a blank matches everything: exact, without all pairs.

Column by column, queries are parted by their value; only records with that value, or blank, can
still match. A blank query keeps everybody. Where few are left, they are compared one by one.
"""

from collections.abc import Sequence

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.engine.distinct import distinct
from shoal.engine.kernel import inner, kernel
from shoal.methods.combinations.coded import BLANK, Crowd

FEW = 8  # records left to compare one by one
NOBODY = np.empty(0, np.int32)


def bins(codes: Codes, crowd: Crowd | None = None, columns: Sequence[int] | None = None) -> Counts:
    """How many records match each record, itself included; with a crowd, how many of its people.

    On all columns, or on those at the given places.
    """
    places = list(range(codes.shape[1]) if columns is None else columns)
    chosen = np.ascontiguousarray(codes[:, places])
    if crowd is None:
        return match_counts(chosen, chosen)
    return match_counts(chosen, np.ascontiguousarray(crowd.codes[:, places]), crowd.people)


def match_counts(queries: Codes, records: Codes, people: Codes | None = None) -> Counts:
    """How many of the records match each query; both have the same columns.

    With the person of each record, how many people have a record that matches.
    """
    asked, _, of_query = _entries(queries)
    start = np.zeros(len(asked), np.int64)
    if people is None:
        known, counts, _ = _entries(records)
        return _count_matches(asked, known, counts, start, NOBODY)[of_query]
    known, whose = _entries_by_person(records, people)
    ones = np.ones(len(known), np.int64)
    return _count_matches(asked, known, ones, start, NOBODY, whose)[of_query]


def partners(queries: Codes, sizes: Counts, records: Codes) -> tuple[Counts, Codes]:
    """Where the list of each query's matching records starts (and the last ends), and the lists.

    Args:
        queries: The records that are asked about.
        sizes: How many records match each of them, known before.
        records: The records that may match.
    """
    starts = np.concatenate([[0], np.cumsum(sizes)])
    lists = np.empty(starts[-1], np.int32)
    _count_matches(queries, records, np.ones(len(records), np.int64), starts[:-1].copy(), lists)
    return starts, lists


def _count_matches(
    asked: Codes, known: Codes, counts: Counts, found: Counts, lists: Codes, whose: Codes = NOBODY
) -> Counts:
    """Add to `found` how many records match each query, and return it.

    If `lists` has room, write down there who they are: `found` then says where each list starts.
    If `whose` has the person of each record, a person counts once.
    """
    order = _order(asked, known)
    sides = np.ascontiguousarray(asked[:, order]), np.ascontiguousarray(known[:, order])
    # How many values each column has, and one more for blank.
    values = [
        2 + max(int(side[:, at].max(initial=BLANK)) for side in sides) for at in range(len(order))
    ]
    _part(*sides, counts, np.array(values, np.int64), found, lists, whose)
    return found


def _entries(codes: Codes) -> tuple[Codes, Counts, Codes]:
    """The distinct records, how often each occurs, and which one each record is."""
    _, counts, position = distinct((codes + 1).astype(np.uint64), np.ones(len(codes), np.int64))
    first = np.unique(position, return_index=True)[1]
    return codes[first], counts, position


def _entries_by_person(codes: Codes, people: Codes) -> tuple[Codes, Codes]:
    """The distinct records of each person, and whose each of them is."""
    both = np.concatenate([codes, people[:, None].astype(np.int32)], axis=1)
    entries = _entries(both)[0]
    return np.ascontiguousarray(entries[:, :-1]), np.ascontiguousarray(entries[:, -1])


def _order(asked: Codes, known: Codes) -> Counts:
    """Columns that part the records best come first: few blanks, many values."""
    blanks = sum((side == BLANK).sum(axis=0) / max(1, len(side)) for side in (asked, known))
    common = [np.bincount(column + 1)[1:].max(initial=0) for column in known.T]
    return np.argsort(blanks + np.array(common) / max(1, len(known)), kind="stable")


@kernel
def _part(
    asked: Codes,
    known: Codes,
    counts: Counts,
    values: Counts,
    found: Counts,
    lists: Codes,
    whose: Codes,
) -> None:
    """Part queries by value, column by column, each part with the records that may match it.

    Adds to `found`, and writes into `lists`, as `_count_matches` says.
    """
    width = asked.shape[1]
    queries = np.arange(asked.shape[0]).astype(np.int32)
    swap = np.empty(max(asked.shape[0], known.shape[0]), np.int32)
    left = [np.arange(known.shape[0]).astype(np.int32) for _ in range(width + 1)]
    many = np.zeros(width + 1, np.int64)  # how many records are left at each depth
    first, last = np.zeros(width + 1, np.int64), np.zeros(width + 1, np.int64)  # of the queries
    parts = [np.zeros(size + 1, np.int64) for size in values]  # where queries of a value start
    runs = [np.zeros(size + 1, np.int64) for size in values]  # and where records of a value do
    following = np.full(width + 1, -1, np.int64)  # the next value to go down with; -1: not parted
    many[0], last[0] = known.shape[0], queries.size
    seen = np.full(whose.max() + 1 if whose.size else 0, -1, np.int64)  # by whom a person was met
    depth = 0
    while depth >= 0:
        here = left[depth][: many[depth]]
        if following[depth] < 0:
            part = queries[first[depth] : last[depth]]
            if depth == width or part.size * (here.size - FEW) <= here.size + values[depth]:
                _compare(asked, known, counts, found, lists, part, here, depth, whose, seen)
                depth -= 1
                continue
            _sort(asked[:, depth], part, swap, parts[depth])
            _sort(known[:, depth], here, swap, runs[depth])
            following[depth] = 0
        value, starts = following[depth], parts[depth]
        while value < values[depth] and starts[value] == starts[value + 1]:
            value += 1
        following[depth] = value + 1
        if value >= values[depth]:
            depth -= 1
            continue
        many[depth + 1] = _keep(here, runs[depth], value, left[depth + 1])
        first[depth + 1] = first[depth] + starts[value]
        last[depth + 1] = first[depth] + starts[value + 1]
        depth += 1
        following[depth] = -1


@inner
def _keep(here: Codes, runs: Counts, value: int, below: Codes) -> int:
    """Write to `below` who may match a value: its records and the blank ones; returns how many.

    Values are codes plus one here: 0 is blank, which everybody matches.
    """
    blanks = here.size if value == 0 else runs[1]
    below[:blanks] = here[:blanks]
    if value == 0:
        return here.size
    size = runs[value + 1] - runs[value]
    below[blanks : blanks + size] = here[runs[value] : runs[value + 1]]
    return int(blanks + size)


@inner
def _sort(column: Codes, part: Codes, swap: Codes, starts: Counts) -> None:
    """Sort the records of `part` by value, blank first, in place.

    Writes to `starts` where each value starts, and where all end.
    """
    starts[:] = 0
    for record in part:
        starts[column[record] + 1] += 1
    total = 0
    for value in range(starts.size):
        size = starts[value]
        starts[value] = total
        total += size
    for record in part:
        value = column[record] + 1
        swap[starts[value]] = record
        starts[value] += 1
    for value in range(starts.size - 1, 0, -1):  # each start has moved to its end
        starts[value] = starts[value - 1]
    starts[0] = 0
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
    whose: Codes,
    seen: Counts,
) -> None:
    """Find out one by one who matches on the columns from `depth` on; adds to `found`.

    All matches of a query are found in one call, so that a person can be counted once.
    """
    for query in part:
        for record in left:
            if whose.size and seen[whose[record]] == query:
                continue
            if is_match(asked[query], known[record], depth):
                if whose.size:
                    seen[whose[record]] = query
                if lists.size:
                    lists[found[query]] = record
                found[query] += counts[record]


@inner
def is_match(one: Codes, other: Codes, first: int) -> bool:
    """Whether two records match on all columns from the first on."""
    for at in range(first, one.size):
        if one[at] != other[at] and one[at] != BLANK and other[at] != BLANK:
            return False
    return True
