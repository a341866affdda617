"""Templates of pages: escaped, strict about what is missing, with our numbers as filters."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from shoal.report.numbers import number, percent

HERE = Path(__file__).parent


def template(name: str, filters: Mapping[str, Callable[..., Any]] | None = None) -> Template:
    """The template in a file beside this one; further filters come before the usual ones."""
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"number": number, "percent": percent, **(filters or {})}
    return environment.get_template(name)
