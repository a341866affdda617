"""The records of a table on every rung of a ladder, and the regions they are in.

A region is all records that look alike on a rung.
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.grouping import group
from shoal.engine.lattice import Levels
from shoal.search.local.charges import charges_of
from shoal.search.problem import Problem
from shoal.search.series.earlier import Earlier


@dataclass(frozen=True, eq=False)
class Rungs:
    """A table on a ladder.

    Attributes:
        ladder: The level vectors, the highest first.
        regions: Per rung: the region of each record, numbered from 0.
        costs: Per rung: what each record loses there; 1 is everything.
    """

    ladder: tuple[Levels, ...]
    regions: tuple[Counts, ...]
    costs: tuple[Floats, ...]

    def classes(self, rung: Counts) -> Counts:
        """The number of each record's class, if each record stands on the rung given for it."""
        found = np.zeros(len(rung), np.int64)
        for at, regions in enumerate(self.regions):
            found = np.where(rung == at, regions * len(self.ladder) + at, found)
        return found


def rungs_of(problem: Problem, ladder: tuple[Levels, ...]) -> Rungs:
    """The records of a problem on a ladder."""
    of, charges = problem.encoded.tuple_of_record, charges_of(problem)
    regions, costs = [], []
    for rung in ladder:
        regions.append(group(problem.encoded, rung).class_of_tuple[of].astype(np.int64))
        total = np.zeros(len(problem.encoded.counts))
        for at, level in enumerate(rung):
            total += charges.costs[at][level][problem.encoded.codes(at, level)]
        costs.append(total[of])
    return Rungs(ladder, tuple(regions), tuple(costs))


def is_on(rungs: Rungs, one: Earlier) -> bool:
    """Whether each class of an earlier release is one region on its rung in the new table.

    Looks at people who are in both. False also if such a class has no rung.
    """
    shown = np.flatnonzero(one.is_shown)
    classes, rung = one.class_of[shown], one.rung_of[shown]
    if (rung < 0).any():
        return False
    regions = rungs.classes(one.rung_of)[shown]
    pairs = np.unique(np.stack((classes, regions)), axis=1).shape[1]
    return bool(pairs == len(np.unique(classes)) == len(np.unique(regions)))
