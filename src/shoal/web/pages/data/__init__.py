"""The step data."""

from shoal.web.pages.data import page  # noqa: F401  (importing it registers it)
