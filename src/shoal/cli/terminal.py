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
        quiet: Show only warnings.
        json: Print one JSON document and nothing else; it contains the warnings.
    """

    quiet: bool = False
    json: bool = False

    def say(self, sentence: str) -> None:
        """Print a line for a person."""
        if not (self.quiet or self.json):
            typer.echo(sentence)

    def head(self, title: str, color: str) -> None:
        """Print the most important line; unless it is green, even if quiet."""
        if self.json or (self.quiet and color == "green"):
            return
        typer.secho(title, fg=color, bold=True, err=self.quiet)

    def note(self, sentence: str) -> None:
        """Print a line for a person who waits to stderr; it is not part of the result."""
        if not self.quiet:
            typer.echo(sentence, err=True)

    def warn(self, warnings: Iterable[str]) -> None:
        """Print warnings to stderr, even if quiet."""
        for warning in () if self.json else warnings:
            typer.echo(f"Warning: {warning}", err=True)

    def show(self, table: Callable[[int], "RenderableType"]) -> None:
        """Print a table, made for the width of the terminal."""
        if self.quiet or self.json:
            return
        from rich.console import Console  # noqa: PLC0415

        console = Console()
        console.print(table(console.width))

    def answer(self, document: object) -> None:
        """Print the JSON document, with --json only."""
        if self.json:
            print_json(document)

    @contextmanager
    def progress(self) -> Iterator[Watch]:
        """Show a progress bar on a terminal if the block takes longer than a second."""
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
