"""What a benchmark is told: how thorough to be, and where to put files."""

import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Options:
    """The settings of one `python -m benchmarks`.

    Attributes:
        quick: Measure little, for a look; nothing is written to docs.
        large: Include 3 and 10 million records.
        folder: For studies, runs and grown tables; removed afterwards.
        plots: For pictures.
    """

    quick: bool
    large: bool
    folder: Path
    plots: Path

    @property
    def repeat(self) -> int:
        """How often a warm call is measured."""
        return 3 if self.quick else 7

    def say(self, line: str) -> None:
        """Show that something happens."""
        print(f"  {line}", file=sys.stderr, flush=True)
