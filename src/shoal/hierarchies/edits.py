"""Edits of a hierarchy: merge, rename and move; every edit returns a new hierarchy.

Values that join a group get its labels on all higher levels, so that each level still determines
the next.
"""

from collections.abc import Sequence

from shoal.errors import StudyError, did_you_mean
from shoal.hierarchies.hierarchy import Hierarchy

Rows = list[list[str | None]]  # one list of labels per value, the value itself first


def merge_groups(
    hierarchy: Hierarchy, names: Sequence[str], label: str, level: int = 1
) -> Hierarchy:
    """Merge values or groups into one group; on higher levels they get the labels of the first.

    Args:
        hierarchy: The hierarchy.
        names: Labels of the level, or values; a label wins over a value of the same text.
        label: The label of the new group.
        level: The level on which they become one.
    """
    rows = _rows(hierarchy, level)
    members = [_rows_named(rows, name, level) for name in names]
    above = rows[members[0][0]][level + 1 :]
    for at in {at for places in members for at in places}:
        rows[at][level:] = [label, *above]
    return _rebuild(hierarchy, rows)


def rename_group(hierarchy: Hierarchy, name: str, label: str, level: int = 1) -> Hierarchy:
    """Give a group another label; a label that is taken is refused, since it would merge groups."""
    rows = _rows(hierarchy, level)
    if label in hierarchy.labels[level].to_list():
        raise StudyError(f"Level {level} has the label {label!r} already. Merge the two instead.")
    for at in _rows_with_label(rows, name, level):
        rows[at][level] = label
    return _rebuild(hierarchy, rows)


def move_to_group(hierarchy: Hierarchy, name: str, group: str, level: int = 1) -> Hierarchy:
    """Move a value, or a group of the level below, into another group.

    Args:
        hierarchy: The hierarchy.
        name: The value, or the label of the level below.
        group: The label of the group on the level.
        level: The level of the group.
    """
    rows = _rows(hierarchy, level)
    target = rows[_rows_with_label(rows, group, level)[0]][level:]
    for at in _rows_with_label(rows, name, level - 1):
        rows[at][level:] = target
    return _rebuild(hierarchy, rows)


def _rows(hierarchy: Hierarchy, level: int) -> Rows:
    """The labels of each value, to be changed; a `StudyError` if there is no such level."""
    if not 1 <= level <= hierarchy.height:
        raise StudyError(
            f"There is no level {level} to change. The hierarchy has the levels 1 to"
            f" {hierarchy.height} above its values."
        )
    return [list(row) for row in zip(*hierarchy.levels, strict=True)]


def _rows_named(rows: Rows, name: str, level: int) -> list[int]:
    """The positions of rows with this label on the level, or else with this value."""
    labeled = [at for at, row in enumerate(rows) if row[level] == name]
    return labeled or _rows_with_label(rows, name, 0)


def _rows_with_label(rows: Rows, name: str, level: int) -> list[int]:
    """The positions of rows with this label on a level; a `StudyError` if there are none."""
    places = [at for at, row in enumerate(rows) if row[level] == name]
    if not places:
        known = {str(row[level]) for row in rows if row[level] is not None}
        what = f"label of level {level}" if level else "value"
        raise StudyError(f"The hierarchy has no {what} {name!r}.{did_you_mean(name, known)[:200]}")
    return places


def _rebuild(hierarchy: Hierarchy, rows: Rows) -> Hierarchy:
    """The hierarchy of changed rows, checked again."""
    return Hierarchy.of([list(level) for level in zip(*rows, strict=True)], hierarchy.source)
