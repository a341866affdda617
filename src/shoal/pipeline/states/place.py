"""Where records come from and go to: what a run asks of a place, whichever it is."""

from contextlib import AbstractContextManager
from typing import Protocol

from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.states.written import Reported, Written
from shoal.progress import Watch
from shoal.verify import Verdict


class Place(Protocol):
    """A run has one place, which is chosen once."""

    def opened(self) -> "AbstractContextManager[Place]":
        """The place with everything that it needs for as long as the run takes."""
        ...

    def read(self) -> Read:
        """The study and its table."""
        ...

    def writing(
        self, released: Released, clock: Stopwatch, watch: Watch
    ) -> AbstractContextManager[Written]:
        """Write a release; it is kept if the block ends without an error."""
        ...

    def verify(self, written: Written) -> Verdict:
        """What the independent check finds."""
        ...

    def publish(self, reported: Reported) -> None:
        """Let the release be seen, with everything that is told about it."""
        ...
