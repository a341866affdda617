"""Steps by hand: do one thing, see its effect, take it back (µ-Argus, paper 003)."""

from shoal.web.pages.steps import page  # noqa: F401  (importing it registers it)
