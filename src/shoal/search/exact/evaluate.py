"""One candidate seen on the data, compiled: its classes, its suppression, what that costs."""

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Counts, Floats, Keys, Records
from shoal.engine.kernel import inner
from shoal.engine.roll_up import roll_up_inside
from shoal.search.exact.contents import Contents
from shoal.search.exact.costs import Costs, charge_of
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
    word = packed(memory.field, levels)
    if memory.tally[EVALUATED] >= FEW:
        _prepare(tables, memory, levels, contents)
    source = _smallest_source(
        memory.stored, memory.tally[STORED], memory.guard, word, tables.keys.size
    )
    classes = _grouped(tables, memory, source, levels, contents)
    before = tables.keys.size if source < 0 else memory.stored[source].size
    at = memory.tally[EVALUATED]
    memory.tally[EVALUATED] += 1
    memory.seen[at].word = word
    if contents is None:
        if classes < SHRINK * before:
            _store(memory, word, levels, classes)
        suppressed = _suppression(
            tables.shift, tables.mask, tables.codes, costs, memory.now_keys, memory.now_counts,
            levels, minimum_size, classes, memory.seen_charge[at],
        )  # fmt: skip
        memory.seen[at].suppressed = suppressed
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
    stopover = np.empty(levels.size, np.int64)
    for at in range(levels.size):
        stopover[at] = memory.lowest[at]
    for depth in range(min(STOPOVERS, levels.size)):
        column = memory.ranking[depth]
        if levels[column] <= stopover[column]:
            continue
        stopover[column] = levels[column]
        word = packed(memory.field, stopover)
        known = False
        for at in range(memory.tally[STORED]):
            if memory.stored[at].word == word:
                known = True
                break
        if not known:
            source = _smallest_source(
                memory.stored, memory.tally[STORED], memory.guard, word, tables.keys.size
            )
            classes = _grouped(tables, memory, source, stopover, contents)
            if contents is None:
                _store(memory, word, stopover, classes)
            elif is_room(contents):
                first = memory.tally[USED]
                before = tables.keys.size if source < 0 else memory.stored[source].size
                add_up_all(memory, contents, source, before, classes)
                if _store(memory, word, stopover, classes):
                    keep(contents, first, classes)


@inner
def _smallest_source(stored: Records, candidates: int, guard: int, word: int, smallest: int) -> int:
    """The candidate below with the fewest stored classes; -1 for the tuples themselves."""
    source = -1
    for at in range(candidates):
        if stored[at].size < smallest and below(guard, stored[at].word, word):
            smallest = stored[at].size
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
        first, size = memory.stored[source].first, memory.stored[source].size
        keys, counts = memory.keys[first : first + size], memory.counts[first : first + size]
    if contents is not None:
        return roll_up_inside(
            keys, counts, size, kept, changed, shift, mask, offset, tables.steps,
            memory.now_keys, memory.now_counts, memory.slots, None, contents.place,
        )  # fmt: skip
    return roll_up_inside(
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
    for place in range(classes):
        memory.counts[used + place] = memory.now_counts[place]
    kept = memory.stored[at]
    kept.word, kept.first, kept.size = word, used, classes
    for column in range(levels.size):
        memory.stored_levels[at, column] = levels[column]
    memory.tally[USED] += classes
    memory.tally[STORED] += 1
    return True


@inner
def _suppression(
    shift: Keys,
    mask: Keys,
    codes: Counts,
    costs: Costs,
    keys: Keys,
    counts: Counts,
    levels: Counts,
    minimum_size: int,
    classes: int,
    charge: Floats,
) -> int:
    """Suppressed records, and what they add to each column; integer sums, so any order will do."""
    if costs.found.size > 0:
        return _uncertain(
            shift, mask, codes, costs, keys, counts, levels, minimum_size, classes, charge
        )
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
def _uncertain(
    shift: Keys,
    mask: Keys,
    codes: Counts,
    costs: Costs,
    keys: Keys,
    counts: Counts,
    levels: Counts,
    minimum_size: int,
    classes: int,
    charge: Floats,
) -> int:
    """The same for an entropic loss: what is charged is the uncertainty about their values."""
    records = int64(0)
    for at in range(classes):
        count = counts[at]
        if count < minimum_size:
            records += count
            count_codes(shift, mask, costs, levels, keys[at], count)
    charge_uncertainty(codes, costs, levels, records, charge)
    return records
