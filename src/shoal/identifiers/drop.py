"""Dropping identifiers: what is not released cannot be looked up (the default)."""

from shoal.identifiers.method import pseudonym_methods
from shoal.plugin import plugin


@pseudonym_methods.register("drop")
@plugin()
class Drop:
    """The column is not released at all.

    Card:
        title: Not released
        advice: The usual choice: what is not released cannot be looked up.
        place: 1
    """
