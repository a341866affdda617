"""The certificate as one self-contained HTML page: no network, no script, safe to open."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Template

from shoal.report.certificate_sections import shown
from shoal.report.templates import template


def page(facts: Mapping[str, Any]) -> str:
    """The page of a certificate."""
    return _template().render(shown(facts))


@cache
def _template() -> Template:
    return template("certificate.html")
