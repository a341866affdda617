"""The step columns."""

from shoal.web.pages.columns import page  # noqa: F401  (importing it registers it)
