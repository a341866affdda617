"""Repairs a hierarchy: removes repeated rows, and adds rows for values without one.

Problems with one sensible answer are repaired; the others are reported, and a person decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from shoal.errors import DataError
from shoal.grammar import agree
from shoal.hierarchies.hierarchy import Hierarchy

Row = tuple[str | None, ...]


@dataclass(frozen=True)
class Repaired:
    """A hierarchy without the problems that could be repaired.

    Attributes:
        hierarchy: The hierarchy, or None if problems are left.
        done: What was repaired, in sentences.
        left: What a person has to decide, in sentences.
    """

    hierarchy: Hierarchy | None
    done: tuple[str, ...]
    left: tuple[str, ...]


def repair_rows(rows: Sequence[Row], values: pl.Series | None, source: str) -> Repaired:
    """Keep the first row of each value, and add a row for each value that has none.

    Args:
        rows: The rows of the file, each a value and its labels; null is missing.
        values: The values that must have a row; None if they are not known.
        source: The name of the hierarchy in messages.
    """
    kept = _first_rows(rows)
    added = [] if values is None else _rows_to_add(kept, values)
    done = _describe_repairs(len(rows) - len(kept), _count_contradictions(rows), len(added), kept)
    try:
        levels = list(zip(*[*kept, *added], strict=True))
        return Repaired(Hierarchy.of(levels, source), done, ())
    except ValueError:
        return Repaired(None, done, ("rows have different numbers of labels. Complete them.",))
    except DataError as error:
        return Repaired(None, done, error.problems)


def missing_values(hierarchy: Hierarchy, values: pl.Series) -> int:
    """How many distinct known values of a column have no row."""
    known = values.drop_nulls().unique()
    return int((hierarchy.rows(known) < 0).sum())


def _first_rows(rows: Sequence[Row]) -> list[Row]:
    """The first row of each value."""
    first: dict[str | None, Row] = {}
    for row in rows:
        first.setdefault(row[0], row)
    return list(first.values())


def _count_contradictions(rows: Sequence[Row]) -> int:
    """How many rows repeat a value with other labels than its first row."""
    first: dict[str | None, Row] = {}
    return sum(first.setdefault(row[0], row) != row for row in rows)


def _rows_to_add(rows: list[Row], values: pl.Series) -> list[Row]:
    """A row with the same label on all levels for each known value without one."""
    known = {row[0] for row in rows}
    label, height = _catch_all(rows), len(rows[0]) - 1 if rows else 0
    absent = sorted(set(values.drop_nulls().unique()) - known)
    return [(value, *[label] * height) for value in absent]


def _catch_all(rows: list[Row]) -> str:
    """The label of added values: the root if there is one, else `other`."""
    tops = {row[-1] for row in rows}
    root = next(iter(tops)) if len(tops) == 1 else None
    return root or "other"


def _describe_repairs(
    repeated: int, contradictory: int, added: int, rows: list[Row]
) -> tuple[str, ...]:
    """A sentence for each kind of repair that was done."""
    repairs = []
    if repeated:
        repairs.append(
            f"{repeated} repeated rows were left out"
            f" ({contradictory} had other labels than the first row of their value)"
        )
    if added:
        repairs.append(f"{added} values of the data got a row, labeled {_catch_all(rows)!r}")
    return tuple(map(agree, repairs))
