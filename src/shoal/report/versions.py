"""The versions that decide what a run computes."""

import platform
from functools import cache
from importlib.metadata import version

from shoal.version import __version__

LIBRARIES = ("numpy", "polars", "numba")


@cache
def versions() -> dict[str, str]:
    """The version of Shoal, of Python and of the libraries that compute."""
    own = {"shoal": __version__, "python": platform.python_version()}
    return own | {name: version(name) for name in LIBRARIES}
