"""A hierarchy while a person edits it line by line; it may be wrong until it is saved.

Changing a label changes it for all values that share the label below, and values that join a group
get its labels on all higher levels, so an edit never makes a valid hierarchy invalid.
"""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from shoal.errors import DataError, StudyError
from shoal.grammar import agree
from shoal.hierarchies import edits
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.repair import repair_rows

Line = tuple[str, ...]  # a value and its labels; an empty text is missing
SOURCE = "draft"


@dataclass(frozen=True)
class Draft:
    """The lines of a hierarchy, one per value; every edit returns a new draft.

    Methods that need a valid hierarchy raise a `DataError` with all problems of an invalid one.
    """

    lines: tuple[Line, ...]

    @classmethod
    def of(cls, lines: Iterable[Sequence[str]]) -> "Draft":
        """A draft with these lines."""
        return cls(tuple(tuple(line) for line in lines))

    @classmethod
    def read(cls, text: str) -> "Draft":
        """A draft from a CSV text; the separator is the most frequent one of its first line.

        Values are trimmed, labels stay as they are.
        """
        first = text.lstrip("\ufeff").partition("\n")[0]
        separator = max(";\t,|", key=first.count)
        lines = csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=separator)
        return cls.of([line[0].strip(), *line[1:]] for line in lines if line)

    @property
    def height(self) -> int:
        """The highest level, by the longest line; a wrong line may be shorter."""
        return max((len(line) for line in self.lines), default=1) - 1

    @property
    def text(self) -> str:
        """The draft as a file that the builder `file` reads."""
        file = io.StringIO()
        csv.writer(file, delimiter=";", lineterminator="\n").writerows(self.lines)
        return file.getvalue()

    def labels(self, level: int) -> list[str]:
        """The labels of a level, in the order of their first line."""
        return list(dict.fromkeys(line[level] for line in self.lines if len(line) > level))

    def problems(self, values: pl.Series | None = None) -> list[str]:
        """Everything wrong with the draft; for a valid one, how many values have no line.

        Args:
            values: The distinct values of the column; None if they are not known.
        """
        try:
            hierarchy = self.hierarchy()
        except DataError as error:
            return list(error.problems)
        absent = 0 if values is None else int((hierarchy.rows(values) < 0).sum())
        if not absent:
            return []
        return [f"{absent:,} distinct values of the column have no line. Repair adds them."]

    def hierarchy(self) -> Hierarchy:
        """The hierarchy, or one `DataError` that lists all problems."""
        uneven = Counter(map(len, self.lines))
        if len(uneven) > 1:
            usual = uneven.most_common(1)[0][0]
            raise DataError(
                f"Hierarchy {SOURCE}: {len(self.lines) - uneven[usual]} of its lines do not have"
                f" {usual} labels like the others. Give every value a label on each level."
            )
        return Hierarchy.of(list(zip(*map(_empty_as_null, self.lines), strict=True)), SOURCE)

    def repair(self, values: pl.Series | None) -> tuple["Draft", tuple[str, ...]]:
        """Repair every problem with one sensible answer; returns the draft and what was done.

        Short lines are completed, repeated ones left out, and absent values added. Raises a
        `DataError` with the problems that are left.
        """
        width = self.height + 1
        whole = [line for line in self.lines if len(line) == width]
        above = {(at, line[at - 1]): line[at:] for line in whole for at in range(2, width)}
        filled = [_complete_line(line, width, above) for line in self.lines]
        repair = repair_rows([_empty_as_null(line) for line in filled], values, SOURCE)
        if repair.hierarchy is None:
            raise DataError(*repair.left)
        short = sum(len(line) < width for line in self.lines)
        more = (agree(f"{short} short lines were completed"),) if short else ()
        return self.with_hierarchy(repair.hierarchy), (*more, *repair.done)

    def relabel(self, at: int, level: int, label: str) -> "Draft":
        """Change the label of a value, and of all that share its label on the level below.

        If another group has the label, they join it and get its labels on all higher levels.

        Args:
            at: The position of the value's line.
            level: The level, from 1.
            label: The new label.
        """
        label = label.strip()
        if not label:
            raise StudyError("A label is needed. Write one, or move the value to another group.")
        below = self.lines[at][level - 1]
        group = next((line for line in self.lines if line[level] == label), None)

        def change(line: Line) -> Line:
            if line[level - 1] != below:
                return line
            above = line[level + 1 :] if group is None else group[level + 1 :]
            return (*line[:level], label, *above)

        return Draft(tuple(map(change, self.lines)))

    def merge_groups(self, level: int, names: Sequence[str], label: str) -> "Draft":
        """Merge groups of a level, or values, into one group with this label."""
        return self._edit(lambda hierarchy: edits.merge_groups(hierarchy, names, label, level))

    def rename_group(self, level: int, name: str, label: str) -> "Draft":
        """Give a group another label."""
        return self._edit(lambda hierarchy: edits.rename_group(hierarchy, name, label, level))

    def move_to_group(self, level: int, names: Sequence[str], group: str) -> "Draft":
        """Move values, or groups of the level below, into a group of the level."""
        hierarchy = self.hierarchy()
        for name in names:
            hierarchy = edits.move_to_group(hierarchy, name, group, level)
        return self.with_hierarchy(hierarchy)

    def with_level(self, level: int) -> "Draft":
        """Add a level above this one, with the same labels at first; a new top has `*`."""
        top = level >= self.height

        def add_label(line: Line) -> Line:
            label = "*" if top else line[level]
            return (*line[: level + 1], label, *line[level + 1 :])

        return Draft(tuple(map(add_label, self.lines)))

    def without_level(self, level: int) -> "Draft":
        """Remove a level; the values themselves stay."""
        if not 1 <= level <= self.height:
            raise StudyError("Only levels above the values can be removed.")
        return Draft(tuple((*line[:level], *line[level + 1 :]) for line in self.lines))

    def without_values(self, values: Iterable[str]) -> "Draft":
        """Remove the lines of some values."""
        gone = set(values)
        return Draft(tuple(line for line in self.lines if line[0] not in gone))

    def with_hierarchy(self, hierarchy: Hierarchy) -> "Draft":
        """The draft of this hierarchy; the lines so far do not matter."""
        levels = [level.fill_null("").to_list() for level in hierarchy.levels]
        return Draft.of(zip(*levels, strict=True))

    def _edit(self, edit: Callable[[Hierarchy], Hierarchy]) -> "Draft":
        """The draft after an edit of its hierarchy."""
        return self.with_hierarchy(edit(self.hierarchy()))


def _empty_as_null(line: Sequence[str]) -> tuple[str | None, ...]:
    """The line with null for empty texts."""
    return tuple(label or None for label in line)


def _complete_line(line: Line, width: int, above: Mapping[tuple[int, str], Line]) -> Line:
    """A short line, completed like another line with its last label, or by repeating that label.

    Args:
        line: The line.
        width: How many entries it must have.
        above: By number of entries and last label: the labels that whole lines have above.
    """
    if len(line) == width:
        return line
    return (*line, *above.get((len(line), line[-1]), [line[-1]] * (width - len(line))))
