"""Measure, and write docs/benchmarks.md: `python -m benchmarks [section …] [--quick] [--large]`.

A section is a module here with `TITLE` and `section(options) -> Markdown`. Sections that are not
asked for keep the figures of their last measurement.
"""

import argparse
import importlib
import os
import pkgutil
import platform
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import benchmarks
from benchmarks.calibration import calibration
from benchmarks.options import Options

ORDER = ("reference", "warm", "cold", "records", "lattices")
DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "benchmarks.md"
INTRODUCTION = """# Benchmarks

`make bench` measures again and writes this page; `make bench ARGS="cold records --large"` measures
only some sections, `--quick` shows a few figures and writes nothing. CPU is processor time of all
threads together, which another process on the machine disturbs less than time on the clock; the
fixed loop in plain Python tells how fast the machine was. No test asserts a time.
"""
LIBRARIES = ("numpy", "numba", "polars")


def main() -> None:
    """Measure the sections that were asked for; show them, and keep them unless in a hurry."""
    modules = sections()
    asked = _arguments(tuple(modules))
    page = read_page()
    with tempfile.TemporaryDirectory() as folder:
        options = Options(asked.quick, asked.large, Path(folder), _plots(asked.quick, folder))
        for name in asked.sections or modules:
            options.say(f"{modules[name].TITLE} …")
            page[name] = (
                f"## {modules[name].TITLE}\n\n{_setting()}\n\n{modules[name].section(options)}"
            )
            print(page[name])
            if not asked.quick:
                write_page(page, tuple(modules))


def sections() -> dict[str, ModuleType]:
    """The modules that measure something, in the order of the page."""
    names = [found.name for found in pkgutil.iter_modules(benchmarks.__path__)]
    found = {
        name: importlib.import_module(f"benchmarks.{name}")
        for name in [*ORDER, *(name for name in names if name not in ORDER)]
        if name != "__main__"
    }
    return {name: module for name, module in found.items() if hasattr(module, "section")}


def read_page() -> dict[str, str]:
    """The sections as they were last written."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    parts = re.split(r"<!-- section: (\w+) -->\n", text)[1:]
    return {name: body.strip() for name, body in zip(parts[::2], parts[1::2], strict=True)}


def write_page(page: dict[str, str], names: tuple[str, ...]) -> None:
    """The introduction and all sections that were ever measured."""
    kept = [f"<!-- section: {name} -->\n{page[name].strip()}" for name in names if name in page]
    PAGE.write_text("\n\n".join([INTRODUCTION.strip(), *kept]) + "\n", encoding="utf-8")


def _arguments(names: tuple[str, ...]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("sections", nargs="*", help=f"any of: {', '.join(names)}")
    parser.add_argument("--quick", action="store_true", help="a few figures; writes nothing")
    parser.add_argument("--large", action="store_true", help="with 3 and 10 million records")
    asked = parser.parse_args()
    if unknown := set(asked.sections) - set(names):
        parser.error(f"no section {', '.join(sorted(unknown))}; known: {', '.join(names)}")
    return asked


def _plots(quick: bool, folder: str) -> Path:
    path = Path(folder) if quick else DOCS / "benchmarks"
    path.mkdir(exist_ok=True)
    return path


def _setting() -> str:
    """When and on what: no names of machines or folders."""
    versions = ", ".join(
        f"{name} {importlib.import_module(name).__version__}" for name in LIBRARIES
    )
    busy = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    return (
        f"*{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} CPUs{busy}, a fixed loop takes"
        f" {calibration():.3f} CPU-s, Python {platform.python_version()}, {versions}.*"
    )


if __name__ == "__main__":
    main()
