"""The Safe Harbor rule: eighteen kinds of identifiers, found by name and by value."""

from shoal.risk.safe_harbor.detect import Found, safe_harbor
from shoal.risk.safe_harbor.kinds import KINDS, Kind

__all__ = ["KINDS", "Found", "Kind", "safe_harbor"]
