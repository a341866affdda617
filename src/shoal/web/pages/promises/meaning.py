"""What a promise means for this table: plain sentences with its numbers."""

from collections.abc import Mapping
from typing import Any

from shoal.errors import ShoalError
from shoal.privacy import privacy_models
from shoal.privacy.table_facts import Meaningful, TableFacts


def meaning(settings: Mapping[str, Any], facts: TableFacts) -> str:
    """What the promise means, or nothing while its parameters are not right yet."""
    try:
        promise = privacy_models.build(settings)
        return promise.meaning(facts) if isinstance(promise, Meaningful) else ""
    except (ShoalError, ZeroDivisionError, OverflowError):
        return ""
