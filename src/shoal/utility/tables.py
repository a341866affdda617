"""Measures of whole records: classes, ambiguity, squared errors over all columns."""

from math import prod

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.utility.columns import distance_to_farther_end
from shoal.utility.comparison import ALL, UNPAIRED, Column, Comparison, Include, class_sizes
from shoal.utility.measure import Measure, no_measure

NOTHING = "no record counts"
NO_NUMBERS = "no column can be read as numbers"


def class_size(compared: Comparison, include: Include = ALL) -> Measure:
    """The average size of a class: of the input at best, all records in one at worst."""
    before, after, records = _sizes(compared, include)
    if not before.size:
        return no_measure(NOTHING if compared.is_paired else UNPAIRED)
    value = after.sum() / after.size if after.size else records
    return Measure(float(value), float(before.sum() / before.size), float(records))


def discernibility(compared: Comparison, include: Include = ALL) -> Measure:
    """From how many records each cannot be distinguished; if suppressed, from all (Bayardo)."""
    before, after, records = _sizes(compared, include)
    if not before.size:
        return no_measure(NOTHING if compared.is_paired else UNPAIRED)
    gone = records - int(after.sum())
    value = float(_squares(after) + records * gone)
    return Measure(value, _squares(before), float(records) ** 2)


def ambiguity(compared: Comparison, include: Include = ALL) -> Measure:
    """How many combinations of values each record may stand for, summed over records."""
    columns = compared.key_columns
    unknown = [column.name for column in columns if "share" in column.meaning.reasons]
    if unknown:
        return no_measure(f"columns without known shares: {', '.join(unknown)}")
    rows = _rows_that_count(compared, include)
    records = compared.counts[rows]
    if not records.sum():
        return no_measure(NOTHING)
    shares = np.ones(len(records))
    for column in columns:
        shares *= column.meaning.shares[column.entries.of_row[rows]]
    smallest = [column.meaning.smallest for column in columns]
    # All combinations may be more than a number can hold; quality depends on their shares only.
    whole = float(records.sum()) * min(prod(1 / share for share in smallest), 1e280)
    mean = float(shares @ records / records.sum())
    return Measure(mean * whole, prod(smallest) * whole, whole)


def record_squared_error(compared: Comparison, include: Include = ALL) -> Measure:
    """The mean distance of a record from the farthest that it may have been.

    In standard deviations of each column of the input, divided by the number of columns.
    """
    columns, reason = _numeric(compared)
    rows = _rows_that_count(compared, include)
    if not columns or not compared.counts[rows].sum():
        return no_measure(reason or NOTHING)
    records = compared.counts[rows]
    near, far = np.zeros(len(records)), np.zeros(len(records))
    for column in columns:
        error, worst = _errors_in_deviations(column, compared.before_counts)
        near += error[column.entries.of_row[rows]]
        far += worst[column.entries.of_row[rows]]
    scale = len(columns) * records.sum()
    distances = [float(np.sqrt(side) @ records / scale) for side in (near, far)]
    return Measure(distances[0], 0.0, distances[1])


def sse_sst(compared: Comparison, include: Include = ALL) -> Measure:
    """Squared errors of middles over the squared deviations of the input from its means.

    The textbook form. ARX takes the deviations of the output instead, and so gets other numbers.
    """
    columns, reason = _numeric(compared)
    rows = _rows_that_count(compared, include)
    if not columns or not compared.counts[rows].sum():
        return no_measure(reason or NOTHING)
    errors, deviations = 0.0, 0.0
    for column in columns:
        of_row = column.entries.of_row[rows]
        records = np.bincount(of_row, compared.counts[rows], len(column.entries.records))
        records = records.astype(np.int64)
        error, deviation = _sums(column, records)
        errors, deviations = errors + error, deviations + deviation
    return Measure(errors, 0.0, deviations)


MEASURES = {
    "average_class_size": class_size,
    "ambiguity": ambiguity,
    "discernibility": discernibility,
    "record_squared_error": record_squared_error,
    "sse_sst": sse_sst,
}


