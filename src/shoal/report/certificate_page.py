"""The certificate as one self-contained HTML page: no network, no script, safe to open."""

from functools import cache

from jinja2 import Template

from shoal.report.certificate_sections import certificate_texts
from shoal.report.templates import template
from shoal.report.types.certificate import Certificate


def render_certificate(facts: Certificate) -> str:
    """The page of a certificate."""
    return _template().render(certificate_texts(facts))


@cache
def _template() -> Template:
    return template("certificate.html")
