"""The step release."""

from shoal.web.pages.release import page  # noqa: F401  (importing it registers it)
