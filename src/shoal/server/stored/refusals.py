"""Errors of stored things: REST and web have an answer of its own for each kind."""

import contextlib
import errno
from collections.abc import Iterator

from shoal.errors import DataError, StudyError


class NotFound(StudyError):
    """There is no such thing, or it belongs to another owner; the error does not say which."""


class InUse(StudyError):
    """The thing cannot be changed now, because something else needs it."""


class TooLarge(DataError):
    """An upload, or something else, is larger than allowed."""


class QuotaExceeded(StudyError):
    """An owner has stored as much as one owner may."""


@contextlib.contextmanager
def explain_full_disk() -> Iterator[None]:
    """Turn the error of a full disk into a sentence that says so: the upload is not at fault."""
    try:
        yield
    except Exception as error:  # libraries differ in what they raise
        if not _is_full(error):
            raise
        raise TooLarge(
            "The disk of this server is full, so nothing was kept. Tell whoever runs it."
        ) from None


def _is_full(error: Exception) -> bool:
    number = error.errno if isinstance(error, OSError) else None
    return number in {errno.ENOSPC, errno.EDQUOT} or "No space left" in str(error)
