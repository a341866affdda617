"""Templates of pages: values are escaped, a missing one is an error, our numbers are filters."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, Template
from jinja2.bccache import Bucket
from platformdirs import user_cache_path

from shoal.report.numbers import count_of, number, percent
from shoal.version import __version__

HERE = Path(__file__).parent


def template(name: str, filters: Mapping[str, Callable[..., Any]] | None = None) -> Template:
    """The template in a file beside this one; the given filters replace usual ones of that name."""
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_template_cache(),
    )
    environment.filters |= {
        "number": number,
        "percent": percent,
        "count_of": count_of,
        **(filters or {}),
    }
    return environment.get_template(name)


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder; if it cannot be used, they are compiled each time."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a compiled template, if it is there and can be read."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template, if that is possible."""
        with suppress(OSError):
            Path(self.directory).mkdir(parents=True, exist_ok=True)
            super().dump_bytecode(bucket)


def _template_cache() -> CompiledTemplates:
    """The folder beside the compiled kernels: compiling a page takes longer than filling it."""
    root = os.environ.get("SHOAL_CACHE")
    parent = Path(root) if root else user_cache_path("shoal")
    return CompiledTemplates(str(parent / "templates" / __version__))
