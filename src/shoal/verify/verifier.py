"""The verdict over a release: all checks of docs/runs.md, from the files alone."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.errors import DataError
from shoal.verify.case.case import Case
from shoal.verify.checks import record_findings
from shoal.verify.findings.times import LATEST
from shoal.verify.findings.verdict import Finding, Verdict
from shoal.verify.graphs import graph_files, graph_findings, has_graph
from shoal.verify.headers import columns_finding, coverage_findings, identifiers_finding
from shoal.verify.promises import not_checked
from shoal.verify.promises.outside import NO_CHECK
from shoal.verify.scope import scope_of
from shoal.verify.serialization import serialization_finding
from shoal.verify.study.known_settings import BY_CHANCE
from shoal.verify.study.terms import Terms
from shoal.verify.subset import subset_columns
from shoal.verify.tables.files import read_file
from shoal.verify.tables.inputs import (
    Release,
    is_csv,
    read_first_of_others,
    read_input,
    read_release,
)
from shoal.verify.values.texts import count_formulas


def verify(
    study: Mapping[str, Any],
    folder: Path,
    release: Release,
    *,
    data: Path | None = None,
    drawn: pl.Series | None = None,
    clusters: pl.Series | None = None,
    order: pl.Series | None = None,
    checks: int = LATEST,
    writers: Mapping[str, str] | None = None,
) -> Verdict:
    """Check a written release against its study and its input.

    A release that cannot be read is a finding that fails; an input or a study that cannot be read
    raises DataError or StudyError.

    Args:
        study: The parsed study file; the dialect of the input is the one it says.
        folder: What the study's relative paths are relative to.
        release: The written release: a file, a table that `read_table` gave, or None for the
            table that the study's `output` names.
        data: The input, if it is not where the study says.
        drawn: Which records of the input are in a random sample; only the run that drew it knows.
        clusters: The released number of the cluster of each record of the input; only the run
            knows that, too.
        order: The place in the input of each released record; only the run knows that, too.
        checks: The number of the newest checks to make: those of the time of the run.
        writers: The versions of the libraries that wrote the release, if not those of today.
    """
    terms = Terms.of(study, checks)
    before = read_input(terms.source, folder, data, _columns_to_read(terms, folder))
    try:
        after = read_release(study, folder, release)
    except DataError as error:
        return Verdict((Finding("file", False, str(error)), *_findings_not_made("the file", terms)))
    harmless = [_formulas_finding(after)] if terms.neutralized and is_csv(release) else []
    place = release.parent if isinstance(release, Path) else folder
    graph = _graph_findings(terms, (folder, place), before, after, clusters)
    form = _form_findings(terms, release, after, writers)
    strict = terms.shuffled and terms.is_strict
    hidden = read_first_of_others(terms.source, folder, data, terms.written) if strict else None
    findings = _verdict(terms, folder, before, after, None, drawn, hidden, order).findings
    return Verdict((*harmless, *findings, *form, *graph))


def verify_frames(
    study: Mapping[str, Any],
    folder: Path,
    data: pl.DataFrame,
    release: pl.DataFrame,
    suppressed: pl.Series | None = None,
    drawn: pl.Series | None = None,
    clusters: pl.Series | None = None,
) -> Verdict:
    """Check a release in memory, with the newest checks that need no file.

    Neither frame is changed. A released graph is looked for in the folder.

    Args:
        study: The parsed study file.
        folder: What the study's relative paths are relative to.
        data: The input.
        release: The released records.
        suppressed: Which of them are suppressed; the release then has all records of the input, in
            their order. Without it, the release is checked like a file.
        drawn: Which records of the input are in a random sample.
        clusters: The released number of the cluster of each record of the input.
    """
    mask = None if suppressed is None else suppressed.cast(pl.Boolean).to_numpy().copy()
    terms = Terms.of(study)
    absent = [name for name in _columns_to_read(terms, folder) if name not in data.columns]
    if absent:
        raise DataError(f"The input has no column {', '.join(map(repr, absent))}.")
    graph = _graph_findings(terms, (folder, folder), data, release, clusters)
    findings = _verdict(terms, folder, data.clone(), release.clone(), mask, drawn).findings
    return Verdict((*findings, *graph))


def _form_findings(
    terms: Terms, release: Release, cells: pl.DataFrame, writers: Mapping[str, str] | None
) -> list[Finding]:
    """Check that the file, and those of a graph, have the one form of their cells.

    There is no finding about a table of a database, an older run or wrong columns.
    """
    if not terms.is_strict or not isinstance(release, Path):
        return []
    if columns_finding(terms, cells.columns).holds is not True:
        return []
    own = serialization_finding(release, cells, terms.written, writers)
    beside = graph_files(release.parent) if has_graph(terms) else []
    # Findings about the graph name a file that cannot be read.
    with contextlib.suppress(DataError):
        return [
            own,
            *(
                serialization_finding(path, read_file(path, {}, None), None, writers)
                for path in beside
            ),
        ]
    return [own]


def _columns_to_read(terms: Terms, folder: Path) -> tuple[str, ...]:
    """The columns of the input that the checks look at, each once."""
    more = subset_columns(terms.subset, folder) if terms.subset else ()
    nodes = (str((terms.method or {}).get("node")),) if has_graph(terms) else ()
    return tuple(dict.fromkeys((*terms.columns_to_read, *more, *nodes)))


def _graph_findings(
    terms: Terms,
    folders: tuple[Path, Path],
    data: pl.DataFrame,
    release: pl.DataFrame,
    clusters: pl.Series | None,
) -> list[Finding]:
    """The findings about a released graph; empty where the study releases none.

    `folders` are what the study's paths are relative to, and where the released graph lies.
    """
    if not has_graph(terms) or columns_finding(terms, release.columns).holds is not True:
        return []
    return list(graph_findings(terms, *folders, data, release, clusters))


def _verdict(
    terms: Terms,
    folder: Path,
    data: pl.DataFrame,
    release: pl.DataFrame,
    mask: np.ndarray[Any, np.dtype[np.bool_]] | None,
    drawn: pl.Series | None,
    hidden: pl.DataFrame | None = None,
    order: pl.Series | None = None,
) -> Verdict:
    """The verdict over columns, records and promises; wrong columns or counts end it early.

    It empties `data` and `release` (`Case.of`).
    """
    columns, identifiers = (
        columns_finding(terms, release.columns),
        identifiers_finding(terms, release.columns),
    )
    findings = (columns, identifiers, *_unknown_findings(terms), *coverage_findings(terms))
    if columns.holds is not True:
        return Verdict((*findings, *_findings_not_made("the columns", terms)))
    if mask is not None and not len(mask) == release.height == data.height:
        reason = "The input, the release and the marks of suppression differ in length."
        counts = Finding("counts", False, reason)
        return Verdict((*findings, counts, *_findings_not_made("the counts", terms)))
    scope = scope_of(terms, folder, data, release, mask, drawn)
    case = Case.of(scope.terms, folder, scope.data, scope.release, scope.mask, scope.population)
    if hidden is not None and scope.inside is not None:
        hidden = hidden.filter(pl.Series(scope.inside[: hidden.height]))
    case = replace(case, population_size=scope.population_size, folder=folder, hidden=hidden)
    if order is not None and len(order) == case.released:
        case = replace(case, order=order.to_numpy().astype(np.int64))
    return Verdict((*findings, *scope.findings, *record_findings(case)))


def _unknown_findings(terms: Terms) -> list[Finding]:
    """A finding for each setting and method that this verifier cannot check."""
    reason = "This verifier cannot check what this setting does yet."
    findings = [Finding(f"study.{key}", "not_checked", reason) for key in terms.unknown]
    return [*findings, *(not_checked(promise, NO_CHECK) for promise in terms.unknown_method)]


def _formulas_finding(release: pl.DataFrame) -> Finding:
    """Check that no cell would be run by a spreadsheet."""
    count = sum(count_formulas(column.alias("").unique().cast(pl.String)) for column in release)
    reason = f"{count} different cells would be run by a spreadsheet." if count else ""
    return Finding("formulas", not count, reason)


def _promises_of_method(terms: Terms) -> list[Mapping[str, Any]]:
    """What the method promises, as a list of at most one promise."""
    method = terms.method
    if method is None or method["name"] in BY_CHANCE:
        return []
    return [{"model": method["name"], **{key: method[key] for key in method if key != "name"}}]


def _findings_not_made(what: str, terms: Terms) -> list[Finding]:
    """A finding for each check that was not made because something more basic failed.

    `what` failed, to be said in a sentence.
    """
    reason = f"Not checked because {what} cannot be relied on."
    return [
        Finding("records", "not_checked", reason),
        *(
            not_checked(promise, reason)
            for promise in (*terms.promises, *_promises_of_method(terms))
        ),
    ]
