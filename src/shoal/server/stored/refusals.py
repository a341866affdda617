"""Why something stored is not given or not kept; each kind has its own answer on every face."""

import contextlib
import errno
from collections.abc import Iterator

from shoal.errors import DataError, StudyError


class NotFound(StudyError):
    """There is no such thing, or it is somebody else's: nobody learns which."""


class InUse(StudyError):
    """It cannot be changed now, because something else needs it."""


class TooLarge(DataError):
    """More than one upload may hold, packed or unpacked."""


class QuotaExceeded(StudyError):
    """More than one owner may keep."""


@contextlib.contextmanager
def room_for_it() -> Iterator[None]:
    """A full disk is no fault of the file, and whoever runs the server can mend it."""
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
