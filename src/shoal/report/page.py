"""The report of a run as one self-contained HTML page: no network, no script, safe to open.

Everything from the data is escaped by Jinja2, and the page forbids scripts and requests by its
Content-Security-Policy, so a column named like a script stays a strange name.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from jinja2 import Template
from markupsafe import Markup

from shoal.report import numbers
from shoal.report.learning_page import FILTERS
from shoal.report.sections import sections
from shoal.report.templates import template
from shoal.report.types.summary import Report
from shoal.report.words import label


def render_report(report: Report) -> str:
    """The page for a report (the dict of `shoal.report.summary`)."""
    return _template().render(sections(report))


@cache
def _template() -> Template:
    filters: dict[str, Callable[..., Any]] = {
        "label": label,
        "number": _exact(numbers.number),
        "percent": _exact(numbers.percent),
        "seconds": _exact(numbers.seconds),
        "share_or_count": _exact(numbers.share_or_count),
        **FILTERS,
    }
    return template("page.html", filters)


def _exact(write: Callable[[object], str]) -> Callable[[object], Markup]:
    """A filter that shows a number for people and keeps the exact one for machines."""

    def element(value: object) -> Markup:
        if isinstance(value, bool):
            return Markup("{}").format(write(value))
        if not numbers.is_number(value):
            return Markup('<span class="none">{}</span>').format(numbers.NOT_AVAILABLE)
        return Markup('<data value="{}">{}</data>').format(value, write(value))

    return element
