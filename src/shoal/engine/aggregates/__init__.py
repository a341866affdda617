"""Functions that replace the values of a class by one: one family per file.

Theory: docs/theory/recoding.md.

To add one, write a frozen dataclass with `texts(members)`, register it under its study name in a
new file of this folder, and give it a worked example in `tests/engine/aggregates`.
"""

from shoal.engine.aggregates.model import AggregateFunction, aggregates

aggregates.live_in(__name__)

__all__ = ["AggregateFunction", "aggregates"]
