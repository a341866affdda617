"""The verb `compare`: how much of a table is left in another one that was made from it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from shoal.data.files import read, resolve_source
from shoal.data.input_identity import fingerprint
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.errors import DataError, StudyError, did_you_mean
from shoal.pipeline.folder.added import write_page
from shoal.progress import Progress, Watch, ignore_progress
from shoal.report.summary import STEWARD, plain
from shoal.report.types.comparison import ComparisonReport, NotAvailable
from shoal.service.compared_columns import Columns, columns_by_look, columns_by_study
from shoal.study.study import Study, read_study
from shoal.utility import Comparison, Include, compare_tables, measure_comparison
from shoal.utility.comparison import ALL
from shoal.version import __version__

FORMAT = 1
HOW = {
    "in-order": "Records were compared in their order: every cell could have come from the cell"
    " beside it, or --paired said so.",
    "by-generalization": "Records were found again by what their values become: all records that"
    " look alike are in the output, or none of them.",
    "unknown": "Nobody knows which record became which, so distances were not measured. If both"
    " tables have the same records in the same order, say --paired.",
}


@dataclass(frozen=True)
class Asked:
    """How to compare.

    Attributes:
        columns: The columns to measure together; a study's quasi-identifiers, or all.
        paired: Whether both tables have the same records in the same order; None finds out.
        suppressed: How a cell that shows nothing is written, besides being blank.
        include: Which cells count.
        list_wise: Whether statistics leave out records that miss a value in any column.
        pairs: Columns whose contingency is wanted.
    """

    columns: tuple[str, ...] = ()
    paired: bool | None = None
    suppressed: str = "*"
    include: Include = ALL
    list_wise: bool = True
    pairs: tuple[tuple[str, str], ...] = ()


def compare(
    before: object,
    after: object,
    study: Study | Mapping[str, Any] | Path | str | None = None,
    asked: Asked | None = None,
    *,
    watch: Watch = ignore_progress,
) -> ComparisonReport:
    """Every measure of two tables, as plain values.

    Args:
        before: The input: a file, or a table in memory.
        after: The output, made by whatever program.
        study: The study that knows types, hierarchies and quasi-identifiers.
        asked: How to compare.
        watch: Called now and then; raises Canceled to stop.
    """
    asked = asked or Asked()
    watch(Progress("read", 0, 1))
    tables = _table_of(before), _table_of(after)
    comparison, columns = side_by_side(tables, study, asked, watch, levels_beside(after))
    numbers = measure_comparison(
        comparison, asked.include, list_wise=asked.list_wise, pairs=asked.pairs, watch=watch
    )
    report = {
        "format": FORMAT,
        "note": STEWARD,
        "shoal_version": __version__,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "input": {"name": _name(before), "records": tables[0][0].records},
        "output": {"name": _name(after), "records": tables[1][0].records},
        "study": study is not None,
        "how": HOW[comparison.pairing] + columns.subset,
        "roles": columns.roles,
        "only_in_input": [name for name in tables[0][0].names if name not in tables[1][0].names],
        "only_in_output": [name for name in tables[1][0].names if name not in tables[0][0].names],
        "not_compared": columns.left_out,
        "not_available": _not_available(numbers["quality"]),
        **plain(numbers),
    }
    return cast(ComparisonReport, report)


def side_by_side(
    tables: tuple[tuple[Table, str], tuple[Table, str]],
    study: Study | Mapping[str, Any] | Path | str | None,
    asked: Asked,
    watch: Watch = ignore_progress,
    levels: Mapping[str, int | None] | None = None,
) -> tuple[Comparison, Columns]:
    """Two tables as a comparison, and what is known about the columns that both have.

    Args:
        tables: Input and output, each with the decimal mark of its texts.
        study: The study that knows types and hierarchies; None looks at the values.
        asked: How to compare.
        watch: Called now and then; raises Canceled to stop.
        levels: The level of each column in the output, where a run tells.
    """
    (old, decimal), (new, _) = tables
    _refuse_useless(old, new)
    watch(Progress("encode", 0, 1))
    if study is None:
        columns = columns_by_look(old, new, decimal)
    else:
        columns = columns_by_study(_as_study(study), old, new, decimal, levels)
    names = list(columns.known)
    keys = asked.columns or columns.keys
    _refuse_unknown("--columns", keys, names)
    for pair in asked.pairs:
        _refuse_unknown("--pair", pair, names)
    comparison = compare_tables(
        columns.before, columns.after, columns.known, keys,
        paired=asked.paired, suppressed=asked.suppressed,
    )  # fmt: skip
    return comparison, columns


def levels_beside(release: object) -> dict[str, int | None]:
    """The levels of a release, from the summary in its folder; empty without one.

    Also empty if the file was changed since the run, or if a method made it. A label may stand on
    several levels; only the run knows which one it stands on here.
    """
    if not isinstance(release, str | Path) or not Path(release).name.startswith(
        ("draft.", "release.")
    ):
        return {}
    try:
        summary = json.loads((Path(release).parent / "summary.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    same = (summary.get("files") or {}).get(Path(release).name) == fingerprint(Path(release))
    return dict(summary.get("levels") or {}) if same and "method" not in summary else {}


def write_html(report: ComparisonReport, path: Path) -> None:
    """Write a comparison as a page of its own."""
    from shoal.report.compare_page import render_comparison  # noqa: PLC0415  (only if asked for)

    write_page(path, render_comparison(report), "compare")


def _refuse_useless(old: Table, new: Table) -> None:
    """Refuse tables without records, or without a column in common."""
    for table, which in ((old, "input"), (new, "output")):
        if not table.records:
            raise DataError(f"The {which} has no records, so there is nothing to compare.")
    if not set(old.names) & set(new.names):
        raise DataError(
            "The tables have no column in common."
            f" Input: {', '.join(old.names[:10])}. Output: {', '.join(new.names[:10])}."
            " Rename the columns of one of them."
        )


def _refuse_unknown(option: str, wanted: Sequence[str], names: Sequence[str]) -> None:
    """Refuse a column that is not compared; `option` is what the person typed."""
    for name in wanted:
        if name not in names:
            raise StudyError(
                f"{option}: {name!r} is no column that is compared.{did_you_mean(name, names)}"
            )


def _not_available(quality: Mapping[str, Any]) -> list[NotAvailable]:
    """What could not be computed, and why."""
    by_column: list[NotAvailable] = [
        {"column": name, "measure": measure, "reason": figure["reason"]}
        for name, measures in quality["columns"].items()
        for measure, figure in measures.items()
        if isinstance(figure, dict) and figure.get("reason")
    ]
    whole: list[NotAvailable] = [
        {"column": "", "measure": measure, "reason": figure["reason"]}
        for measure, figure in quality.items()
        if isinstance(figure, dict) and figure.get("reason")
    ]
    return by_column + whole


def _table_of(data: object) -> tuple[Table, str]:
    """The table and the decimal mark of its texts."""
    if not isinstance(data, str | Path):
        return Table.of(data), "."
    source = resolve_source(Source.of(data))
    return read(source), source.decimal or "."


def _name(data: object) -> str:
    return Path(data).name if isinstance(data, str | Path) else "a table in memory"


def _as_study(study: Study | Mapping[str, Any] | Path | str) -> Study:
    if isinstance(study, Study):
        return study
    return Study.of(study) if isinstance(study, Mapping) else read_study(study)
