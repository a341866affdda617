"""What became of every column of the input, as part of the summary; and its values, counted."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

import numpy as np
import polars as pl

from shoal.data.table import exact_column
from shoal.engine.arrays import Counts
from shoal.pipeline.states.released import Released
from shoal.pipeline.summary.payouts import count_released
from shoal.report.distributions import CountedColumn, Distribution
from shoal.report.released import Released as Shown
from shoal.report.types.sections import Fate
from shoal.report.types.summary import Summary

What = Literal["unchanged", "grouped", "removed", "replaced", "blanked", "changed", "not named"]
UNCHANGED: Final = "unchanged"
GROUPED: Final = "grouped"
REMOVED: Final = "removed"
REPLACED: Final = "replaced"
BLANKED: Final = "blanked"
CHANGED: Final = "changed"
NOT_NAMED: Final = "not named"


def with_columns(
    summary: Summary, done: Released, counted: Sequence[CountedColumn], shown: Shown
) -> Summary:
    """The summary with the fate of every column, and how many different values it has.

    Args:
        summary: The summary so far.
        done: The release.
        counted: Released columns, counted before and after.
        shown: What the release shows by itself; it has the numbers after.
    """
    before = {column.name: column.before.distinct for column in counted}
    return {**summary, "columns": list(_fates(summary, done, before, shown.values))}


def _fates(
    summary: Summary,
    done: Released,
    before: Mapping[str, int],
    after: Mapping[str, int],
) -> Iterator[Fate]:
    """The fate of every column of study and table; `before` and `after` count different values."""
    columns, written = done.study.columns, done.study.written
    for name in dict.fromkeys([*columns, *done.table.names]):
        if name not in columns:
            yield {"name": name, "role": None, "fate": NOT_NAMED, "before": None, "after": None}
            continue
        yield {
            "name": name,
            "role": columns[name].role,
            "fate": _fate(summary, done, name) if name in written else REMOVED,
            "before": before.get(name),
            "after": after.get(name),
        }


def _fate(summary: Summary, done: Released, name: str) -> What:
    """What became of a column that is written."""
    column = done.study.columns[name]
    if column.is_replaced:
        return REPLACED
    if column.role != "quasi-identifier":
        return UNCHANGED
    return _fate_of_quasi_identifier(summary, name)


def _fate_of_quasi_identifier(summary: Summary, name: str) -> What:
    """What became of a quasi-identifier in the records that are released."""
    recoding, method = summary.get("recoding"), summary.get("method")
    by_level = None if recoding is None else recoding["records_by_level"].get(name)
    if by_level is not None:
        return GROUPED if any(by_level[1:]) else UNCHANGED
    if method is not None and "perturbation" in method:
        changed = {column["name"] for column in method["perturbation"]["columns"]}
        return CHANGED if name in changed else UNCHANGED
    if method is not None and (method["levels"] or {}).get(name) == 0:
        return BLANKED if method.get("blank_cells_by_column", {}).get(name) else UNCHANGED
    return UNCHANGED if (summary["levels"] or {}).get(name) == 0 and not method else GROUPED


def count_columns(done: Released, counted: Mapping[str, CountedColumn]) -> list[CountedColumn]:
    """How often each value of each released column occurs, before and after.

    Args:
        done: The release.
        counted: Columns that were counted elsewhere, by name; they are not counted again.
    """
    return [counted.get(name) or _count(done, name) for name in done.study.released]


def _count(done: Released, name: str) -> CountedColumn:
    """One released column, counted by record, by tuple, or as it is."""
    column = done.study.columns[name]
    if name in done.study.columns_by_record:
        return _count_by_record(done, name)
    if column.is_generalized:
        at = done.study.generalized.index(name)
        before, after = _count_generalized(done, at)
        height = done.problem.encoded.columns[at].height
        return CountedColumn(name, column.role, column.type, height, before, after)
    kept = pl.Series(~done.outcome.suppressed)
    before, after = (
        Distribution.of(side.texts(name, column.options.type), side.counts)
        for side in (done.table, done.table.select_lines(kept))
    )
    return CountedColumn(name, column.role, column.type, None, before, after)


def _count_by_record(done: Released, name: str) -> CountedColumn:
    """A column whose released values do not follow from a level: they are counted one by one."""
    column, kept = done.study.columns[name], pl.Series(~done.outcome.suppressed)
    height = None
    if column.is_generalized:
        height = done.problem.encoded.columns[done.study.generalized.index(name)].height
    before = Distribution.of(done.table.texts(name, column.options.type))
    after = Distribution.of(exact_column(done.frame, name).filter(kept).cast(pl.String))
    return CountedColumn(name, column.role, column.type, height, before, after)


def _count_generalized(done: Released, at: int) -> tuple[Distribution, Distribution]:
    """The values of a quasi-identifier before and after, counted on distinct tuples."""
    encoded, level = done.problem.encoded, done.outcome.levels[at]
    return (
        _distribution(done, at, 0, encoded.counts),
        _distribution(done, at, level, count_released(encoded, done)),
    )


def _distribution(done: Released, at: int, level: int, counts: Counts) -> Distribution:
    """How often each label of a level occurs; `counts` has the records of each tuple."""
    encoded = done.problem.encoded
    labels = encoded.columns[at].labels[level]
    records = np.zeros(len(labels), np.int64)
    np.add.at(records, encoded.codes(at, level), counts)
    return Distribution.from_counts(labels, pl.Series(records))
