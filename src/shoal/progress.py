"""How long-running functions tell a person where they are, and how a person stops them.

A `Watch` is called every now and then from inside the work. It stops the work by raising
`Canceled`; nothing else may be raised from it.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """One sign of life: the stage, and how much of it is done.

    Attributes:
        stage: What is being done.
        done: How many steps of it are done.
        total: How many steps there are; of a stage that is one step, 1.
        best: The best levels so far, where a search tells them.
        may_end_before: Whether it usually ends before, as a search that leaves candidates out.
    """

    stage: str
    done: int
    total: int
    best: tuple[int, ...] | None = None
    may_end_before: bool = False

    @property
    def percent(self) -> int | None:
        """How much is done, where the end is known; 100 only at the end."""
        if self.may_end_before or self.total <= 1:
            return None
        return min(100, 100 * self.done // self.total)


Watch = Callable[[Progress], None]


def ignore_progress(_: Progress) -> None:
    """A watch that does nothing."""
