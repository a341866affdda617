"""Shoal de-identifies health data and builds prediction models that keep patients private.

Names are loaded when they are first used, so that `import shoal` stays fast.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from shoal.errors import (
    Canceled,
    DataError,
    NoReleaseError,
    NotYetAvailable,
    ShoalError,
    StudyError,
    UndecidedError,
    VerificationError,
)
from shoal.version import __version__

if TYPE_CHECKING:
    from shoal.service.reidentify import reidentify
    from shoal.service.release import Release
    from shoal.service.teaching.teach import TeachingSession, teach
    from shoal.service.verbs import anonymize, check, give, run, verify_run
    from shoal.study.study import Study, read_study

__all__ = [
    "Canceled",
    "DataError",
    "NoReleaseError",
    "NotYetAvailable",
    "Release",
    "ShoalError",
    "Study",
    "StudyError",
    "TeachingSession",
    "UndecidedError",
    "VerificationError",
    "__version__",
    "anonymize",
    "check",
    "give",
    "read_study",
    "reidentify",
    "run",
    "teach",
    "verify_run",
]

_HOMES = {
    "Release": "shoal.service.release",
    "Study": "shoal.study.study",
    "TeachingSession": "shoal.service.teaching.teach",
    "read_study": "shoal.study.study",
    "reidentify": "shoal.service.reidentify",
    "anonymize": "shoal.service.verbs",
    "check": "shoal.service.verbs",
    "give": "shoal.service.verbs",
    "run": "shoal.service.verbs",
    "teach": "shoal.service.teaching.teach",
    "verify_run": "shoal.service.verbs",
}


def __getattr__(name: str) -> object:
    """Load a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'shoal' has no attribute {name!r}")
    with _nothing_collected():
        return getattr(import_module(_HOMES[name]), name)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Modules make many objects that stay: looking through them for garbage costs a fifth."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def __dir__() -> list[str]:
    return sorted(__all__)
