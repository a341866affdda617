"""Anonymization that is not a search among levels: Datafly, µ-Argus, sub-combinations and more.

To add one, write a frozen dataclass with `run(problem, watch)`, register it with its card under its
study name in a new file of this folder, and give it a worked example in `tests/methods`.
"""

from shoal.methods.registry import Method, Treated, methods

methods.live_in(__name__)

__all__ = ["Method", "Treated", "methods"]
