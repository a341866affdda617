"""What a command shows: words and tables for people, one JSON document for programs."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from shoal.progress import Watch, ignore_progress

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class Screen:
    """The output of a command.

    Attributes:
        quiet: Show only warnings, and a headline that is not good.
        json: Print one JSON document and nothing else to stdout; it contains the warnings.
    """

    quiet: bool = False
    json: bool = False

    def say(self, sentence: str) -> None:
        """Print a line for a person to stdout; nothing if quiet or with --json."""
        if not (self.quiet or self.json):
            typer.echo(sentence)

    def head(self, title: str, color: str) -> None:
        """Print the most important line; nothing with --json.

        If quiet, a green line is not printed, and any other goes to stderr.
        """
        if self.json or (self.quiet and color == "green"):
            return
        typer.secho(title, fg=color, bold=True, err=self.quiet)

    def note(self, sentence: str) -> None:
        """Print to stderr a line for a person who waits, even with --json; nothing if quiet."""
        if not self.quiet:
            typer.echo(sentence, err=True)

    def warn(self, warnings: Iterable[str]) -> None:
        """Print warnings to stderr, even if quiet; nothing with --json, which has them inside."""
        for warning in () if self.json else warnings:
            typer.echo(f"Warning: {warning}", err=True)

    def show(self, table: Callable[[int], "RenderableType"]) -> None:
        """Print a table, which `table` makes for the width of the terminal, in characters."""
        if self.quiet or self.json:
            return
        from rich.console import Console  # noqa: PLC0415

        console = Console()
        console.print(table(console.width))

    def answer(self, document: object) -> None:
        """Print the JSON document; nothing without --json."""
        if self.json:
            print_json(document)

    @contextmanager
    def progress(self) -> Iterator[Watch]:
        """Show a progress bar on a terminal if the block takes longer than a second.

        Gives the watch to which the work reports its progress; without a bar, that does nothing.
        """
        if self.quiet or not sys.stderr.isatty():
            yield ignore_progress
            return
        from shoal.cli.progress_bar import ProgressBar  # noqa: PLC0415

        with ProgressBar() as bar:
            yield bar.update


def print_json(document: Any) -> None:  # noqa: ANN401  (any report)
    """Print a document as ASCII JSON, with null instead of NaN and the like."""
    from shoal.report.summary import plain  # noqa: PLC0415

    typer.echo(json.dumps(plain(document), indent=2, allow_nan=False))
