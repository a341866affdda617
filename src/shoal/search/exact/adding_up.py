"""Entries of classes added up when classes are rolled up: in a row of all values, or in a table."""

from numba import int64

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.kernel import inner
from shoal.search.exact.contents import CROWDED, Contents
from shoal.search.exact.entry import entry, records_of, value_of

FEW = 16  # values that are sorted by insertion
DENSE = 8  # if a class has more than one in 8 values, looking through all values is fastest


@inner
def sort_sources(contents: Contents, size: int, classes: int) -> None:
    """List the sources by the class they became (counting sort)."""
    first, place, sources = contents.first, contents.place, contents.sources
    first[: classes + 1] = 0
    for source in range(size):
        first[place[source] + 1] += 1
    for at in range(classes):
        first[at + 1] += first[at]
    for source in range(size):  # each count is used up while its class is filled …
        sources[first[place[source]]] = source
        first[place[source]] += 1
    for at in range(classes, 0, -1):  # … so that it ends where the next class starts
        first[at] = first[at - 1]
    first[0] = 0


@inner
def is_crowded(contents: Contents, classes: int, entries: int) -> bool:
    """Whether this many entries are added up fastest in a table of classes and values."""
    return classes * contents.row.size < CROWDED * entries


@inner
def tabulate(contents: Contents, starts: Counts, entries: Keys, size: int) -> None:
    """Add up all entries in the table of classes and values."""
    cells, place, values = contents.cells, contents.place, contents.row.size
    for source in range(size):
        first = place[source] * values
        for at in range(starts[source], starts[source + 1]):
            cells[first + value_of(entries[at])] += records_of(entries[at])


@inner
def unfold(contents: Contents, begin: int, stop: int) -> None:
    """Write the entries of some classes from the table, which is cleared."""
    out, cells, now_start = contents.stored_entries, contents.cells, contents.now_start
    values = contents.row.size
    end = contents.used[0] if begin == 0 else now_start[begin]
    at = begin * values
    for place in range(begin, stop):
        now_start[place] = end
        for value in range(values):
            count = cells[at]
            out[end] = entry(value, count)  # overwritten by the next entry if the count is 0
            end += count > 0
            cells[at] = 0
            at += 1
    now_start[stop] = end


@inner
def add_up(contents: Contents, starts: Counts, entries: Keys, begin: int, stop: int) -> None:
    """Write the entries of some classes, sorted by value, behind those of the classes before.

    Args:
        contents: Where to write; its sources are sorted.
        starts: Where the entries of each source start.
        entries: The entries of the sources.
        begin: The first class.
        stop: The class after the last.
    """
    # Arrays get names of their own: handing whole tuples to functions, class by class, is slow.
    out, row, touched = contents.stored_entries, contents.row, contents.touched
    first, sources, now_start = contents.first, contents.sources, contents.now_start
    values = row.size
    end = contents.used[0] if begin == 0 else now_start[begin]
    for place in range(begin, stop):
        now_start[place] = end
        low, high = first[place], first[place + 1]
        if high - low == 1:
            source = sources[low]
            for at in range(starts[source], starts[source + 1]):
                out[end] = entries[at]
                end += 1
            continue
        found = int64(0)
        for position in range(low, high):
            source = sources[position]
            for at in range(starts[source], starts[source + 1]):
                value = value_of(entries[at])
                if row[value] == 0:
                    touched[found] = value
                    found += 1
                row[value] += records_of(entries[at])
        if found * DENSE > values:
            for value in range(values):
                if row[value] > 0:
                    out[end] = entry(value, row[value])
                    row[value] = 0
                    end += 1
            continue
        _sort(touched, found)
        for at in range(found):
            value = int64(touched[at])
            out[end] = entry(value, row[value])
            row[value] = 0
            end += 1
    now_start[stop] = end


@inner
def _sort(values: Codes, size: int) -> None:
    if size > FEW:
        values[:size].sort()
        return
    for taken in range(1, size):
        value, at = values[taken], taken
        while at > 0 and values[at - 1] > value:
            values[at] = values[at - 1]
            at -= 1
        values[at] = value
