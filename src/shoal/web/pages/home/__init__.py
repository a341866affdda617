"""Where a steward begins."""

from shoal.web.pages.home import page  # noqa: F401  (importing it makes it known)
