"""The step explore."""

from shoal.web.pages.explore import page  # noqa: F401  (importing it registers it)
