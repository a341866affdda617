"""Every candidate's loss, in one walk through the whole lattice.

The column with the most codes is raised least often. Each depth of the walk keeps its classes, so
every candidate is one roll-up away from the one before it in its column.
"""

from typing import NamedTuple

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.kernel import inner, kernel
from shoal.engine.roll_up import roll_up_inside, slots_for
from shoal.progress import Progress, Watch, ignore_progress
from shoal.search.by_class.bounds import loss_of
from shoal.search.by_class.form import Form
from shoal.search.by_class.forms import form_of
from shoal.search.by_class.measure import measure_classes
from shoal.search.by_class.solve import tables_with_loads
from shoal.search.exact.tables import Tables, position_of, tables_of
from shoal.search.problem import Problem

SLICE = 1024  # candidates between two signs of life


class Depths(NamedTuple):
    """Where a walk stands; filled in place.

    Attributes:
        levels: The level of each column.
        ranking: The columns in the order of their depths.
        holder: Per depth: which depth holds its classes; -1 for the tuples themselves.
        size: Per depth: how many classes it holds.
        keys, loads: The classes of each depth.
        slots: Scratch space.
        seen: How many candidates were seen.
    """

    levels: Counts
    ranking: Counts
    holder: Counts
    size: Counts
    keys: Keys
    loads: Counts
    slots: Codes
    seen: Counts


def scores(problem: Problem, watch: Watch = ignore_progress) -> tuple[Floats, Counts] | None:
    """Loss and suppressed records of every candidate, in the order of the lattice.

    None where the loss has no compiled form by classes.
    """
    form_and_loads = form_of(problem)
    if form_and_loads is None:
        return None
    form = form_and_loads[0]
    tables = tables_with_loads(
        tables_of(problem.encoded, problem.lattice), problem, *form_and_loads
    )
    size, depths = problem.lattice.size, _depths(tables, form)
    losses, suppressed = np.empty(size), np.empty(size, np.int64)
    while not _sweep(tables, form, depths, losses, suppressed, SLICE):
        watch(Progress("scores", int(depths.seen[0]), size))
    return losses, suppressed


def _depths(tables: Tables, form: Form) -> Depths:
    columns, tuples = len(tables.shape), len(tables.keys)
    return Depths(
        levels=np.zeros(columns, np.int64),
        ranking=np.argsort(-tables.codes[:, 0], kind="stable"),
        holder=np.full(columns, -1),
        size=np.zeros(columns, np.int64),
        keys=np.empty((columns, tuples), np.uint64),
        loads=np.empty((columns, tuples * form.words), np.int64),
        slots=slots_for(tuples),
        seen=np.zeros(1, np.int64),
    )


@kernel
def _sweep(
    tables: Tables, form: Form, depths: Depths, losses: Floats, suppressed: Counts, budget: int
) -> bool:
    """Score the next candidates; True when all have been."""
    for _ in range(budget):
        candidate = position_of(tables.stride, depths.levels)
        losses[candidate], suppressed[candidate] = _score(tables, form, depths, candidate)
        depths.seen[0] += 1
        deepest = depths.levels.size - 1
        depth = deepest
        while depth >= 0:
            column = depths.ranking[depth]
            if depths.levels[column] + 1 < tables.shape[column]:
                break
            depths.levels[column] = 0
            depth -= 1
        if depth < 0:
            return True
        _raise(tables, form, depths, depth)
        for deeper in range(depth + 1, deepest + 1):
            depths.holder[deeper] = depth
    return False


@inner
def _score(tables: Tables, form: Form, depths: Depths, candidate: int) -> tuple[float, int]:
    """Measure the classes of the deepest depth; returns the loss and the suppressed records."""
    figures = np.zeros(4)
    keys, loads, classes = _classes_at_depth(tables, depths, depths.levels.size - 1)
    suppressed = measure_classes(tables, form, keys, loads, depths.levels, classes, figures)
    return loss_of(form.terms, form.base[candidate], suppressed, figures), suppressed


@inner
def _raise(tables: Tables, form: Form, depths: Depths, depth: int) -> None:
    """Raise the column of a depth by one level; from its own classes, if it holds any."""
    column = depths.ranking[depth]
    level = depths.levels[column]
    depths.levels[column] += 1
    keys, loads, size = _classes_at_depth(tables, depths, depth)
    shift, mask = tables.shift[column : column + 1], tables.mask[column : column + 1]
    offset = tables.offset[column, level, level + 1 : level + 2]
    keep, out_keys, out_loads = ~(mask[0] << shift[0]), depths.keys[depth], depths.loads[depth]
    if form.words > 1:
        depths.size[depth] = roll_up_inside(
            keys, loads, size, keep, 1, shift, mask, offset, tables.steps,
            out_keys, out_loads, depths.slots, form.words,
        )  # fmt: skip
    else:
        depths.size[depth] = roll_up_inside(
            keys, loads, size, keep, 1, shift, mask, offset, tables.steps,
            out_keys, out_loads, depths.slots,
        )  # fmt: skip
    depths.holder[depth] = depth


@inner
def _classes_at_depth(tables: Tables, depths: Depths, depth: int) -> tuple[Keys, Counts, int]:
    """The classes of a depth, and how many they are."""
    holder = depths.holder[depth]
    if holder < 0:
        return tables.keys, tables.loads, tables.keys.size
    return depths.keys[holder], depths.loads[holder], depths.size[holder]
