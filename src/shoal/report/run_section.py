"""What the report says about the run itself: when, with which versions, and what to beware of."""

import re
from collections.abc import Mapping, Sequence

from shoal.report import words
from shoal.report.certificate import review_date
from shoal.study.keys.plain import StudyKeys


def warning_groups(warnings: Sequence[object]) -> list[tuple[str, list[str]]]:
    """Warnings about single columns apart from those about everything, if there are both."""
    found = [words.label(text, 1000) for text in warnings]
    single = [text for text in found if text.startswith("Column ")]
    other = [text for text in found if text not in single]
    groups = [("About the release", other), ("About single columns", single)]
    return [(name if single and other else "", texts) for name, texts in groups if texts]


def versions_of(found: Mapping[str, str]) -> str:
    """The versions in one line."""
    return ", ".join(f"{words.label(name)} {words.label(text)}" for name, text in found.items())


def review_of(created: object, study: StudyKeys) -> str | None:
    """The day on which to look at the release again."""
    try:
        return review_date(str(created), study.get("review_months"))
    except ValueError:
        return None


def moment_of(created: object) -> str | None:
    """An ISO time without its fractions; a stamp of another form is shown as it is."""
    if not created:
        return None
    found = re.match(r"(\S{10})T(\d\d:\d\d)\S*?(\+00:00|Z)?$", str(created))
    return f"{found[1]} {found[2]}{' UTC' if found[3] else ''}" if found else words.label(created)
