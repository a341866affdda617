"""How often values occur: frequency distributions and contingency tables (docs/theory/utility.md).

Values stand in the order of their type, labels in the order of what they stand for, a missing
value after all others and a suppressed cell last.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.utility.cells import SUPPRESSED, Side
from shoal.utility.comparison import ALL, Column, Comparison, Include

SIGN = "*"  # how a suppressed cell is shown


@dataclass(frozen=True, eq=False)
class Frequencies:
    """Values in order and how many records have them.

    Attributes:
        labels: The values; a missing value is None, and suppressed cells are `SIGN`, last.
        records: The records of each.
        codes: The code of each in its side; `SUPPRESSED` for suppressed cells.
    """

    labels: list[str | None]
    records: Counts
    codes: Codes

    @property
    def shares(self) -> Floats:
        """The relative frequencies."""
        shares: Floats = self.records / max(int(self.records.sum()), 1)
        return shares


def frequencies(
    compared: Comparison, column: Column, include: Include = ALL
) -> tuple[Frequencies, Frequencies]:
    """The values of a column and their records, before and after."""
    before = _count_values(column.before, compared.before_counts, _before_order(column), include)
    after = _count_values(column.after, column.counts, _after_order(column), include)
    return before, after


@dataclass(frozen=True, eq=False)
class Contingency:
    """How often values of two columns occur together.

    Attributes:
        rows: The names of the values of the first column; neighboring ones may be one.
        columns: Those of the second.
        shares: The relative frequency of each pair: a line per entry of `rows`.
    """

    rows: list[str]
    columns: list[str]
    shares: Floats

    @property
    def largest(self) -> float:
        """The largest frequency: the strong end of a color scale."""
        return float(self.shares.max(initial=0.0))


def contingency(
    compared: Comparison,
    pair: tuple[Column, Column],
    include: Include = ALL,
    buckets: tuple[int, int] | None = None,
) -> tuple[Contingency, Contingency]:
    """Two columns together, before and after.

    Args:
        compared: The tables.
        pair: The columns; both must be paired with the input or both not.
        include: Which cells count.
        buckets: The most rows and columns of the result; neighboring values are merged until they
            fit. None for no limit.
    """
    values = [frequencies(compared, column, include) for column in pair]
    sides = [(column.before, column.after) for column in pair]
    both = []
    for at, counts in enumerate((compared.before_counts, pair[0].counts)):
        rows, columns = values[0][at], values[1][at]
        codes = sides[0][at].codes, sides[1][at].codes
        both.append(_cross_tabulate((rows, columns), codes, counts, buckets))
    return both[0], both[1]


def _cross_tabulate(
    values: tuple[Frequencies, Frequencies],
    codes: tuple[Codes, Codes],
    counts: Counts,
    buckets: tuple[int, int] | None,
) -> Contingency:
    """The contingency of one side, from both columns' values and codes."""
    limits = buckets or (len(values[0].labels), len(values[1].labels))
    placed = [_merge_into_buckets(*each) for each in zip(values, codes, limits, strict=True)]
    (rows, row), (columns, column) = placed
    wanted = (row >= 0) & (column >= 0)
    keys = row[wanted].astype(np.int64) * len(columns) + column[wanted]
    sums = np.bincount(keys, counts[wanted], len(rows) * len(columns))
    shares = sums.reshape(len(rows), len(columns)) / max(float(sums.sum()), 1.0)
    return Contingency(rows, columns, shares)


def _merge_into_buckets(values: Frequencies, codes: Codes, limit: int) -> tuple[list[str], Codes]:
    """The names of at most `limit` buckets of neighboring values, and the bucket of each cell.

    -1 for a cell whose value does not count.
    """
    size = len(values.labels)
    count = min(size, max(limit, 1))
    bucket = np.arange(size) * count // max(size, 1)
    place = np.full(int(values.codes.max(initial=0)) + 2, -1, np.int32)
    place[values.codes] = bucket  # `SUPPRESSED` is the last place
    names = [
        _names([values.labels[at] for at in np.flatnonzero(bucket == b)]) for b in range(count)
    ]
    shown = np.where(codes < len(place) - 1, codes, len(place) - 2)
    buckets = np.where(codes < len(place) - 1, place[shown], -1)
    return names, buckets.astype(np.int32)


def _names(labels: list[str | None]) -> str:
    """The name of a bucket: its value, or its first and last one."""
    texts = ["(missing)" if label is None else label for label in labels]
    return texts[0] if len(texts) == 1 else f"{texts[0]} … {texts[-1]}"


def _count_values(side: Side, counts: Counts, keys: Floats, include: Include) -> Frequencies:
    """The values that occur, sorted by the key of each label, then by text."""
    records = side.records(counts)
    missing = side.missing
    codes = np.arange(len(side.labels), dtype=np.int32)
    codes = codes[(records[:-1] > 0) & (codes != missing)]
    texts = side.labels.gather(codes)
    order = (
        pl.DataFrame({"key": keys[codes], "text": texts}).with_row_index("at").sort("key", "text")
    )
    codes = codes[order["at"].to_numpy()]
    last = [missing] if include.missing and missing >= 0 and records[missing] else []
    last += [SUPPRESSED] if include.suppressed and records[-1] else []
    codes = np.append(codes, np.array(last, np.int32)).astype(np.int32)
    labels = [SIGN if code == SUPPRESSED else side.labels[int(code)] for code in codes]
    return Frequencies(labels, records[codes], codes)


def _before_order(column: Column) -> Floats:
    """A number to sort each input value by; 0 for texts, which the alphabet sorts."""
    numbers = column.meaning.numbers
    if numbers is None or numbers.placed:
        return np.zeros(len(column.before.labels))
    return np.nan_to_num(numbers.values, nan=np.inf)


def _after_order(column: Column) -> Floats:
    """A number to sort each label by: the lower end of what it stands for."""
    numbers, entries = column.meaning.numbers, column.entries
    order = np.full(len(column.after.labels) + 1, np.inf)
    if numbers is not None:
        np.minimum.at(order, entries.after, np.nan_to_num(numbers.low, nan=np.inf))
    return order[:-1]
