"""Summary statistics of a column, before and after (docs/theory/utility.md).

Nominal columns have a mode; ordered ones also a median, a minimum and a maximum; numbers and dates
also means, variances and kurtosis. A label that stands for a range counts as its middle. Dates are
counted in days. Kurtosis is the sample excess kurtosis (G2), which may well be negative.
"""

from datetime import UTC, datetime, timedelta
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shoal.data.types import DateType, OrderedType
from shoal.engine.arrays import Bools, Counts, Floats
from shoal.utility.cells import SUPPRESSED, Side
from shoal.utility.comparison import Column, Comparison
from shoal.utility.meaning import Numbers

Labels = NDArray[np.object_]


def statistics(compared: Comparison, *, list_wise: bool = True) -> dict[str, dict[str, Any]]:
    """The statistics of every column: by its name, then by "before" and "after".

    Args:
        compared: The tables.
        list_wise: Whether a record that misses a value in any column is left out of all; columns
            that no longer tell anything do not count for that.
    """
    before, after = complete_rows(compared) if list_wise else (None, None)
    return {
        column.name: {
            "before": _before(column, _counts_of_wanted(compared.before_counts, before)),
            "after": _after(column, _counts_of_wanted(column.counts, after)),
        }
        for column in compared.columns
    }


def complete_rows(compared: Comparison) -> tuple[Bools, Bools]:
    """One flag per row, of the input and of the output: whether every column tells something.

    In the output, columns that nowhere tell anything, or whose records are not paired, do not
    count.
    """
    before = np.ones(len(compared.before_counts), np.bool_)
    after = np.ones(len(compared.counts), np.bool_)
    for column in compared.columns:
        before &= column.before.codes != column.before.missing
        if len(column.counts) == len(after) and not _tells_nothing(column):
            after &= ~_is_empty(column)[column.entries.of_row]
    return before, after


def _counts_of_wanted(counts: Counts, wanted: Bools | None) -> Counts:
    """The records of each row, 0 for rows that are not wanted."""
    if wanted is None or len(counts) != len(wanted):  # a column whose records are not paired
        return counts
    return np.where(wanted, counts, 0)


def moments(values: Floats, records: Counts) -> dict[str, float | None]:
    """Means, variances, range and kurtosis of numbers, by name; empty without records.

    None where there are too few numbers. The geometric mean is that of values plus one, less one;
    None if a value is -1 or less.
    """
    n = int(records.sum())
    if not n:
        return {}
    mean = float(values @ records / n)
    second, fourth = (float((values - mean) ** power @ records / n) for power in (2, 4))
    positive = bool((values[records > 0] > -1).all())
    logs = np.log1p(values[records > 0]) @ records[records > 0] / n if positive else None
    return {
        "mean": mean,
        "sample_variance": second * n / (n - 1) if n > 1 else None,
        "population_variance": second,
        "standard_deviation": sqrt(second * n / (n - 1)) if n > 1 else None,
        "range": float(np.ptp(values[records > 0])),
        "kurtosis": _kurtosis(n, second, fourth),
        "geometric_mean": None if logs is None else float(np.expm1(logs)),
    }


def _kurtosis(n: int, second: float, fourth: float) -> float | None:
    """G2 from the second and fourth central moments of `n` numbers; None below four numbers."""
    if n < 4 or second <= 0:
        return None
    excess = fourth / second**2 - 3
    return ((n + 1) * excess + 6) * (n - 1) / ((n - 2) * (n - 3))


def _before(column: Column, counts: Counts) -> dict[str, Any]:
    """The statistics of a column of the input; missing values do not count."""
    records = column.before.records(counts)[:-1]
    if column.before.missing >= 0:
        records[column.before.missing] = 0
    numbers = column.meaning.numbers
    values = None if numbers is None or numbers.placed else numbers.values
    return _describe(column, _texts(column.before), records, values)


