"""One candidate seen on the data, compiled: its classes, its suppression, what that costs."""

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.kernel import inner
from shoal.engine.roll_up import roll_up
from shoal.search.exact.contents import Contents, roll_up_placed
from shoal.search.exact.costs import Costs, charge_of, unit_of
from shoal.search.exact.inside import add_up_all, charge_inside, is_room, judged, keep
from shoal.search.exact.memory import EVALUATED, SHRINK, STORED, USED, Memory, below, packed
from shoal.search.exact.tables import Tables
from shoal.search.exact.uncertainty import charge_uncertainty, count_codes

FEW = 16  # so many candidates may be all there are to look at; preparing pays only after them
STOPOVERS = 3


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
    word = packed(memory, levels)
    if memory.tally[EVALUATED] >= FEW:
        _prepare(tables, memory, levels, contents)
    source = _smallest_source(memory, word, tables.keys.size)
    classes = _grouped(tables, memory, source, levels, contents)
    before = tables.keys.size if source < 0 else memory.stored_size[source]
    at = memory.tally[EVALUATED]
    memory.tally[EVALUATED] += 1
    memory.seen[at] = word
    if contents is None:
        if classes < SHRINK * before:
            _store(memory, word, levels, classes)
        suppressed = _suppression(
            tables, costs, memory, levels, minimum_size, classes, memory.seen_charge[at]
        )
        memory.seen_suppressed[at] = suppressed
    else:
        suppressed, finished = judged(
            memory, contents, source, before, classes, minimum_size, complete
        )
        first = memory.tally[USED]
        worth = finished and classes < SHRINK * before and is_room(contents)
        if worth and _store(memory, word, levels, classes):
            keep(contents, first, classes)
        charge_inside(tables, costs, memory, contents, levels, classes, finished)
    return suppressed


@inner
def _prepare(tables: Tables, memory: Memory, levels: Counts, contents: Contents | None) -> None:
    """Store stopovers that many candidates share: only the columns with most codes are raised."""
    stopover = memory.lowest.copy()
    for depth in range(min(STOPOVERS, levels.size)):
        column = memory.ranking[depth]
        if levels[column] <= stopover[column]:
            continue
        stopover[column] = levels[column]
        word = packed(memory, stopover)
        known = False
        for at in range(memory.tally[STORED]):
            if memory.stored[at] == word:
                known = True
                break
        if not known:
            source = _smallest_source(memory, word, tables.keys.size)
            classes = _grouped(tables, memory, source, stopover, contents)
            if contents is None:
                _store(memory, word, stopover, classes)
            elif is_room(contents):
                first = memory.tally[USED]
                before = tables.keys.size if source < 0 else memory.stored_size[source]
                add_up_all(memory, contents, source, before, classes)
                if _store(memory, word, stopover, classes):
                    keep(contents, first, classes)


@inner
def _smallest_source(memory: Memory, word: int, smallest: int) -> int:
    """The candidate below with the fewest stored classes; -1 for the tuples themselves."""
    source = -1
    for at in range(memory.tally[STORED]):
        if memory.stored_size[at] < smallest and below(memory, memory.stored[at], word):
            smallest = memory.stored_size[at]
            source = at
    return source


@inner
def _grouped(
    tables: Tables, memory: Memory, source: int, levels: Counts, contents: Contents | None
) -> int:
    """Roll up from a stored candidate, or from the tuples."""
    columns = levels.size
    shift, mask = np.empty(columns, np.uint64), np.empty(columns, np.uint64)
    offset = np.empty(columns, np.int64)
    kept = uint64(0)
    changed = int64(0)  # as a constant, it would be compiled for on its own
    for at in range(columns):
        start = int64(0) if source < 0 else int64(memory.stored_levels[source, at])
        if start == levels[at]:
            kept |= tables.mask[at] << tables.shift[at]
        elif tables.codes[at, levels[at]] > 1:  # a single code is 0: the field is just cleared
            shift[changed], mask[changed] = tables.shift[at], tables.mask[at]
            offset[changed] = tables.offset[at, start, levels[at]]
            changed += 1
    keys, counts, size = tables.keys, tables.counts, tables.keys.size
    if source >= 0:
        first, size = memory.stored_at[source], memory.stored_size[source]
        keys, counts = memory.keys[first : first + size], memory.counts[first : first + size]
    if contents is not None:
        return roll_up_placed(
            keys, counts, size, kept, changed, shift, mask, offset, tables, memory, contents.place
        )
    return roll_up(
        keys, counts, size, kept, changed, shift, mask, offset, tables.steps,
        memory.now_keys, memory.now_counts, memory.slots,
    )  # fmt: skip


@inner
def _store(memory: Memory, word: int, levels: Counts, classes: int) -> bool:
    """Keep the classes at hand for later roll-ups, while there is room; returns whether."""
    used, at = memory.tally[USED], memory.tally[STORED]
    if used + classes > memory.keys.size or at >= memory.stored.size:
        return False
    for place in range(classes):
        memory.keys[used + place] = memory.now_keys[place]
        memory.counts[used + place] = memory.now_counts[place]
    memory.stored[at], memory.stored_at[at], memory.stored_size[at] = word, used, classes
    for column in range(levels.size):
        memory.stored_levels[at, column] = levels[column]
    memory.tally[USED] += classes
    memory.tally[STORED] += 1
    return True


@inner
def _suppression(
    tables: Tables,
    costs: Costs,
    memory: Memory,
    levels: Counts,
    minimum_size: int,
    classes: int,
    charge: Floats,
) -> int:
    """Suppressed records, and what they add to each column; integer sums, so any order will do."""
    if costs.found.size > 0:
        return _uncertain(tables, costs, memory, levels, minimum_size, classes, charge)
    columns = levels.size
    units = np.zeros(columns, np.int64)
    records = int64(0)
    for at in range(classes):
        count = memory.now_counts[at]
        if count < minimum_size:
            records += count
            key: Keys = memory.now_keys[at]
            for column in range(columns):
                code = int64((key >> tables.shift[column]) & tables.mask[column])
                units[column] += count * unit_of(costs, column, levels[column], code)
    for column in range(columns):
        charge[column] = charge_of(costs, column, float(units[column]), float(records))
    return records


@inner
def _uncertain(
    tables: Tables,
    costs: Costs,
    memory: Memory,
    levels: Counts,
    minimum_size: int,
    classes: int,
    charge: Floats,
) -> int:
    """The same for an entropic loss: what is charged is the uncertainty about their values."""
    records = int64(0)
    for at in range(classes):
        count = memory.now_counts[at]
        if count < minimum_size:
            records += count
            count_codes(tables, costs, levels, memory.now_keys[at], count)
    charge_uncertainty(tables, costs, levels, records, charge)
    return records
