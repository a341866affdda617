"""The first page of a steward."""

from shoal.web.pages.home import page  # noqa: F401  (importing it registers it)
