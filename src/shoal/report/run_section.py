"""What the report says about the run itself: warnings, search, time, input and versions."""

import re
from collections.abc import Mapping, Sequence

from shoal.report import words
from shoal.report.certificate import review_date
from shoal.report.flat import as_mapping
from shoal.report.numbers import share_of_total
from shoal.report.types import page
from shoal.report.types.summary import Summary
from shoal.study.keys.plain import StudyKeys


def group_warnings(warnings: Sequence[object]) -> list[tuple[str, list[str]]]:
    """Warnings about the release, then those about single columns, each group after its title.

    Titles are empty if there is only one group.
    """
    texts = [words.label(text, 1000) for text in warnings]
    single = [text for text in texts if text.startswith("Column ")]
    other = [text for text in texts if text not in single]
    groups = [("About the release", other), ("About single columns", single)]
    return [(name if single and other else "", group) for name, group in groups if group]


def search_of(summary: Summary) -> page.SearchRows:
    """How many candidates were looked at, and how good the answer is."""
    checked, size = summary.get("candidates_checked"), summary.get("lattice_size")
    return {
        "lattice_size": size,
        "candidates_checked": checked,
        "optimal": summary.get("optimal"),
        "gap": summary.get("gap"),
        "share": share_of_total(checked, size),
        "result": words.search_result(summary),
    }


def stages_of(summary: Summary) -> list[page.StageRow]:
    """How long each stage took, in the order of the stages."""
    wall, cpu = as_mapping(summary.get("seconds")), as_mapping(summary.get("cpu_seconds"))
    names = sorted({**wall, **cpu}, key=lambda name: [*words.PHASES, name].index(name))
    decides = "method" in summary
    return [
        {
            "name": "method" if decides and name == "search" else words.label(name),
            "meaning": words.METHOD
            if decides and name == "search"
            else words.PHASES.get(name, "A further step."),
            "seconds": wall.get(name),
            "cpu": cpu.get(name),
        }
        for name in names
    ]


def input_of(summary: Summary) -> page.InputRows:
    """The size and the fingerprint of the input."""
    given = as_mapping(summary.get("input"))
    fingerprint = given.get("sha256")
    return {"records": given.get("records"), "sha256": fingerprint and words.label(fingerprint, 80)}


def data_path(study: StudyKeys) -> str | None:
    """The path of the input file; None if the study names a database or no data."""
    data = study.get("data")
    path = data.get("path") if isinstance(data, Mapping) else data
    return words.label(path, 120) if isinstance(path, str) else None


def versions_of(versions: Mapping[str, str]) -> str:
    """The versions in one line."""
    return ", ".join(f"{words.label(name)} {words.label(text)}" for name, text in versions.items())


def review_of(created: object, study: StudyKeys) -> str | None:
    """The day on which to review the release; None if the report does not say when it was made."""
    try:
        return review_date(str(created), study.get("review_months"))
    except ValueError:
        return None


def moment_of(created: object) -> str | None:
    """An ISO time to the minute; a stamp of another form as it is, None if there is none."""
    if not created:
        return None
    stamp = re.match(r"(\S{10})T(\d\d:\d\d)\S*?(\+00:00|Z)?$", str(created))
    return f"{stamp[1]} {stamp[2]}{' UTC' if stamp[3] else ''}" if stamp else words.label(created)
