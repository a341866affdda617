"""One candidate seen on the data, compiled: its classes, its suppression, what that costs."""

import numpy as np
from numba import int64

from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.kernel import inner
from shoal.search.exact.classes import SHRINK, group, keep_with_values
from shoal.search.exact.contents import Contents
from shoal.search.exact.costs import Costs, charge_of
from shoal.search.exact.inside import charge_inside, is_room, judge_classes
from shoal.search.exact.memory import EVALUATED, Memory, pack_levels
from shoal.search.exact.tables import Tables
from shoal.search.exact.uncertainty import charge_uncertainty, count_codes


@inner
def evaluate(
    tables: Tables,
    costs: Costs,
    memory: Memory,
    levels: Counts,
    minimum_size: int,
    contents: Contents | None = None,
    complete: bool = True,
) -> int:
    """Group, find the suppressed records and their charge; returns how many are suppressed.

    Args:
        tables: The lattice and the tuples.
        costs: The loss.
        memory: What the search remembers.
        levels: The candidate.
        minimum_size: The smallest class that may be kept.
        contents: The values of sensitive columns, where promises are about them.
        complete: Whether to go on after it is clear that everything below is hopeless.
    """
    classes, source, size = group(tables, memory, levels, contents)
    at, word, seen = memory.tally[EVALUATED], pack_levels(memory.field, levels), memory.seen
    memory.tally[EVALUATED] += 1
    seen.words[at] = word
    if contents is None and costs.found.size > 0:
        suppressed = _suppress_entropic(
            tables, costs, memory, levels, minimum_size, classes, seen.figures[at]
        )
        seen.suppressed[at] = suppressed
    elif contents is None:
        suppressed = _suppress(
            tables.shift, tables.mask, costs, memory.now_keys, memory.now_loads,
            levels, minimum_size, classes, seen.figures[at],
        )  # fmt: skip
        seen.suppressed[at] = suppressed
    else:
        suppressed, finished = judge_classes(
            memory, contents, source, size, classes, minimum_size, complete
        )
        if finished and classes < SHRINK * size and is_room(contents):
            keep_with_values(memory, contents, word, levels, classes)
        charge_inside(tables, costs, memory, contents, levels, classes, finished)
    return suppressed


@inner
def _suppress(
    shift: Keys,
    mask: Keys,
    costs: Costs,
    keys: Keys,
    counts: Counts,
    levels: Counts,
    minimum_size: int,
    classes: int,
    charge: Floats,
) -> int:
    """Suppressed records, and what they add to each column; integer sums, so any order will do."""
    columns = levels.size
    units = np.zeros(columns, np.int64)
    records = int64(0)
    for at in range(classes):
        count = counts[at]
        if count < minimum_size:
            records += count
            for column in range(columns):
                code = int64((keys[at] >> shift[column]) & mask[column])
                start = costs.levels[column, levels[column]].start
                units[column] += count * costs.covers[start + code]
    for column in range(columns):
        charge[column] = charge_of(costs.columns[column], float(units[column]), float(records))
    return records


@inner
def _suppress_entropic(
    tables: Tables,
    costs: Costs,
    memory: Memory,
    levels: Counts,
    minimum_size: int,
    classes: int,
    charge: Floats,
) -> int:
    """The same for an entropic loss: what is charged is the uncertainty about their values."""
    records, keys, counts = int64(0), memory.now_keys, memory.now_loads
    for at in range(classes):
        if counts[at] < minimum_size:
            records += counts[at]
            count_codes(tables.shift, tables.mask, costs, levels, keys[at], counts[at])
    charge_uncertainty(tables.codes, costs, levels, records, charge)
    return records
