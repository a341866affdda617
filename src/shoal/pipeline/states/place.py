"""The contract of a place: where records come from and where the release goes."""

from contextlib import AbstractContextManager
from typing import Protocol

from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.states.written import Reported, Written
from shoal.progress import Watch
from shoal.verify import Verdict


class Place(Protocol):
    """Where a run reads its table and publishes its release; chosen once, before the run."""

    def open_for_run(self) -> "AbstractContextManager[Place]":
        """The place with everything open that it needs during the run."""
        ...

    def read(self) -> Read:
        """The study and its table, and what the run may spend."""
        ...

    def write_release(
        self, released: Released, clock: Stopwatch, watch: Watch
    ) -> AbstractContextManager[Written]:
        """Write a release; kept if the block ends without an error, removed otherwise."""
        ...

    def verify(self, written: Written) -> Verdict:
        """What the independent check finds."""
        ...

    def publish(self, reported: Reported) -> None:
        """Record the release and make it visible, with its report; the last step of a run."""
        ...
