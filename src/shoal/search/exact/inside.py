"""One candidate seen with the values of its classes: which are kept, and what the others cost.

Two numbers come out. What the candidate suppresses decides about itself. What every candidate below
it suppresses at least decides about them: promises about values are not monotonic, so it may be
less (docs/theory/exact-search.md).
"""

import math

import numpy as np
from numba import int64

from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.kernel import inner
from shoal.search.exact.adding_up import add_up, is_crowded, sort_sources, tabulate, unfold
from shoal.search.exact.contents import Contents
from shoal.search.exact.costs import Costs, charge_of
from shoal.search.exact.judge import KEPT, judge
from shoal.search.exact.memory import EVALUATED, LIMIT, Memory
from shoal.search.exact.tables import Tables
from shoal.search.exact.uncertainty import charge_uncertainty, count_codes

BLOCK = 512  # classes between two looks at whether the rest matters
SAFE = 1 - 1e-9  # rounding of burdens is given away in the safe direction


@inner
def judge_classes(
    memory: Memory,
    contents: Contents,
    source: int,
    size: int,
    classes: int,
    minimum_size: int,
    complete: bool,
) -> tuple[int, bool]:
    """Judge every class; returns the suppressed records, and whether all classes were seen.

    Args:
        memory: The classes at hand.
        contents: What they contain; receives their burdens.
        source: The stored candidate they were rolled up from; -1 for the tuples.
        size: How many classes that has.
        classes: How many there are at hand.
        minimum_size: The smallest class that may be kept.
        complete: Whether to go on after it is clear that everything below is hopeless.
    """
    limit, counts, burden = memory.tally[LIMIT], memory.now_loads, contents.burden
    at, seen = memory.tally[EVALUATED] - 1, memory.seen.suppressed
    suppressed = _mark_too_small(counts, classes, minimum_size, burden)
    unavoidable = float(suppressed)
    seen[at] = suppressed
    if suppressed > limit and not complete:
        return suppressed, False
    starts, entries = _entries_of_source(memory, contents, source)
    crowded = is_crowded(contents, classes, starts[size] - starts[0])
    if crowded:
        tabulate(contents, starts, entries, size)
    else:
        sort_sources(contents, size, classes)
    for begin in range(0, classes, BLOCK):
        stop = min(classes, begin + BLOCK)
        if crowded:
            unfold(contents, begin, stop)
        else:
            add_up(contents, starts, entries, begin, stop)
        judge(
            contents.checks, contents.stored_entries, contents.now_start, counts, begin, stop,
            contents.low, contents.high, burden,
        )  # fmt: skip
        for place in range(begin, stop):
            if burden[place] != KEPT and counts[place] >= minimum_size:
                suppressed += counts[place]
                unavoidable += burden[place]
        seen[at] = int64(math.ceil(unavoidable * SAFE))
        if seen[at] > limit and not complete:
            if crowded:
                contents.cells[stop * contents.row.size : classes * contents.row.size] = 0
            return suppressed, False
    contents.fewest[0] = min(contents.fewest[0], suppressed)
    return suppressed, True


@inner
def _mark_too_small(counts: Counts, classes: int, minimum_size: int, burden: Floats) -> int:
    """Start the burdens: classes below the minimum size are lost; returns their records."""
    lost = int64(0)
    for place in range(classes):
        burden[place] = KEPT
        if counts[place] < minimum_size:
            burden[place] = counts[place]
            lost += counts[place]
    return lost


@inner
def _entries_of_source(memory: Memory, contents: Contents, source: int) -> tuple[Counts, Keys]:
    """Where the entries of each source start, and the entries."""
    if source < 0:
        return contents.start, contents.entries
    return contents.stored_start[memory.stored.first[source] :], contents.stored_entries


@inner
def add_up_all(memory: Memory, contents: Contents, source: int, size: int, classes: int) -> None:
    """Add up the values of all classes without judging them."""
    starts, entries = _entries_of_source(memory, contents, source)
    begin = int64(0)
    if is_crowded(contents, classes, starts[size] - starts[0]):
        tabulate(contents, starts, entries, size)
        unfold(contents, begin, classes)
    else:
        sort_sources(contents, size, classes)
        add_up(contents, starts, entries, begin, classes)


@inner
def is_room(contents: Contents) -> bool:
    """Whether there is room to keep the entries at hand, and to write those of any candidate."""
    return contents.used[0] + 2 * contents.entries.size <= contents.stored_entries.size


@inner
def keep_entries(contents: Contents, first: int, classes: int) -> None:
    """Keep the entries at hand, for the classes that were stored from `first` on."""
    for place in range(classes + 1):
        contents.stored_start[first + place] = contents.now_start[place]
    contents.used[0] = contents.now_start[classes]


@inner
def charge_inside(
    tables: Tables, costs: Costs, memory: Memory, contents: Contents, levels: Counts,
    classes: int, finished: bool,
) -> None:  # fmt: skip
    """What suppression adds here, and at least in every candidate below."""
    charge_below = memory.seen.figures[memory.tally[EVALUATED] - 1]
    charge_below[:] = 0.0
    if not finished:
        return
    if costs.found.size > 0:
        _charge_entropy(tables, costs, memory, contents, levels, classes, charge_below)
        return
    # All records' units are known, so the classes that are not lost are enough: often fewer.
    columns = levels.size
    units, below_units = np.zeros(columns, np.int64), np.zeros(columns)
    records, below_records = int64(0), 0.0
    shift, mask, covers = tables.shift, tables.mask, costs.covers
    counts, keys, burdens = memory.now_loads, memory.now_keys, contents.burden
    for at in range(classes):
        count, burden = counts[at], burdens[at]
        if burden >= count:
            continue
        kept = count if burden == KEPT else int64(0)
        below = count - max(0.0, burden)
        records += kept
        below_records += below
        for column in range(columns):
            code = int64((keys[at] >> shift[column]) & mask[column])
            unit = covers[costs.levels[column, levels[column]].start + code]
            units[column] += kept * unit
            below_units[column] += below * unit
    everything = contents.records
    for column in range(columns):
        covered = costs.levels[column, levels[column]].units
        contents.charge[column] = charge_of(
            costs.columns[column], float(covered - units[column]), float(everything - records)
        )
        unavoidable = charge_of(
            costs.columns[column], covered - below_units[column], everything - below_records
        )
        charge_below[column] = max(0.0, unavoidable) * SAFE


@inner
def _charge_entropy(
    tables: Tables,
    costs: Costs,
    memory: Memory,
    contents: Contents,
    levels: Counts,
    classes: int,
    below: Floats,
) -> None:
    """The same for an entropic loss; below, only classes count that are lost as a whole."""
    for everything in (True, False):
        records = int64(0)
        for at in range(classes):
            count, burden = memory.now_loads[at], contents.burden[at]
            if burden >= count or (everything and burden != KEPT):
                records += count
                count_codes(tables.shift, tables.mask, costs, levels, memory.now_keys[at], count)
        if everything:
            charge_uncertainty(tables.codes, costs, levels, records, contents.charge)
        else:
            charge_uncertainty(tables.codes, costs, levels, records, below)
