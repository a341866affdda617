"""The verb `risk`: how well a table protects people, whatever program made it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.engine.arrays import Counts
from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.pipeline.folder.added import write_page
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import way_of
from shoal.report.summary import as_plain
from shoal.report.summary import risk as prosecutor
from shoal.report.types.measured_risk import MeasuredModel, RiskReport, RiskSections, RiskSide
from shoal.report.types.quality import Classes
from shoal.report.types.summary import ProfileRow
from shoal.risk import measure_models
from shoal.risk.risk_profile import risk_profile
from shoal.service.risk import sections
from shoal.service.risk.classes import classes_shown, suppressed_records
from shoal.service.risk.columns import Columns, columns_of
from shoal.study.study import Study, read_study
from shoal.version import __version__

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
        columns: Whether the report lists which columns identify people.
        special: Whether records are looked for that few columns single out.
        safe_harbor: Whether the eighteen kinds of identifiers of Safe Harbor are looked for.
        weights: The column that tells how many people each record stands for.
        household: The column that tells whose record belongs to which household.
        threshold: Records with a higher risk are at risk; 1/k of a study, or 1/5.
        before: The table that this one was made from, to be shown beside it.
    """

    quasi_identifiers: tuple[str, ...] = ()
    sensitive: tuple[str, ...] = ()
    population: Path | None = None
    population_size: int | None = None
    models: bool = False
    columns: bool = False
    special: bool = False
    safe_harbor: bool = False
    weights: str | None = None
    household: str | None = None
    threshold: float | None = None
    before: Path | None = None


def risk(
    file: Path | str, study: Path | str | None = None, asked: Asked | None = None
) -> RiskReport:
    """The risk of the table in a file, as plain values.

    Args:
        file: The file.
        study: The study file that knows roles and promises, if there is one.
        asked: What to measure.
    """
    asked, clock = asked or Asked(), Stopwatch()
    known = None if study is None else read_study(study)
    report = cast(RiskReport, _measure_file(file, known, asked, clock))
    report["shoal_version"] = __version__
    if asked.before is not None:
        earlier = replace(asked, before=None, quasi_identifiers=tuple(report["quasi_identifiers"]))
        report["before"] = _measure_file(asked.before, known, earlier, clock)
    seconds = clock.cpu_seconds
    report["cpu_seconds"] = {name: seconds[stage] for stage, name in STAGES.items()}
    return as_plain(report)


def _measure_file(
    file: Path | str, known: Study | None, asked: Asked, clock: Stopwatch
) -> RiskSide:
    """Read a table and the population, find out roles, and measure."""
    with clock.stage("read"):
        source = resolve_source(Source.of(file))
        table = read(source)
        wide = (
            None if asked.population is None else read(resolve_source(Source.of(asked.population)))
        )
    with clock.stage("encode"):
        decimal = source.decimal or "."
        columns = columns_of(table, known, asked.quasi_identifiers, asked.sensitive, decimal)
    return _report(source.name, columns, wide, known, asked, clock)


def write_html(report: RiskReport, path: Path) -> None:
    """Write a risk report as a page with pictures, for the data steward."""
    from shoal.report.risk_page import render_risk  # noqa: PLC0415  (only where a page is asked)

    write_page(path, render_risk(report), "risk")


def _report(
    name: str,
    columns: Columns,
    wide: Table | None,
    study: Study | None,
    asked: Asked,
    clock: Stopwatch,
) -> RiskSide:
    """One side of the report: what is measured on a table without its suppressed records."""
    with clock.stage("encode"):
        shown = columns.without(suppressed_records(columns))
        classes = classes_shown(shown, wide)
    size = _population_size(study, asked, int(classes.sizes.sum()), wide)
    k = _k_of_promises(study)
    threshold = 1 / k if asked.threshold is None else asked.threshold
    with clock.stage("evaluate"):
        measured_sections = _sections(shown, classes, threshold, size, asked)
    if asked.models:
        with clock.stage("evaluate"):
            models = [
                model.plain() for model in measure_models(classes, tuple(shown.sensitive), size)
            ]
        measured_sections["population_size"] = size
        measured_sections["models"] = cast(list[MeasuredModel], models)
    return {
        "format": FORMAT,
        "data": name,
        "records": columns.table.records,
        "suppressed_records": columns.table.records - shown.table.records,
        "rule": RULE,
        "counted": "records" if columns.person is None else "people",
        **columns.plain(),
        "classes": _sizes(classes.sizes),
        "risk": {**prosecutor(classes.sizes, k), "at_risk_below": k},
        **measured_sections,
    }


def _sections(
    columns: Columns,
    classes: EquivalenceClasses,
    threshold: float,
    population: int | None,
    asked: Asked,
) -> RiskSections:
    """The sections of a report: attackers, profile and uniqueness always, others as asked."""
    chosen: RiskSections = {
        "attackers": sections.attackers_section(classes, threshold),
        "profile": cast(list[ProfileRow], risk_profile(classes.sizes).plain()),
        "uniqueness": sections.uniqueness_section(classes.sizes, population),
        "missing_matches_anything": sections.wildcard_section(columns, threshold),
    }
    if asked.columns:
        chosen["columns"] = sections.columns_section(columns)
    if asked.special:
        share = None if population is None else columns.table.records / population
        chosen["special_uniques"] = sections.special_section(columns, share)
    if asked.safe_harbor:
        chosen["safe_harbor"] = sections.safe_harbor_section(columns)
    if asked.weights is not None:
        chosen["individual"] = sections.individual_section(columns, asked.weights, asked.household)
    return chosen


def _population_size(
    study: Study | None, asked: Asked, members: int, wide: Table | None
) -> int | None:
    """The size of the population: as named, else that of its table, else as a study says."""
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


def _k_of_promises(study: Study | None) -> int:
    """The largest k of promises or method; `AT_RISK` if there is none."""
    promised = [getattr(promise, "k", 0) for promise in study.privacy] if study else []
    of_method = way_of(study).smallest if study else 0
    return max([*promised, of_method]) or AT_RISK


def _sizes(sizes: Counts) -> Classes:
    """How many classes there are, and how large they are."""
    if not sizes.size:
        return {"count": 0, "min": None, "mean": None, "max": None}
    return {
        "count": sizes.size,
        "min": int(sizes.min()),
        "mean": float(sizes.mean()),
        "max": int(sizes.max()),
    }