def classes(compared: Comparison) -> dict[str, dict[str, float | int | None]]:
    """How many classes there are before and after, and how large they are."""
    before, after, _ = _sizes(compared, ALL)
    return {"before": describe_sizes(before), "after": describe_sizes(after)}


def describe_sizes(sizes: Counts) -> dict[str, float | int | None]:
    """How many classes (`count`), and their size: `min`, `mean`, `max`; None without classes."""
    if not sizes.size:
        return {"count": 0, "min": None, "mean": None, "max": None}
    return {
        "count": sizes.size,
        "min": int(sizes.min()),
        "mean": int(sizes.sum()) / sizes.size,
        "max": int(sizes.max()),
    }


def _sizes(compared: Comparison, include: Include) -> tuple[Counts, Counts, int]:
    """The sizes of the classes before and after, and how many records count.

    Without suppressed records, those before are only known if pairs are; else they are empty.
    """
    kept = compared.sizes_after
    if include.suppressed:
        return compared.sizes_before, kept, compared.records
    if not compared.is_paired:
        return kept[:0], kept, 0
    before = [column.before for column in compared.key_columns]
    had = class_sizes(before, compared.before_counts, ~compared.suppressed)
    return had, kept, int(had.sum())


def _rows_that_count(compared: Comparison, include: Include) -> Bools:
    """Which rows of the output count."""
    everything = np.ones(len(compared.counts), np.bool_)
    return everything if include.suppressed else ~compared.suppressed


def _squares(sizes: Counts) -> float:
    """The sum of the squares."""
    return float(sizes.astype(np.float64) @ sizes)


def _numeric(compared: Comparison) -> tuple[list[Column], str]:
    """The columns that can be read as numbers, and why there are none, if so."""
    paired = [column for column in compared.key_columns if column.entries.paired]
    if not compared.is_paired or not paired:
        return [], UNPAIRED
    return [column for column in paired if _is_numeric(column)], NO_NUMBERS


def _is_numeric(column: Column) -> bool:
    """Whether some value is a number, and every label of a number says what it stands for."""
    numbers = column.meaning.numbers
    if numbers is None:
        return False
    known = np.isfinite(numbers.values[column.entries.before])
    return bool(known.any() and np.isfinite(numbers.low[known]).all())


def _errors_in_deviations(column: Column, before_counts: Counts) -> tuple[Floats, Floats]:
    """Squared distances of each entry in standard deviations: as it is, and at worst."""
    numbers, entries = column.meaning.numbers, column.entries
    assert numbers is not None  # noqa: S101  (only numeric columns come here)
    values = numbers.values[entries.before]
    deviation = _deviation(numbers.values, column.before.records(before_counts)[:-1])
    ends = np.concatenate([numbers.values, numbers.low, numbers.high])
    error = distance_to_farther_end(values, numbers.low, numbers.high)
    worst = distance_to_farther_end(values, float(np.nanmin(ends)), float(np.nanmax(ends)))
    scale = 1 / deviation if deviation > 0 else 0.0
    return np.nan_to_num(error * scale) ** 2, np.nan_to_num(worst * scale) ** 2


def _sums(column: Column, records: Counts) -> tuple[float, float]:
    """The squared errors of middles, and the squared deviations of the input from its mean."""
    numbers, entries = column.meaning.numbers, column.entries
    assert numbers is not None  # noqa: S101  (only numeric columns come here)
    values = numbers.values[entries.before]
    known = np.isfinite(values) & (records > 0)
    if not known.any():
        return 0.0, 0.0
    values, weights = values[known], records[known]
    mean = float(values @ weights / weights.sum())
    error = (values - numbers.middle[known]) ** 2
    return float(error @ weights), float((values - mean) ** 2 @ weights)


def _deviation(values: Floats, records: Counts) -> float:
    """The standard deviation of the known values; 0 without any."""
    known = np.isfinite(values)
    weights = records[known]
    if not weights.sum():
        return 0.0
    mean = values[known] @ weights / weights.sum()
    return float(np.sqrt((values[known] - mean) ** 2 @ weights / weights.sum()))
