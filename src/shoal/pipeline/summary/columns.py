"""What became of every column of the input, as part of the summary: none is left out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shoal.pipeline.states.released import Released
from shoal.report.distributions import CountedColumn
from shoal.report.released import Released as Shown

UNCHANGED, GROUPED, REMOVED = "unchanged", "grouped", "removed"
REPLACED, BLANKED, NOT_NAMED = "replaced", "blanked", "not named"


def with_columns(
    summary: dict[str, Any], done: Released, counted: Sequence[CountedColumn], shown: Shown
) -> dict[str, Any]:
    """The summary with the fate of every column: its values before and after, where it has some."""
    before = {column.name: column.before.distinct for column in counted}
    return {**summary, "columns": list(_fates(summary, done, before, shown.values))}


def _fates(
    summary: Mapping[str, Any],
    done: Released,
    before: Mapping[str, int],
    after: Mapping[str, int],
) -> Iterator[dict[str, Any]]:
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


def _fate(summary: Mapping[str, Any], done: Released, name: str) -> str:
    column = done.study.columns[name]
    if column.is_replaced:
        return REPLACED
    if column.role != "quasi-identifier":
        return UNCHANGED
    return _touched(summary, name)


def _touched(summary: Mapping[str, Any], name: str) -> str:
    """What the records that are there show of a quasi-identifier."""
    by_level = ((summary.get("recoding") or {}).get("records_by_level") or {}).get(name)
    method = summary.get("method") or {}
    if by_level is not None:
        return GROUPED if any(by_level[1:]) else UNCHANGED
    if (method.get("levels") or {}).get(name) == 0:
        return BLANKED if (method.get("blank_cells_by_column") or {}).get(name) else UNCHANGED
    return UNCHANGED if (summary["levels"] or {}).get(name) == 0 and not method else GROUPED
