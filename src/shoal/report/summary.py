"""The numbers of a run as a plain dict: `summary.json` and the report (docs/runs.md).

Everything is counted on distinct tuples, so its cost does not grow with the number of records.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, TypeVar, cast

import numpy as np

from shoal.engine.arrays import Counts
from shoal.engine.encoded import EncodedTable
from shoal.report.distributions import CountedColumn, class_size_bins, records_per_bin
from shoal.report.types.quality import Classes, Quality, Utility
from shoal.report.types.sections import Promise, Risk, RiskSides
from shoal.report.types.summary import ProfileRow, Report, ReportColumn, Summary
from shoal.report.versions import versions
from shoal.risk.risk_profile import risk_profile
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.study.keys.plain import StudyKeys
from shoal.utility.measured import scalars
from shoal.utility.tables import describe_sizes
from shoal.version import __version__

FORMAT = 1
Value = TypeVar("Value")
STEWARD = (
    "This file is the data steward's: it tells about the input."
    " Do not share it together with the release."
)


@dataclass(frozen=True)
class Run:
    """What only the run itself knows.

    Attributes:
        sha256: Fingerprint of the input file; None for a table in memory.
        privacy: What the independent check found about each promise.
        quality: What the release is worth, as `shoal.utility` measures it; it names the columns
            whose values are all suppressed or fully generalized.
        removed_columns: Columns of the input that are not in the release; the summary's key of
            the same name also has those that `quality` names.
        warnings: What a person should know before sharing.
        peak_memory_mb: The most memory the process has held.
        seconds: Wall-clock seconds per stage.
        cpu_seconds: Processor seconds per stage.
    """

    sha256: str | None
    privacy: Sequence[Promise]
    quality: Quality
    removed_columns: Sequence[str]
    warnings: Sequence[str]
    peak_memory_mb: float | None
    seconds: Mapping[str, float]
    cpu_seconds: Mapping[str, float]


def summarize(
    problem: Problem, outcome: Outcome, run: Run, recoded: EncodedTable | None = None
) -> Summary:
    """The content of `summary.json`, as far as every run has it; the pipeline adds more keys.

    Args:
        problem: What was searched.
        outcome: What was found.
        run: What only the run itself knows.
        recoded: The recoded table if classes have levels of their own; None if all records have
            the same. Then the summary names these levels.
    """
    names = [column.name for column in problem.encoded.columns]
    aggregated = [column.name for column in problem.encoded.aggregated]
    summary: Summary = {
        "format": FORMAT,
        "note": STEWARD,
        "shoal_version": __version__,
        "input": {"records": problem.encoded.records, "sha256": run.sha256},
        "quasi_identifiers": [*names, *aggregated],
        "lattice_size": problem.lattice.size,
        "limited_levels": _columns_with_limits(problem),
        "candidates_checked": outcome.candidates_checked,
        "levels": None if recoded else _levels(problem.encoded, outcome),
        "loss": outcome.loss,
        "loss_normalized": outcome.loss_normalized,
        "loss_by_column": dict(outcome.loss_by_column),
        "optimal": outcome.optimal,
        "gap": outcome.gap,
        "suppressed_records": _suppressed_records(problem.encoded, outcome),
        "fully_generalized_records": fully_generalized_records(recoded or problem.encoded, outcome),
        "classes": cast(Classes, describe_sizes(outcome.class_sizes)),
        "privacy": list(run.privacy),
        "risk": _risks(problem, outcome),
        "utility": cast(Utility, scalars(run.quality)),
        "removed_columns": [*run.removed_columns, *run.quality["removed_columns"]],
        "warnings": list(run.warnings),
        "seconds": dict(run.seconds),
        "cpu_seconds": dict(run.cpu_seconds),
        "peak_memory_mb": run.peak_memory_mb,
    }
    return as_plain(summary)


def report(
    summary: Summary,
    study: StudyKeys,
    columns: Sequence[CountedColumn],
    sizes: tuple[Counts, Counts],
    quality: Quality,
) -> Report:
    """The report of a run, from which every page about it is made.

    Args:
        summary: The content of `summary.json`.
        study: The study as a mapping.
        columns: The released columns with their values counted before and after.
        sizes: The sizes of the classes, an array before and one after.
        quality: What the release is worth.
    """
    bins = class_size_bins(max((int(side.max()) for side in sizes if side.size), default=1))
    before, after = (records_per_bin(side, bins) for side in sizes)
    return {
        "format": FORMAT,
        "summary": summary.copy(),
        "study": as_plain(study),
        "columns": [as_plain(_report_column(column, summary)) for column in columns],
        "class_sizes": {"bins": [name for name, _ in bins], "before": before, "after": after},
        "risk_profile": {
            "before": cast(list[ProfileRow], risk_profile(sizes[0]).plain()),
            "after": cast(list[ProfileRow], risk_profile(sizes[1]).plain()),
        },
        "quality": as_plain(quality),
        "versions": versions(),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def risk(sizes: Counts, k: int) -> Risk:
    """The risk of being found by somebody who knows who is in the data (docs/theory/risk.md).

    Risks are shares from 0 to 1; `uniques` counts records, `at_risk` is a share of the records.

    Args:
        sizes: The sizes of the classes; without any, all risks are 0.
        k: Records in smaller classes are at risk: their risk exceeds 1/k.
    """
    if not sizes.size:
        return {"highest": 0.0, "average": 0.0, "lowest": 0.0, "uniques": 0, "at_risk": 0.0}
    records = int(sizes.sum())
    return {
        "highest": 1 / int(sizes.min()),
        "average": sizes.size / records,
        "lowest": 1 / int(sizes.max()),
        "uniques": int(np.count_nonzero(sizes == 1)),
        "at_risk": int(sizes[sizes < k].sum()) / records,
    }


def fully_generalized_records(encoded: EncodedTable, outcome: Outcome) -> int:
    """The number of records that are kept with every quasi-identifier fully generalized."""
    kept = _counts_of_kept(encoded, outcome)
    for at, (column, level) in enumerate(zip(encoded.columns, outcome.levels, strict=True)):
        top = column.covers[level][encoded.codes(at, level)] == column.domain
        kept = np.where(top | (level == column.height), kept, 0)
    return int(kept.sum())


def plain(value: Any) -> Any:  # noqa: ANN401  (any part of a report)
    """A value that JSON can hold; not-a-number and infinity become null."""
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float | Decimal):
        return float(value) if math.isfinite(value) else None
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def as_plain(value: Value) -> Value:
    """`plain` for a typed dict: the result has the same keys, so it keeps its type."""
    same: Value = plain(value)
    return same


def _columns_with_limits(problem: Problem) -> list[str]:
    """The columns that may not use all levels of their hierarchies, because the study says so."""
    low, high = problem.lattice.minimum, problem.lattice.maximum
    return [
        column.name
        for column, least, most in zip(problem.encoded.columns, low, high, strict=True)
        if least > 0 or most < column.height
    ]


def _levels(encoded: EncodedTable, outcome: Outcome) -> dict[str, int | None]:
    """The level of each column; None for aggregated columns, which form no classes."""
    names = [column.name for column in encoded.columns]
    outside = [column.name for column in encoded.aggregated]
    return {**dict(zip(names, outcome.levels, strict=True)), **dict.fromkeys(outside)}


def _suppressed_records(encoded: EncodedTable, outcome: Outcome) -> int:
    """The number of suppressed records; an entry of the table may stand for several equal ones."""
    if encoded.entries is None:
        return int(np.count_nonzero(outcome.suppressed))
    return int(encoded.entries[outcome.suppressed].sum())


def _counts_of_kept(encoded: EncodedTable, outcome: Outcome) -> Counts:
    """Kept records per distinct tuple; a tuple is suppressed as a whole or not at all."""
    suppressed = np.zeros(encoded.counts.size, np.bool_)
    suppressed[encoded.tuple_of_record] = outcome.suppressed
    return np.where(suppressed, 0, encoded.counts)


def _risks(problem: Problem, outcome: Outcome) -> RiskSides:
    """The risk before and after; `at_risk` goes by the strictest k promised (5 where none is)."""
    promised = [k for promise in problem.privacy if (k := getattr(promise, "k", None))]
    k = max(promised, default=5)
    return {"before": risk(problem.encoded.counts, k), "after": risk(outcome.class_sizes, k)}


def _report_column(column: CountedColumn, summary: Summary) -> ReportColumn:
    """A column for the report; its level is None where records have levels of their own."""
    return {
        "name": column.name,
        "role": column.role,
        "type": column.type,
        "level": (summary["levels"] or {}).get(column.name),
        "max_level": column.max_level,
        "loss": summary["loss_by_column"].get(column.name),
        "before": column.before.most_frequent,
        "after": column.after.most_frequent,
        "before_distinct": column.before.distinct,
        "after_distinct": column.after.distinct,
    }
