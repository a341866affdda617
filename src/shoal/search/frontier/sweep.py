"""The whole lattice in one depth-first walk: the class sizes of every candidate.

Theory: docs/theory/search.md.

Each candidate's classes come from its parent's by raising one column by one level, and only the
classes on the path are held. Per candidate and class size it keeps how many records there are and
what units they cover in each column, summed over this size and all smaller ones. So what a
candidate suppresses, and what that costs, is known for every k.

The column with the most codes is the outermost: few of the roll-ups then touch many classes. The
lattice is cut into pieces by the outermost columns' levels. Threads take pieces, and what they
find is put together in the order of the pieces, so their number changes nothing.
"""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import product
from math import prod
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from shoal.engine.arrays import Counts, Keys
from shoal.engine.kernel import kernel
from shoal.progress import Progress, Watch
from shoal.search.exact.tables import Tables
from shoal.search.frontier.descent import Found, Plan, Space, room_for, space_for, sweep_piece
from shoal.search.frontier.unit_sums import LookUps

PIECE = 1024  # candidates that one thread does at once, at most
INNER = 12  # bits of the inner part of a key, at most

Sizes = NDArray[np.uint16]
Piece = tuple[Sizes, Keys]


@dataclass(frozen=True, eq=False)
class Sweep:
    """The class sizes of every candidate, candidates in lexicographic order.

    Attributes:
        first, last: Where a candidate's entries begin and end.
        sizes: Class sizes that occur, ascending within a candidate, up to the largest asked for.
        sums: Packed sums over the classes of this size and of all smaller ones.
        beyond: A candidate's smallest class above the largest size asked for; 0 without one.
    """

    first: Counts
    last: Counts
    sizes: Sizes
    sums: Keys
    beyond: Counts

    def cut(self, k: int) -> Counts:
        """Per candidate: its first entry of class size k or more; its end without one."""
        return _cut(self.first, self.last, self.sizes, k)

    def before(self, cut: Counts, rows: Counts | None = None) -> Keys:
        """Packed sums of all entries before a candidate's cut; of some candidates, or of all."""
        at, first = (cut, self.first) if rows is None else (cut[rows], self.first[rows])
        sums = np.zeros((len(at), self.sums.shape[1]), np.uint64)
        some = np.flatnonzero(at > first)
        sums[some] = self.sums[at[some] - 1]
        return sums

    def smallest(self, cut: Counts) -> Counts:
        """Per candidate: its smallest class at its cut or after it; 0 without one."""
        smallest = self.beyond.copy()
        some = np.flatnonzero(cut < self.last)
        smallest[some] = self.sizes[cut[some]]
        return smallest

    @property
    def bytes(self) -> int:
        """The memory it takes."""
        parts = (self.first, self.last, self.sizes, self.sums, self.beyond)
        return sum(part.nbytes for part in parts)


def sweep(tables: Tables, lookups: LookUps, largest: int, threads: int, watch: Watch) -> Sweep:
    """Walk through the whole lattice; class sizes above `largest` are counted together."""
    order = np.argsort(tables.shift, kind="stable")  # keys begin with the column of most codes
    cut, outer = _cut_columns(tables, order), _outer_columns(tables, order)
    plan = Plan(order, cut, outer, largest)
    tables = _in_runs(tables, plan)
    found = room_for(len(tables.levels))
    starts = list(product(*(range(tables.shape[at]) for at in order[:cut])))
    pieces = _sweep_pieces(tables, lookups, plan, found, starts, threads, watch)
    return _join_pieces(tables, plan, found, pieces)


def _cut_columns(tables: Tables, order: Counts) -> int:
    """How many of the outermost columns cut the lattice into small enough pieces."""
    shape = tables.shape[order].tolist()
    return next(cut for cut in range(len(shape) + 1) if prod(shape[cut:]) <= PIECE)


def _outer_columns(tables: Tables, order: Counts) -> int:
    """How many columns are outer ones, so that the keys of the others are short."""
    bits = [int(mask).bit_length() for mask in tables.mask[order]]
    return next(outer for outer in range(len(bits) + 1) if sum(bits[outer:]) <= INNER)


def _in_runs(tables: Tables, plan: Plan) -> Tables:
    """The same tables, tuples with the same outer columns together."""
    outer = sum(int(mask).bit_length() for mask in tables.mask[plan.order[: plan.outer]])
    order = np.argsort(tables.keys & np.uint64((1 << outer) - 1), kind="stable")
    return tables._replace(keys=tables.keys[order], loads=tables.loads[order])


def _sweep_pieces(
    tables: Tables,
    lookups: LookUps,
    plan: Plan,
    found: Found,
    starts: list[tuple[int, ...]],
    threads: int,
    watch: Watch,
) -> list[Piece]:
    """What each piece holds; signs of life are given from the calling thread."""
    spaces: SimpleQueue[Space] = SimpleQueue()
    for _ in range(threads):
        spaces.put(space_for(tables, lookups, plan))

    def piece(start: tuple[int, ...]) -> Piece:
        space = spaces.get()
        try:
            return sweep_piece(tables, lookups, plan, np.array(start, np.int64), space, found)
        finally:
            spaces.put(space)

    pool = ThreadPoolExecutor(threads, thread_name_prefix="shoal-sweep")
    try:
        waiting = [pool.submit(piece, start) for start in starts]
        for done in _count_finished(waiting):
            watch(Progress("sweep", done, len(starts)))
        return [future.result() for future in waiting]
    finally:
        pool.shutdown(cancel_futures=True)


def _count_finished(waiting: list[Future[Piece]]) -> Iterator[int]:
    """How many pieces are done, whenever one more is."""
    going = set(waiting)
    while going:
        done, going = wait(going, return_when=FIRST_COMPLETED)
        for future in done:
            future.result()  # an error ends the sweep at once
        yield len(waiting) - len(going)


def _join_pieces(tables: Tables, plan: Plan, found: Found, pieces: list[Piece]) -> Sweep:
    """One sweep from its pieces, in their order."""
    length = np.cumsum([0, *(len(sizes) for sizes, _ in pieces)])
    cut = plan.order[: plan.cut]
    piece = np.zeros(len(tables.levels), np.int64)
    for at in cut:
        piece = piece * tables.shape[at] + tables.levels[:, at]
    return Sweep(
        found.first + length[piece],
        found.last + length[piece],
        np.concatenate([sizes for sizes, _ in pieces]),
        np.concatenate([sums for _, sums in pieces]),
        found.beyond,
    )


@kernel
def _cut(first: Counts, last: Counts, sizes: Sizes, k: int) -> Counts:
    cut = np.empty(first.size, np.int64)
    for candidate in range(first.size):
        low, high = first[candidate], last[candidate]
        while low < high:
            middle = (low + high) // 2
            if sizes[middle] < k:
                low = middle + 1
            else:
                high = middle
        cut[candidate] = low
    return cut
