"""The page learning of the step release (spec/utility.md §5)."""

import shoal.web.pages.learning.page  # noqa: F401  (importing it registers it)
