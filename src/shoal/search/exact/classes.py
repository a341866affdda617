"""The classes of one candidate, compiled: from the nearest candidate below whose classes are kept.

Where promises are about values, the values of kept classes are kept with them.
"""

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.kernel import inner
from shoal.engine.roll_up import roll_up_inside
from shoal.search.exact.contents import Contents
from shoal.search.exact.inside import add_up_all, is_room, keep_entries
from shoal.search.exact.memory import EVALUATED, STORED, USED, Memory, Stored, is_below, pack_levels
from shoal.search.exact.tables import Tables

FEW = 16  # many searches look at fewer candidates; preparing pays only after that
STOPOVERS = 3
SHRINK = 0.85  # classes are kept if rolling up to them shrank the source at least to this share


@inner
def group(
    tables: Tables, memory: Memory, levels: Counts, contents: Contents | None
) -> tuple[int, int, int]:
    """Make the classes of a candidate those at hand; keep them if they are worth it.

    With values they are not kept: whether that is worth it shows when they are judged.

    Returns:
        The number of classes, the kept candidate they came from (-1: the tuples), and its size.
    """
    word = pack_levels(memory.field, levels)
    if memory.tally[EVALUATED] >= FEW:
        _keep_stopovers(tables, memory, levels, contents)
    source, size = _smallest_source(
        memory.stored, memory.tally[STORED], memory.guard, word, tables.keys.size
    )
    if contents is not None:
        return _roll_up(tables, memory, source, levels, None, contents.place), source, size
    classes = _roll_up(tables, memory, source, levels, memory.words, None)
    if classes < SHRINK * size:
        keep_classes(memory, word, levels, classes, memory.words)
    return classes, source, size


@inner
def _keep_stopovers(
    tables: Tables, memory: Memory, levels: Counts, contents: Contents | None
) -> None:
    """Keep stopovers that many candidates share: only the columns with most codes are raised."""
    stopover = memory.lowest.copy()
    for depth in range(min(STOPOVERS, levels.size)):
        column = memory.ranking[depth]
        if levels[column] > stopover[column]:
            stopover[column] = levels[column]
            word = pack_levels(memory.field, stopover)
            if not _is_kept(memory.stored.words, memory.tally[STORED], word):
                _keep_stopover(tables, memory, stopover, word, contents)


@inner
def keep_minimum(tables: Tables, memory: Memory, levels: Counts) -> None:
    """Keep the classes of a level vector that all candidates can start from."""
    word = pack_levels(memory.field, levels)
    if not _is_kept(memory.stored.words, memory.tally[STORED], word):
        _keep_stopover(tables, memory, levels, word, None)


@inner
def _is_kept(words: Keys, stored: int, word: int) -> bool:
    for at in range(stored):  # noqa: SIM110  (Numba compiles loops, not generators)
        if words[at] == word:
            return True
    return False


@inner
def _keep_stopover(
    tables: Tables, memory: Memory, levels: Counts, word: int, contents: Contents | None
) -> None:
    """Keep the classes of a level vector that many candidates can start from."""
    source, size = _smallest_source(
        memory.stored, memory.tally[STORED], memory.guard, word, tables.keys.size
    )
    if contents is None:
        classes = _roll_up(tables, memory, source, levels, memory.words, None)
        keep_classes(memory, word, levels, classes, memory.words)
    else:
        classes = _roll_up(tables, memory, source, levels, None, contents.place)
        if is_room(contents):
            add_up_all(memory, contents, source, size, classes)
            keep_with_values(memory, contents, word, levels, classes)


@inner
def _smallest_source(
    stored: Stored, candidates: int, guard: int, word: int, smallest: int
) -> tuple[int, int]:
    """The candidate below with the fewest kept classes, and how many; -1 for the tuples."""
    source = -1
    for at in range(candidates):
        if stored.size[at] < smallest and is_below(guard, stored.words[at], word):
            smallest = stored.size[at]
            source = at
    return source, smallest


@inner
def _roll_up(
    tables: Tables,
    memory: Memory,
    source: int,
    levels: Counts,
    words: int | None,
    place: Codes | None,
) -> int:
    """Roll up from a kept candidate, or from the tuples."""
    columns = levels.size
    shift, mask = np.empty(columns, np.uint64), np.empty(columns, np.uint64)
    offset = np.empty(columns, np.int64)
    kept = uint64(0)
    changed = int64(0)  # as a constant, it would be compiled for on its own
    starts, firsts, sizes = memory.stored.levels, memory.stored.first, memory.stored.size
    for at in range(columns):
        start = int64(0) if source < 0 else int64(starts[source, at])
        if start == levels[at]:
            kept |= tables.mask[at] << tables.shift[at]
        elif tables.codes[at, levels[at]] > 1:  # a single code is 0: the field is just cleared
            shift[changed], mask[changed] = tables.shift[at], tables.mask[at]
            offset[changed] = tables.offset[at, start, levels[at]]
            changed += 1
    keys, loads, size = tables.keys, tables.loads, tables.keys.size
    if source >= 0:
        first, size = firsts[source], sizes[source]
        width = 1 if words is None else words
        keys = memory.keys[first : first + size]
        loads = memory.loads[first * width : (first + size) * width]
    if words is not None and words > 1:
        return roll_up_inside(
            keys, loads, size, kept, changed, shift, mask, offset, tables.steps,
            memory.now_keys, memory.now_loads, memory.slots, words, place,
        )  # fmt: skip
    return roll_up_inside(  # one word is added without a loop
        keys, loads, size, kept, changed, shift, mask, offset, tables.steps,
        memory.now_keys, memory.now_loads, memory.slots, None, place,
    )  # fmt: skip


@inner
def keep_classes(
    memory: Memory, word: int, levels: Counts, classes: int, words: int | None
) -> bool:
    """Keep the classes at hand for later roll-ups, while there is room; returns whether."""
    used, at, stored = memory.tally[USED], memory.tally[STORED], memory.stored
    width = 1 if words is None else words
    room = min(memory.keys.size, memory.loads.size // width)
    if used + classes > room or at >= stored.words.size:
        return False
    for place in range(classes):
        memory.keys[used + place] = memory.now_keys[place]
    for place in range(classes * width):
        memory.loads[used * width + place] = memory.now_loads[place]
    stored.words[at], stored.first[at], stored.size[at] = word, used, classes
    for column in range(levels.size):
        stored.levels[at, column] = levels[column]
    memory.tally[USED] += classes
    memory.tally[STORED] += 1
    return True


@inner
def keep_with_values(
    memory: Memory, contents: Contents, word: int, levels: Counts, classes: int
) -> None:
    """Keep the classes at hand and their entries, while there is room."""
    first = memory.tally[USED]
    if keep_classes(memory, word, levels, classes, None):
        keep_entries(contents, first, classes)
