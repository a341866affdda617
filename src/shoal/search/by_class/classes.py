"""The classes of one candidate, compiled: from the nearest candidate below whose classes are kept.

As `exact.evaluate`, with classes that carry more than the number of their records.
"""

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Counts
from shoal.engine.kernel import inner
from shoal.engine.roll_up import roll_up_inside
from shoal.search.by_class.form import Form
from shoal.search.by_class.state import State
from shoal.search.exact.memory import EVALUATED, SHRINK, STORED, USED, below, packed
from shoal.search.exact.tables import Tables

FEW = 16  # so many candidates may be all there are to look at; preparing pays only after them
STOPOVERS = 3


@inner
def grouped(tables: Tables, form: Form, state: State, loads: Counts, levels: Counts) -> int:
    """Make `now_keys` and `now_loads` the classes of a candidate; returns how many they are."""
    word = packed(state.field, levels)
    if state.tally[EVALUATED] >= FEW:
        _prepare(tables, form, state, loads, levels)
    source = _smallest_source(state, word, tables.keys.size)
    classes = _rolled_up(tables, form, state, loads, source, levels)
    before = tables.keys.size if source < 0 else state.stored_size[source]
    if classes < SHRINK * before:
        _keep(form, state, word, levels, classes)
    return classes


@inner
def prepare(tables: Tables, form: Form, state: State, loads: Counts, levels: Counts) -> None:
    """Keep the classes of a level vector that many candidates can start from."""
    word = packed(state.field, levels)
    for at in range(state.tally[STORED]):
        if state.stored[at] == word:
            return
    source = _smallest_source(state, word, tables.keys.size)
    _keep(form, state, word, levels, _rolled_up(tables, form, state, loads, source, levels))


@inner
def _prepare(tables: Tables, form: Form, state: State, loads: Counts, levels: Counts) -> None:
    """Stopovers that many candidates share: only the columns with most codes are raised."""
    stopover = np.empty(levels.size, np.int64)
    for at in range(levels.size):
        stopover[at] = state.lowest[at]
    for depth in range(min(STOPOVERS, levels.size)):
        column = state.ranking[depth]
        if levels[column] > stopover[column]:
            stopover[column] = levels[column]
            prepare(tables, form, state, loads, stopover)


@inner
def _smallest_source(state: State, word: int, smallest: int) -> int:
    """The candidate below with the fewest kept classes; -1 for the tuples themselves."""
    source = -1
    for at in range(state.tally[STORED]):
        if state.stored_size[at] < smallest and below(state.guard, state.stored[at], word):
            smallest = state.stored_size[at]
            source = at
    return source


@inner
def _rolled_up(
    tables: Tables, form: Form, state: State, loads: Counts, source: int, levels: Counts
) -> int:
    """Roll up from a kept candidate, or from the tuples."""
    columns = levels.size
    shift, mask = np.empty(columns, np.uint64), np.empty(columns, np.uint64)
    offset = np.empty(columns, np.int64)
    keep = uint64(0)
    changed = 0
    for at in range(columns):
        start = int64(0) if source < 0 else int64(state.stored_levels[source, at])
        if start == levels[at]:
            keep |= tables.mask[at] << tables.shift[at]
        elif tables.codes[at, levels[at]] > 1:  # a single code is 0: the field is just cleared
            shift[changed], mask[changed] = tables.shift[at], tables.mask[at]
            offset[changed] = tables.offset[at, start, levels[at]]
            changed += 1
    keys, size, words = tables.keys, tables.keys.size, form.words
    if source >= 0:
        first, size = state.stored_at[source], state.stored_size[source]
        keys = state.keys[first : first + size]
        loads = state.loads[first * words : (first + size) * words]
    if words == 1:
        return roll_up_inside(
            keys, loads, size, keep, changed, shift, mask, offset, tables.steps,
            state.now_keys, state.now_loads, state.slots,
        )  # fmt: skip
    return roll_up_inside(
        keys, loads, size, keep, changed, shift, mask, offset, tables.steps,
        state.now_keys, state.now_loads, state.slots, words,
    )  # fmt: skip


@inner
def _keep(form: Form, state: State, word: int, levels: Counts, classes: int) -> None:
    """Keep the classes at hand for later roll-ups, while there is room."""
    used, at, words = state.tally[USED], state.tally[STORED], form.words
    room = min(state.keys.size, state.loads.size // words)
    if used + classes > room or at >= state.stored.size:
        return
    for place in range(classes):
        state.keys[used + place] = state.now_keys[place]
    for place in range(classes * words):
        state.loads[used * words + place] = state.now_loads[place]
    state.stored[at], state.stored_at[at], state.stored_size[at] = word, used, classes
    for column in range(levels.size):
        state.stored_levels[at, column] = levels[column]
    state.tally[USED] += classes
    state.tally[STORED] += 1
