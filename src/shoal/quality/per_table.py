"""What is the same for every candidate of a table is computed once."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from shoal.engine.encoded import EncodedTable

Result = TypeVar("Result")


def per_table(function: Callable[[EncodedTable], Result]) -> Callable[[EncodedTable], Result]:
    """Remember a function's result for as long as the table is in use."""
    results: WeakKeyDictionary[EncodedTable, Result] = WeakKeyDictionary()

    @wraps(function)
    def remembered(encoded: EncodedTable) -> Result:
        if encoded not in results:
            results[encoded] = function(encoded)
        return results[encoded]

    return remembered
