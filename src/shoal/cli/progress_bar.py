"""A progress bar on the terminal, for work that takes longer than a second."""

import sys
import threading
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from shoal.progress import Progress as Sign

PATIENCE = 1.0  # seconds before anything is shown
BETWEEN = 0.1  # seconds between two updates, as a search reports far more often

STAGES = {
    "compile": "Compiling kernels, once",
    "read": "Reading",
    "encode": "Encoding",
    "search": "Searching",
    "sweep": "Looking at every candidate",
    "frontier": "Comparing",
    "transform": "Generalizing",
    "write": "Writing",
    "verify": "Verifying",
}


class ProgressBar:
    """Shows the current stage on stderr, after PATIENCE seconds and until the `with` block ends."""

    def __init__(self) -> None:
        self._bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[percent]}"),
            TimeElapsedColumn(),
            TextColumn("Ctrl-C cancels"),
            console=Console(file=sys.stderr),
            transient=True,
        )
        self._task = self._bar.add_task("Starting", total=None, percent="")
        self._timer = threading.Timer(PATIENCE, self._bar.start)
        self._timer.daemon = True
        self._stage, self._updated = "", 0.0

    def update(self, sign: Sign) -> None:
        """Show the progress; reports of the same stage within BETWEEN seconds are skipped."""
        now = time.monotonic()
        if sign.stage == self._stage and now - self._updated < BETWEEN:
            return
        self._stage, self._updated = sign.stage, now
        # A stage whose end is not known has no length to show.
        known = sign.percent is not None
        self._bar.update(
            self._task,
            description=STAGES.get(sign.stage, sign.stage),
            completed=sign.done,
            total=sign.total if known else None,
            percent=f"{sign.percent}%" if known else "",
        )

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        self._timer.join()
        self._bar.stop()
