"""Can every released record stem from an input record of its own? A transport problem.

Kinds of released records want so many input records of the kinds they can stem from; each input
record may be wanted once. Most are served at once; the rest by paths that move what was assigned.
"""

from collections import deque
from collections.abc import Sequence
from itertools import pairwise

STEPS = 5_000_000  # kinds looked at before the search for paths is given up


def unserved(
    wanted: Sequence[int], offered: Sequence[int], sources: Sequence[Sequence[int]]
) -> int | None:
    """How many released records remain without an input record; None if that is not found out.

    Args:
        wanted: The number of records of each released kind.
        offered: The number of records of each input kind.
        sources: The input kinds that each released kind can stem from.
    """
    work = _Transport(list(wanted), list(offered), sources)
    work.serve_greedily()
    return work.serve_by_paths()


class _Transport:
    """What is assigned so far."""

    def __init__(self, open_: list[int], free: list[int], sources: Sequence[Sequence[int]]) -> None:
        self.open, self.free, self.sources = open_, free, sources
        self.taken: list[dict[int, int]] = [{} for _ in free]  # by input kind: released kind, count
        self.steps = 0

    def serve_greedily(self) -> None:
        """Those with the fewest sources first, from sources that few others can use."""
        demand = [0] * len(self.free)
        for kinds in self.sources:
            for kind in kinds:
                demand[kind] += 1
        room = [sum(self.free[kind] for kind in kinds) for kinds in self.sources]
        for at in sorted(range(len(room)), key=room.__getitem__):
            for kind in sorted(self.sources[at], key=demand.__getitem__):
                if not self.open[at]:
                    break
                self._take(at, kind, min(self.open[at], self.free[kind]))

    def serve_by_paths(self) -> int | None:
        """Move assignments along paths until all are served or nothing can be moved."""
        for at in range(len(self.open)):
            while self.open[at]:
                path = self._path(at)
                if self.steps > STEPS:
                    return None
                if not path:
                    break
                self._move(path)
        return sum(self.open)

    def _take(self, at: int, kind: int, count: int) -> None:
        if count:
            self.open[at] -= count
            self.free[kind] -= count
            self.taken[kind][at] = self.taken[kind].get(at, 0) + count

    def _path(self, start: int) -> list[tuple[int, int]]:
        """Pairs of a released kind and the input kind it takes next, up to one that is free."""
        came: dict[int, tuple[int, int] | None] = {start: None}  # from which pair each was reached
        seen: set[int] = set()
        waiting = deque([start])
        while waiting:
            at = waiting.popleft()
            for kind in self.sources[at]:
                self.steps += 1
                if kind in seen:
                    continue
                seen.add(kind)
                if self.free[kind]:
                    return self._traced(came, at, kind)
                for other in self.taken[kind]:
                    if other not in came:
                        came[other] = (at, kind)
                        waiting.append(other)
        return []

    @staticmethod
    def _traced(
        came: dict[int, tuple[int, int] | None], at: int, kind: int
    ) -> list[tuple[int, int]]:
        path = [(at, kind)]
        while (before := came[path[-1][0]]) is not None:
            path.append(before)
        return path[::-1]

    def _move(self, path: list[tuple[int, int]]) -> None:
        """One record along the path: each gives up its input record to the one before."""
        for (at, kind), (other, _) in pairwise(path):
            self._give_up(other, kind)
            self._take(at, kind, 1)
        self._take(*path[-1], 1)

    def _give_up(self, at: int, kind: int) -> None:
        self.open[at] += 1
        self.free[kind] += 1
        self.taken[kind][at] -= 1
        if not self.taken[kind][at]:
            del self.taken[kind][at]
