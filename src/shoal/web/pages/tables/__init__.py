"""Tables: given once, looked at, and from then on used by studies."""

from shoal.web.pages.tables import page  # noqa: F401  (importing it makes it known)
