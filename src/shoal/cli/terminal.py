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
    """Where a command speaks.

    Attributes:
        quiet: Say nothing but warnings.
        json: Standard output is one JSON document. Warnings are in it.
    """

    quiet: bool = False
    json: bool = False

    def say(self, sentence: str) -> None:
        """A line for a person."""
        if not (self.quiet or self.json):
            typer.echo(sentence)

    def head(self, title: str, color: str) -> None:
        """The line that a person must not miss; where it is not green, not even if quiet."""
        if self.json or (self.quiet and color == "green"):
            return
        typer.secho(title, fg=color, bold=True, err=self.quiet)

    def note(self, sentence: str) -> None:
        """A line for a person who waits; it is no part of the result."""
        if not self.quiet:
            typer.echo(sentence, err=True)

    def warn(self, warnings: Iterable[str]) -> None:
        """What a person must know; not even a quiet command keeps it to itself."""
        for warning in () if self.json else warnings:
            typer.echo(f"Warning: {warning}", err=True)

    def show(self, table: Callable[[int], "RenderableType"]) -> None:
        """A table, made for the width of the terminal."""
        if self.quiet or self.json:
            return
        from rich.console import Console  # noqa: PLC0415

        console = Console()
        console.print(table(console.width))

    def answer(self, document: object) -> None:
        """The JSON document, where one is asked for."""
        if self.json:
            print_json(document)

    @contextmanager
    def progress(self) -> Iterator[Watch]:
        """A bar on the terminal for what takes longer than a second; elsewhere nothing."""
        if self.quiet or not sys.stderr.isatty():
            yield ignore_progress
            return
        from shoal.cli.progress_bar import ProgressBar  # noqa: PLC0415

        with ProgressBar() as bar:
            yield bar.update


def print_json(document: Any) -> None:  # noqa: ANN401  (any report)
    """One document that every terminal and pipe can carry; null where no number is."""
    from shoal.report.summary import plain  # noqa: PLC0415

    typer.echo(json.dumps(plain(document), indent=2, allow_nan=False))
