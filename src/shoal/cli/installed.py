"""What `shoal --version` shows: the versions that matter when somebody looks for a bug."""

import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from shoal.version import __version__

NEEDED = ("numpy", "numba", "polars", "pyarrow", "scikit-learn")
EXTRAS = ("pandas", "duckdb", "psycopg", "pyspark", "fastapi", "nicegui", "typst")


def version_lines() -> Iterator[str]:
    """The lines of `shoal --version`: Shoal first, for scripts, then Python, system, libraries."""
    yield f"shoal {__version__}"
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    yield f"{platform.platform()}"
    for name in NEEDED:
        yield f"{name} {_version(name) or 'is missing'}"
    yield from (f"{name} {found}" for name in EXTRAS if (found := _version(name)))


def _version(name: str) -> str | None:
    """The installed version of a package, found without importing it; None if it is missing."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
