"""The page utility of the step release."""

import shoal.web.pages.utility.page  # noqa: F401  (importing it registers it)
