"""The page risk of the step release."""

import shoal.web.pages.risk.page  # noqa: F401  (importing it registers it)
