"""The minimal unsafe combinations of each record, and the heaviest safe one, from the safe bits."""

from dataclasses import dataclass

import numpy as np
from numba import uint64

from shoal.engine.arrays import Bools, Codes, Counts, Floats, Keys
from shoal.engine.distinct import distinct
from shoal.engine.kernel import inner, kernel
from shoal.errors import StudyError
from shoal.methods.combinations.coded import BLANK, Crowd
from shoal.methods.combinations.matching import bins
from shoal.methods.combinations.safety import safe_bits

Bytes = np.ndarray[tuple[int], np.dtype[np.uint8]]
ROOM = 1 << 30  # bytes for the safe bits
WIDEST = 24  # columns: the masks of all combinations are listed once


@dataclass(frozen=True, eq=False)
class Mined:
    """Which combinations are safe for which distinct record.

    Attributes:
        of_record: The distinct record that each record is.
        order: The columns in the order in which they were mined.
        place: By mask over the columns in that order: the row of the combination; -1 if none.
        safe: One row per combination, one bit per distinct record.
    """

    of_record: Codes
    order: Counts
    place: Codes
    safe: Keys

    @property
    def entries(self) -> int:
        """The number of distinct records."""
        return int(self.of_record.max(initial=-1)) + 1

    def masks(self) -> Counts:
        """The combination of each row as a mask over the columns as they were given."""
        return _original_masks(np.flatnonzero(self.place >= 0), self.order)


def fits(codes: Codes) -> bool:
    """Whether the safe bits of all combinations of all columns fit into memory."""
    columns, records = codes.shape[1], len(codes)
    return bool(columns <= WIDEST and (1 << columns) * _row_bytes(records) <= ROOM)


def mine_combinations(codes: Codes, bin_size: int, largest: int) -> Mined:
    """Find out which combinations of at most `largest` columns are safe for which record.

    Raises StudyError if they do not fit into memory.
    """
    _, counts, of_record = distinct((codes + 1).astype(np.uint64), np.ones(len(codes), np.int64))
    first = np.unique(of_record, return_index=True)[1]
    entries = codes[first]
    # Blanks stand in many bins, so their columns come last; many values make bins small early.
    blanks = (codes == BLANK).sum(axis=0)
    order = np.lexsort((-codes.max(axis=0, initial=BLANK), blanks))
    place = _places(codes.shape[1], largest, len(entries))
    columns = np.ascontiguousarray(entries[:, order].T)
    return Mined(of_record, order, place, safe_bits(columns, counts, bin_size, place, largest))


def mine_by_person(codes: Codes, crowd: Crowd, bin_size: int, largest: int) -> Mined:
    """The same where people of a crowd are counted, combination by combination.

    People cannot be added up over the parts of a bin, so every combination is counted anew: of the
    records for which all smaller ones are safe.
    """
    of_record = distinct((codes + 1).astype(np.uint64), np.ones(len(codes), np.int64))[2]
    entries = codes[np.unique(of_record, return_index=True)[1]]
    place = _places(codes.shape[1], largest, len(entries))
    safe = np.zeros((int(place.max()) + 1, _row_bytes(len(entries))), np.uint8)
    masks = np.flatnonzero(place >= 0)
    for mask in masks[np.argsort(np.bitwise_count(masks), kind="stable")].tolist():
        columns = [at for at in range(codes.shape[1]) if mask >> at & 1]
        smaller = safe[[place[mask ^ (1 << at)] for at in columns]]
        able = np.unpackbits(
            np.bitwise_and.reduce(smaller, axis=0, initial=0xFF),
            count=len(entries),
            bitorder="little",
        ).astype(np.bool_)
        able[able] = _is_safe(entries[able], crowd, columns, bin_size)
        safe[place[mask]] = _packed(able)
    return Mined(of_record, np.arange(codes.shape[1]), place, safe.view(np.uint64))


def _is_safe(entries: Codes, crowd: Crowd, columns: list[int], bin_size: int) -> Bools:
    """Which records fit enough people in some columns; in none, everybody fits."""
    if not columns or not len(entries):
        return np.full(len(entries), crowd.size >= bin_size)
    return bins(entries, crowd, columns) >= bin_size


def _packed(flags: Bools) -> Bytes:
    """Flags as bits, in whole words of 64."""
    found = np.zeros(_row_bytes(len(flags)), np.uint8)
    bits = np.packbits(flags, bitorder="little")
    found[: len(bits)] = bits
    return found


def minimal_masks(found: Mined) -> tuple[Counts, Counts]:
    """Where each record's minimal unsafe combinations start (and the last end), and their masks.

    A combination is minimal if it is unsafe, and removing any one column makes it safe. Small
    combinations come first.
    """
    rows, masks = np.flatnonzero(found.place >= 0), found.masks()
    sequence = np.lexsort((masks, np.bitwise_count(masks)))
    entries = found.entries
    sizes = np.zeros(entries, np.int64)
    _count_minimal(found.safe, found.place, rows[sequence], sizes)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    kept = np.empty(starts[-1], np.int64)
    _write_minimal(
        found.safe, found.place, rows[sequence], masks[sequence], starts[:-1].copy(), kept
    )
    return _per_record(starts, kept, found.of_record)


