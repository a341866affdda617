"""Why something stored is not given or not kept; each kind has its own answer on every face."""

from shoal.errors import DataError, StudyError


class NotFound(StudyError):
    """There is no such thing, or it is somebody else's: nobody learns which."""


class InUse(StudyError):
    """It cannot be changed now, because something else needs it."""


class TooLarge(DataError):
    """More than one upload may hold, packed or unpacked."""


class QuotaExceeded(StudyError):
    """More than one owner may keep."""
