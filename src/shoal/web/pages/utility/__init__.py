"""The page utility of the step release."""

from shoal.web.pages.utility import page  # noqa: F401  (importing it makes it known)