def heaviest_safe(found: Mined, weights: Floats, entropies: Floats) -> Counts:
    """The safe combination of most weight for each record, as a mask.

    What it leaves out is the cheapest set of cells that meets every unsafe combination. Of equally
    heavy ones it is the one that leaves out columns of much entropy: their blanks match the most
    other values, yet few records by chance, so that more of them can be given back later.
    """
    rows, masks = np.flatnonzero(found.place >= 0), found.masks()
    cells = masks[:, None] >> np.arange(len(weights)) & 1
    calm = np.argsort(-entropies, kind="stable")  # the last column decides first
    ties = (cells[:, calm] << np.arange(len(weights))).sum(axis=1)
    sequence = np.lexsort((-ties, -cells.sum(axis=1), -(cells @ weights)))
    best = np.zeros(found.entries, np.int64)
    _first_safe(found.safe, found.place[rows[sequence]], masks[sequence], best)
    return best[found.of_record]


def _places(columns: int, largest: int, entries: int) -> Codes:
    """By mask: the row of each combination of at most `largest` columns; -1 for larger ones."""
    if columns > WIDEST:
        raise StudyError(
            f"{columns} columns are too many for sub-combination analysis: at most {WIDEST} can be"
            " analyzed as one set. Split them into several sets of columns."
        )
    asked = np.bitwise_count(np.arange(1 << columns)) <= largest
    if int(asked.sum()) * _row_bytes(entries) > ROOM:
        raise StudyError(
            f"The {int(asked.sum()):,} combinations of {columns} columns for {entries:,} different"
            " records do not fit into memory. Lower `largest`, or use fewer columns."
        )
    return np.where(asked, np.cumsum(asked) - 1, -1).astype(np.int32)


def _row_bytes(entries: int) -> int:
    """How many bytes one row of bits takes: 64 records in a word."""
    return (entries + 63) // 64 * 8


def _original_masks(masks: Counts, order: Counts) -> Counts:
    """Masks over mined columns as masks over the columns as they were given."""
    given = np.zeros(len(masks), np.int64)
    for at, column in enumerate(order.tolist()):
        given |= (masks >> at & 1) << column
    return given


def _per_record(starts: Counts, masks: Counts, of_record: Codes) -> tuple[Counts, Counts]:
    """Starts and masks for every record, from those of the distinct records."""
    sizes = np.diff(starts)[of_record]
    ends = np.concatenate([[0], np.cumsum(sizes)])
    spread = np.empty(ends[-1], np.int64)
    _spread(starts, masks, of_record, ends, spread)
    return ends, spread


@inner
def _minimal_word(safe: Keys, place: Codes, mask: int, word: int) -> np.uint64:
    """For the 64 records of a word, a bit each: whether a combination is minimal and unsafe."""
    found: np.uint64 = ~safe[place[mask], word]
    rest = mask
    while rest and found:
        low = rest & -rest
        found &= safe[place[mask ^ low], word]
        rest ^= low
    return found


@inner
def _position(low: np.uint64) -> int:
    """Which bit a word's only bit is."""
    position = 0
    if low >> uint64(32):
        position, low = position + 32, low >> uint64(32)
    if low >> uint64(16):
        position, low = position + 16, low >> uint64(16)
    if low >> uint64(8):
        position, low = position + 8, low >> uint64(8)
    if low >> uint64(4):
        position, low = position + 4, low >> uint64(4)
    if low >> uint64(2):
        position, low = position + 2, low >> uint64(2)
    return position + int(low >> uint64(1))


@kernel
def _count_minimal(safe: Keys, place: Codes, rows: Counts, sizes: Counts) -> None:
    """Count the minimal unsafe combinations of each entry."""
    for row in rows:
        for word in range(safe.shape[1]):
            found = _minimal_word(safe, place, row, word)
            while found:
                low = found & (~found + uint64(1))
                entry = word * 64 + _position(low)
                if entry < sizes.size:
                    sizes[entry] += 1
                found ^= low


@kernel
def _write_minimal(
    safe: Keys, place: Codes, rows: Counts, masks: Counts, ends: Counts, kept: Counts
) -> None:
    """Write the minimal unsafe combinations of each entry, from `ends` on."""
    for at in range(rows.size):
        for word in range(safe.shape[1]):
            found = _minimal_word(safe, place, rows[at], word)
            while found:
                low = found & (~found + uint64(1))
                entry = word * 64 + _position(low)
                if entry < ends.size:
                    kept[ends[entry]] = masks[at]
                    ends[entry] += 1
                found ^= low


@kernel
def _first_safe(safe: Keys, places: Codes, masks: Counts, best: Counts) -> None:
    """Write to `best` the first combination of a list that is safe for each entry."""
    open_bits = np.full(safe.shape[1], ~uint64(0), np.uint64)
    for at in range(places.size):
        for word in range(open_bits.size):
            found = open_bits[word] & safe[places[at], word]
            open_bits[word] ^= found
            while found:
                low = found & (~found + uint64(1))
                entry = word * 64 + _position(low)
                if entry < best.size:
                    best[entry] = masks[at]
                found ^= low


@kernel
def _spread(starts: Counts, masks: Counts, of_record: Codes, ends: Counts, spread: Counts) -> None:
    """Copy the masks of distinct records to all of their records."""
    for record in range(of_record.size):
        start = starts[of_record[record]]
        for at in range(ends[record + 1] - ends[record]):
            spread[ends[record] + at] = masks[start + at]
