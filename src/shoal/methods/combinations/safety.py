"""Which combinations of columns are safe for which record, all at once.

Depth-first over the sets of columns, refining bins: a bin that is too small is left out of the
whole branch, since bins only shrink when a column is added. A record that is blank in a column
stays in every bin of the branch as support, so it may stand in several. The answer is one bit per
record and combination, with the bits of 64 records in a word, so that what follows costs little.
"""

from typing import Any

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.kernel import inner, kernel
from shoal.methods.combinations.coded import BLANK


def safe_bits(columns: Codes, counts: Counts, bin_size: int, place: Codes, largest: int) -> Keys:
    """One row per combination, one bit per distinct record: set if its bin is large enough.

    Bits after the last record have no meaning.

    Args:
        columns: The codes of distinct records, one row per column; BLANK where a cell is blank.
        counts: How many records each distinct record stands for.
        bin_size: The smallest number of records that is safe.
        place: By mask: the row of each combination, or -1 if it is not asked for.
        largest: The largest number of columns to combine.
    """
    words = (columns.shape[1] + 63) // 64
    safe = np.zeros((int(place.max()) + 1, words), np.uint64)
    values = 1 + max([0, *(int(column.max(initial=0)) for column in columns)])
    if counts.sum() >= bin_size:
        safe[place[0]] = ~np.uint64(0)
        _refine(columns, counts, bin_size, place, largest, values, safe)
        _inherit(columns, place, safe)
    return safe


@kernel
def _refine(
    columns: Codes,
    counts: Counts,
    bin_size: int,
    place: Codes,
    largest: int,
    values: int,
    safe: Keys,
) -> None:
    """Walk the sets of columns depth-first and set in `safe` the bits of who is safe in each.

    A bin is a run of entries: first the numbers of records that are not blank in any column of the
    set, then those of records that are blank somewhere and only support it, as their bitwise
    complements (negative numbers). `starts` says where each bin starts, and the end of the last.
    """
    width, height = columns.shape
    entries = [np.arange(height).astype(np.int32) for _ in range(width + 1)]
    starts = [np.zeros(2, np.int64) for _ in range(width + 1)]
    starts[0][1] = height
    mask, after = np.zeros(width + 1, np.int64), np.zeros(width + 1, np.int64)
    size, found = np.zeros(values, np.int64), np.empty(values, np.int32)
    top = np.zeros((2, values), np.int64)
    depth = 0
    while depth >= 0:
        at = after[depth]
        if at >= width or depth >= largest or entries[depth].size == 0:
            depth -= 1
            continue
        after[depth] = at + 1
        chosen = mask[depth] | (int64(1) << at)
        bits = safe[place[chosen]]
        if at == width - 1 or depth + 1 == largest:  # nothing follows: only the bits count
            _mark(columns[at], counts, bin_size, entries[depth], starts[depth], size, found, bits)
            continue
        entries[depth + 1], starts[depth + 1] = _children(
            columns[at], counts, bin_size, entries[depth], starts[depth], size, found, top, bits
        )
        depth += 1
        mask[depth], after[depth] = chosen, at + 1


@inner
def _tally(
    column: Codes, counts: Counts, entries: Codes, start: int, end: int, size: Counts, found: Codes
) -> tuple[int, int]:
    """Add up one bin's records by value, in `size`; list in `found` the values that occur.

    Returns how many values, and how many records are blank. The caller sets `size` back to 0.
    """
    values, blank = 0, 0
    at = start
    while at < end and entries[at] >= 0:
        record = entries[at]
        value = column[record]
        if value == BLANK:
            blank += counts[record]
        else:
            if size[value] == 0:
                found[values] = value
                values += 1
            size[value] += counts[record]
        at += 1
    while at < end:
        record = ~entries[at]
        value = column[record]
        if value == BLANK:
            blank += counts[record]
        elif size[value] > 0:  # otherwise nobody asks for this bin
            size[value] += counts[record]
        at += 1
    return values, blank


