"""The step promises."""

from shoal.web.pages.promises import page  # noqa: F401  (importing it registers it)
