"""How long-running functions tell a person where they are, and how a person stops them.

A `Watch` is called every now and then from inside the work. It stops the work by raising
`Canceled`; nothing else may be raised from it.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """One sign of life: the stage, and how much of it is done."""

    stage: str
    done: int
    total: int


Watch = Callable[[Progress], None]


def ignore_progress(_: Progress) -> None:
    """A watch that does nothing."""