@inner
def _mark(
    column: Codes, counts: Counts, bin_size: int, entries: Codes, starts: Counts,
    size: Counts, found: Codes, bits: Keys,
) -> None:  # fmt: skip
    """Set the bits of the records whose bin, refined by one column, is large enough."""
    for run in range(starts.size - 1):
        start, end = starts[run], starts[run + 1]
        values, blank = _tally(column, counts, entries, start, end, size, found)
        for at in range(start, end):
            record = entries[at]
            if record < 0:
                break
            value = column[record]
            if value != BLANK and size[value] + blank >= bin_size:
                bits[record >> 6] |= uint64(1) << uint64(record & 63)
        for at in range(values):
            size[found[at]] = 0


@inner
def _children(
    column: Codes, counts: Counts, bin_size: int, entries: Codes, starts: Counts,
    size: Counts, found: Codes, top: Counts, bits: Keys,
) -> tuple[Codes, Counts]:  # fmt: skip
    """The bins refined by one column that are large enough; sets their records' bits.

    Returns the entries of these bins, and where each starts.
    """
    kept, begins = np.empty(entries.size, np.int32), np.empty(64, np.int64)
    bins, end_of_kept = 0, 0
    for run in range(starts.size - 1):
        bin_entries = entries[starts[run] : starts[run + 1]]
        values, blank = _tally(column, counts, entries, starts[run], starts[run + 1], size, found)
        for at in range(values):
            if size[found[at]] + blank < bin_size:
                size[found[at]] = 0  # marks the value as not kept
        blanks = _count(column, bin_entries, size, top)
        for at in range(values):
            value = found[at]
            if size[value] == 0:
                continue
            if bins == begins.size:
                begins = _enlarge(begins, bins)
            begins[bins] = end_of_kept
            bins += 1
            # Its complete records come first, then its support, then all that are blank.
            complete, support = top[0, value], top[1, value]
            top[0, value], top[1, value] = end_of_kept, end_of_kept + complete
            end_of_kept += complete + support + blanks
        if end_of_kept > kept.size:
            kept = _enlarge(kept, end_of_kept)
        _write(column, bin_entries, size, found[:values], top, kept, bits)
        for at in range(values):
            size[found[at]] = 0
            top[0, found[at]] = 0
            top[1, found[at]] = 0
    if bins == begins.size:
        begins = _enlarge(begins, bins)
    begins[bins] = end_of_kept
    return kept[:end_of_kept], begins[: bins + 1]


@inner
def _count(column: Codes, entries: Codes, size: Counts, top: Counts) -> int:
    """Count in `top` the complete and the supporting entries of each kept value.

    Returns how many entries are blank.
    """
    blanks = 0
    for entry in entries:
        value = column[entry if entry >= 0 else ~entry]
        if value == BLANK:
            blanks += 1
        elif size[value] > 0:
            top[0 if entry >= 0 else 1, value] += 1
    return blanks


@inner
def _write(
    column: Codes,
    entries: Codes,
    size: Counts,
    found: Codes,
    top: Counts,
    kept: Codes,
    bits: Keys,
) -> None:
    """Put each entry of a bin into the bins of its value; a blank one into all of them."""
    for entry in entries:
        complete = entry >= 0
        value = column[entry if complete else ~entry]
        if value == BLANK:
            for other in found:
                if size[other] > 0:
                    kept[top[1, other]] = ~entry if complete else entry
                    top[1, other] += 1
        elif size[value] > 0:
            kept[top[0 if complete else 1, value]] = entry
            top[0 if complete else 1, value] += 1
            if complete:
                bits[entry >> 6] |= uint64(1) << uint64(entry & 63)


@inner
def _enlarge(array: Any, needed: int) -> Any:  # noqa: ANN401  (of either kind of number)
    """A larger array with the same entries first."""
    larger = np.empty(max(2 * array.size, needed + 1), array.dtype)
    larger[: array.size] = array
    return larger


@kernel
def _inherit(columns: Codes, place: Codes, safe: Keys) -> None:
    """Set the bits of records that are blank in a column of a combination.

    There, the column adds nothing: the record is as safe as without it.
    """
    width, height = columns.shape
    for at in range(width):
        blank = np.zeros(safe.shape[1], np.uint64)
        for record in range(height):
            if columns[at, record] == BLANK:
                blank[record >> 6] |= uint64(1) << uint64(record & 63)
        if not blank.any():
            continue
        for mask in range(place.size):
            if mask >> at & 1 and place[mask] >= 0:
                safe[place[mask]] |= blank & safe[place[mask ^ (1 << at)]]
