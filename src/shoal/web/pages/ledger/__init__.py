"""What was released to whom: the ledger, the accounts, and whom releases show."""

from shoal.web.pages.ledger import page  # noqa: F401  (importing it makes it known)
