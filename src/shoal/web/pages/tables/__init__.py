"""Tables: uploaded once, then looked at and used by studies."""

from shoal.web.pages.tables import page  # noqa: F401  (importing it registers it)
