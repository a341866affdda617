"""What became of every column of the input, as part of the summary: none is left out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from shoal.pipeline.states.released import Released
from shoal.report.distributions import CountedColumn
from shoal.report.released import Released as Shown
from shoal.report.types.sections import Fate
from shoal.report.types.summary import Summary

What = Literal["unchanged", "grouped", "removed", "replaced", "blanked", "not named"]
UNCHANGED: Final = "unchanged"
GROUPED: Final = "grouped"
REMOVED: Final = "removed"
REPLACED: Final = "replaced"
BLANKED: Final = "blanked"
NOT_NAMED: Final = "not named"


def with_columns(
    summary: Summary, done: Released, counted: Sequence[CountedColumn], shown: Shown
) -> Summary:
    """The summary with the fate of every column: its values before and after, where it has some."""
    before = {column.name: column.before.distinct for column in counted}
    return {**summary, "columns": list(_fates(summary, done, before, shown.values))}


def _fates(
    summary: Summary,
    done: Released,
    before: Mapping[str, int],
    after: Mapping[str, int],
) -> Iterator[Fate]:
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
    column = done.study.columns[name]
    if column.is_replaced:
        return REPLACED
    if column.role != "quasi-identifier":
        return UNCHANGED
    return _touched(summary, name)


def _touched(summary: Summary, name: str) -> What:
    """What the records that are there show of a quasi-identifier."""
    recoding, method = summary.get("recoding"), summary.get("method")
    by_level = None if recoding is None else recoding["records_by_level"].get(name)
    if by_level is not None:
        return GROUPED if any(by_level[1:]) else UNCHANGED
    if method is not None and (method["levels"] or {}).get(name) == 0:
        return BLANKED if method.get("blank_cells_by_column", {}).get(name) else UNCHANGED
    return UNCHANGED if (summary["levels"] or {}).get(name) == 0 and not method else GROUPED