def _after(column: Column, counts: Counts) -> dict[str, Any]:
    """The statistics of a column of the output; cells that tell nothing do not count.

    `from_middles` is there if some labels are ranges.
    """
    entries, numbers = column.entries, column.meaning.numbers
    records = np.bincount(entries.of_row, counts, len(entries.records)).astype(np.int64)
    records[_is_empty(column)] = 0
    texts = _texts(column.after)
    labels = np.array([texts[code] for code in entries.after], dtype=object)
    if numbers is None or numbers.placed:
        return _describe(column, labels, records, None)
    described = _describe(column, labels, records, numbers.middle)
    there = records > 0
    if "mean" not in described or not (numbers.high > numbers.low)[there].any():
        return described
    return {**described, **_ends(column, numbers, there), "from_middles": True}


def _ends(column: Column, numbers: Numbers, there: Bools) -> dict[str, Any]:
    """From the lower end of the first range to the upper end of the last."""
    low, high = float(numbers.low[there].min()), float(numbers.high[there].max())
    ends = {"minimum": low, "maximum": high}
    dated = isinstance(column.type, DateType)
    return {**(_dates(ends) if dated else ends), "range": high - low}


def _describe(
    column: Column, labels: Labels, records: Counts, values: Floats | None
) -> dict[str, Any]:
    """What the type of a column allows to say about labels, their records and their numbers."""
    there = np.flatnonzero(records)
    plain: dict[str, Any] = {
        "records": int(records.sum()),
        "distinct": len({labels[at] for at in there}),
        "mode": _mode(labels, records, there),
    }
    if values is None or not there.size or not np.isfinite(values[there]).all():
        return plain
    if isinstance(column.type, OrderedType):
        return plain | _order_statistics(labels, records, values)
    numbers = _numeric(values[there], records[there])
    return plain | (_as_dates(numbers) if isinstance(column.type, DateType) else numbers)


def _mode(labels: Labels, records: Counts, there: Counts) -> str | None:
    """The most frequent label; of several the first in the alphabet."""
    if not there.size:
        return None
    sums: dict[str, int] = {}
    for at in there:
        sums[labels[at]] = sums.get(labels[at], 0) + int(records[at])
    return min(sums, key=lambda label: (-sums[label], str(label)))


def _order_statistics(labels: Labels, records: Counts, values: Floats) -> dict[str, Any]:
    """Median (the lower of two), minimum and maximum as labels."""
    order = np.argsort(np.where(records > 0, values, np.inf), kind="stable")
    order = order[records[order] > 0]
    middle = np.searchsorted(np.cumsum(records[order]), (int(records.sum()) + 1) // 2)
    return {
        "median": labels[order[middle]],
        "minimum": labels[order[0]],
        "maximum": labels[order[-1]],
    }


def _numeric(values: Floats, records: Counts) -> dict[str, Any]:
    """Median (the mean of two), minimum and maximum as numbers, and `moments`."""
    order = np.argsort(values)
    sums, n = np.cumsum(records[order]), int(records.sum())
    places = [np.searchsorted(sums, place) for place in ((n + 1) // 2, n // 2 + 1)]
    median = float(np.mean([values[order[place]] for place in places]))
    ends = {"minimum": float(values.min()), "maximum": float(values.max())}
    return {"median": median, **ends, **moments(values, records)}


def _as_dates(numbers: dict[str, Any]) -> dict[str, Any]:
    """Places as dates, distances in days; a geometric mean of dates means nothing."""
    places = {key: numbers[key] for key in ("median", "minimum", "maximum", "mean")}
    return {**numbers, **_dates(places), "geometric_mean": None}


def _dates(days: dict[str, float]) -> dict[str, str]:
    """Days since 1970 as ISO dates."""
    start = datetime(1970, 1, 1, tzinfo=UTC)
    return {key: (start + timedelta(days=day)).date().isoformat() for key, day in days.items()}


def _texts(side: Side) -> Labels:
    """The labels of a side, with None last, where the code `SUPPRESSED` (-1) points."""
    return np.array([*side.labels, None], dtype=object)


def _is_empty(column: Column) -> Bools:
    """Which entries tell nothing."""
    entries = column.entries
    blank = (entries.after == column.after.missing) | (entries.after == SUPPRESSED)
    empty: Bools = column.meaning.shows_nothing | blank
    return empty


def _tells_nothing(column: Column) -> bool:
    """Whether no entry of a column tells anything."""
    there = column.entries.after != SUPPRESSED
    return bool(_is_empty(column)[there].all()) if there.any() else True
