"""The ledger: what was released to whom, privacy accounts, and releases that show a person."""

from shoal.web.pages.ledger import page  # noqa: F401  (importing it registers it)
