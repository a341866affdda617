"""The page give of the step release."""

import shoal.web.pages.give.page  # noqa: F401  (importing it registers it)
