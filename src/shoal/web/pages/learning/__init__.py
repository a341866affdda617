"""The page learning of the step release (docs/theory/learning.md)."""

import shoal.web.pages.learning.page  # noqa: F401  (importing it registers it)
