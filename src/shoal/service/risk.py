"""The verb `risk`: how well a table protects people, whoever made it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shoal.data.files import read, resolved
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.engine.arrays import Counts
from shoal.errors import StudyError
from shoal.report.summary import plain
from shoal.report.summary import risk as prosecutor
from shoal.risk import measured
from shoal.service.risk_classes import classes_shown, suppressed_records
from shoal.service.risk_columns import Columns, columns_of
from shoal.service.stopwatch import Stopwatch
from shoal.service.study import Study, read_study

FORMAT = 1
AT_RISK = 5  # records in smaller classes are at risk, unless a study promises another k
RULE = (
    "A record is suppressed if all its quasi-identifiers are * or all its cells are empty."
    " Suppressed records are in no class and in no distribution."
)
STAGES = {"read": "read", "encode": "encode", "evaluate": "measure"}


@dataclass(frozen=True)
class Asked:
    """What to measure, and what the file does not tell.

    Attributes:
        quasi_identifiers: The columns that form classes; a study's, or what looks like them.
        sensitive: The sensitive columns; a study's, or what looks like them.
        population: A file with everybody whom the records could be about, with equal values.
        population_size: How many people the records are from.
        models: Whether every privacy model is measured.
    """

    quasi_identifiers: tuple[str, ...] = ()
    sensitive: tuple[str, ...] = ()
    population: Path | None = None
    population_size: int | None = None
    models: bool = False


def risk(
    file: Path | str, study: Path | str | None = None, asked: Asked | None = None
) -> dict[str, Any]:
    """The risk of the table in a file."""
    asked, clock = asked or Asked(), Stopwatch()
    known = None if study is None else read_study(study)
    with clock.stage("read"):
        source = resolved(Source.of(file))
        table = read(source)
        wide = None if asked.population is None else read(resolved(Source.of(asked.population)))
    with clock.stage("encode"):
        decimal = source.decimal or "."
        columns = columns_of(table, known, asked.quasi_identifiers, asked.sensitive, decimal)
    report = {"format": FORMAT, "data": source.name, **_report(columns, wide, known, asked, clock)}
    seconds = clock.cpu_seconds
    report["cpu_seconds"] = {name: seconds[stage] for stage, name in STAGES.items()}
    return {key: plain(value) for key, value in report.items()}


def as_json(report: Mapping[str, Any]) -> str:
    """For other programs."""
    return json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False)


def _report(
    columns: Columns, wide: Table | None, study: Study | None, asked: Asked, clock: Stopwatch
) -> dict[str, Any]:
    with clock.stage("encode"):
        shown = columns.without(suppressed_records(columns))
        classes = classes_shown(shown, wide)
    size = _population_size(study, asked, int(classes.sizes.sum()), wide)
    k = _promised_k(study)
    report = {
        "records": columns.table.records,
        "suppressed_records": columns.table.records - shown.table.records,
        "rule": RULE,
        "counted": "records" if columns.person is None else "people",
        **columns.plain(),
        "classes": _sizes(classes.sizes),
        "risk": {**prosecutor(classes.sizes, k), "at_risk_below": k},
    }
    if asked.models:
        with clock.stage("evaluate"):
            found = measured(classes, tuple(shown.sensitive), size)
        report["population_size"] = size
        report["models"] = [one.plain() for one in found]
    return report


def _population_size(
    study: Study | None, asked: Asked, members: int, wide: Table | None
) -> int | None:
    """How many people the table is from: as was said, as the population has, as a study says."""
    size = asked.population_size
    if size is None and wide is not None:
        size = wide.records
    if size is None and study is not None and study.population is not None:
        size = study.population.people(members)
    if size is not None and size < members:
        raise StudyError(
            f"The population has {size:,} members, fewer than the {members:,} of the table. Give"
            " the population that they are from."
        )
    return size


def _promised_k(study: Study | None) -> int:
    promised = [getattr(promise, "k", 0) for promise in study.privacy] if study else []
    return max(promised, default=0) or AT_RISK


def _sizes(sizes: Counts) -> dict[str, float | int | None]:
    if not sizes.size:
        return {"count": 0, "min": None, "mean": None, "max": None}
    return {
        "count": sizes.size,
        "min": int(sizes.min()),
        "mean": float(sizes.mean()),
        "max": int(sizes.max()),
    }
