"""Hierarchies from a file in the form that ARX reads and writes.

One line per value: `value;label of level 1;…;label of the top`, without a header. An empty value
is the missing value. Compressed files (.gz, .zst) are read as they are.
"""

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import polars as pl
from annotated_types import Len

from shoal.data.text_file import detect_encoding, open_text
from shoal.errors import DataError
from shoal.hierarchies.builder import builders
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.plugin import plugin


@builders.register("file")
@plugin()
class File:
    """A hierarchy written by a person or another tool.

    Attributes:
        path: The file.
        separator: What stands between two labels.
        quote: What encloses a label that contains the separator.
        encoding: The encoding of the file; found out if not given.

    Card:
        title: Table of labels
        noun: a table of labels
        advice: You know the groups best: type them, or upload a table of labels.
        more: One line per value with its label on each level. It can be edited here, and other
            tools read it.
        place: 14
    """

    path: Path
    separator: Annotated[str, Len(1, 1)] = ";"
    quote: Annotated[str, Len(1, 1)] = '"'
    encoding: str | None = None

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy in the file, whatever values the column has."""
        lines = _without_blank_end(list(self._lines()))
        width = _width(lines)
        uneven = [line for line in lines if len(line.labels) != width]
        if not uneven:
            return Hierarchy.of(_levels(lines), self.path.name)
        raise DataError(
            _uneven_problem(self.path.name, uneven, width), *self._other_problems(lines, width)
        )

    def resolve(self) -> "File":
        """The same builder with an explicit encoding, found by looking at the file."""
        return replace(self, encoding=self.encoding or detect_encoding(self.path))

    def _lines(self) -> Iterator["_Line"]:
        """All lines of the file, blank ones included."""
        with open_text(self.path, self.encoding) as text:
            reader = csv.reader(text, delimiter=self.separator, quotechar=self.quote, strict=True)
            try:
                for labels in reader:
                    yield _Line(reader.line_num, tuple(labels))
            except csv.Error:
                raise DataError(_quote_problem(self.path.name, reader.line_num)) from None

    def _other_problems(self, lines: list["_Line"], width: int) -> tuple[str, ...]:
        """The problems of the lines that have the usual number of labels."""
        try:
            Hierarchy.of(_levels([x for x in lines if len(x.labels) == width]), self.path.name)
        except DataError as error:
            return error.problems
        return ()


@dataclass(frozen=True)
class _Line:
    """A line of the file: its number and its cells, the value first."""

    number: int
    labels: tuple[str, ...]


def _without_blank_end(lines: list[_Line]) -> list[_Line]:
    """The lines up to the last that is not blank."""
    filled = [place for place, line in enumerate(lines, start=1) if line.labels]
    return lines[: filled[-1]] if filled else []


def _levels(lines: list[_Line]) -> list[list[str | None]]:
    """The levels that lines stand for; values are trimmed, and an empty text is missing."""
    columns = list(zip(*(line.labels for line in lines), strict=True))
    values = [[value.strip() or None for value in column] for column in columns[:1]]
    return [*values, *([label or None for label in column] for column in columns[1:])]


def _width(lines: list[_Line]) -> int:
    """The usual number of labels in a line."""
    return Counter(len(line.labels) for line in lines).most_common(1)[0][0] if lines else 0


def _uneven_problem(name: str, uneven: list[_Line], width: int) -> str:
    return (
        f"Hierarchy {name}: {len(uneven)} of its lines do not have {width} labels like the others;"
        f" the first is line {uneven[0].number}. Give every value a label on each level."
    )


def _quote_problem(name: str, line: int) -> str:
    return (
        f"Hierarchy {name}: the quotes on or before line {line} do not match."
        " Double a quote inside a label, or set `quote` to the character the file uses."
    )
