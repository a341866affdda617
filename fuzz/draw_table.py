"""Columns with hierarchies of all shapes, and records of few values: much is at the edge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from fuzz.case import Row, Tree

ILLNESSES = ("flu", "gout", "burn", "asthma", "sprain")


@dataclass(frozen=True)
class Drawn:
    """A quasi-identifier: its values, its hierarchy row by row, and its keys in the study."""

    name: str
    values: tuple[str, ...]
    tree: Tree
    keys: Mapping[str, Any]
    listed: bool = False


def drawn_column(dice: Random, name: str, *, levels: bool = True, files: bool = False) -> Drawn:
    """A column with a hierarchy from a file, or from a builder that is easy to follow."""
    kind = dice.choices(("file", "suppression", "masking", "intervals"), (70, 10, 10, 10))[0]
    kind = "file" if files else kind
    keys: dict[str, Any] = {"role": "quasi-identifier"}
    if kind == "file":
        tree = _tree(dice, [f"{name}{letter}" for letter in "abcdef"[: dice.randint(1, 6)]])
        keys["hierarchy"] = f"{name}.csv"
    elif kind == "suppression":
        tree = tuple((value, "*") for value in "uvw")
        keys["hierarchy"] = {"builder": "suppression"}
    elif kind == "masking":
        tree = tuple((f"{v}", f"{v[0]}*", "**") for v in ("11", "12", "21", "22", "31"))
        keys["hierarchy"] = {"builder": "masking", "max_length": 2}
    else:
        tree = tuple(_interval(age) for age in range(0, dice.choice((8, 25)), dice.choice((1, 3))))
        keys["hierarchy"] = {"builder": "intervals", "width": 5, "levels": 2}
        keys["type"] = "integer"
    if levels:
        _limits(dice, keys, len(tree[0]) - 1)
    if dice.random() < 0.3:
        keys["weight"] = dice.choice((0.5, 2, 3))
    values = tuple(str(row[0]) for row in tree)
    return Drawn(name, values, tree, keys, kind == "file")


def _limits(dice: Random, keys: dict[str, Any], height: int) -> None:
    lowest = 0
    if dice.random() < 0.12:
        lowest = keys["min_level"] = dice.randint(0, height)
    if dice.random() < 0.12:
        keys["max_level"] = dice.randint(lowest, height)


def _interval(age: int) -> tuple[str, ...]:
    """Level by level: the number, intervals of 5, of 10, and everything."""
    labels = (f"[{age // w * w}, {age // w * w + w}[" for w in (5, 10))
    return (str(age), *labels, "*")


def _tree(dice: Random, values: list[str]) -> Tree:
    """Groups that merge from level to level; some labels stay those of a member."""
    height = dice.choices((0, 1, 2, 3), (1, 4, 5, 2))[0]
    labels = [list(values)]
    for level in range(1, height + 1):
        if level == height and dice.random() < 0.8:
            labels.append(["*"] * len(values))
        else:
            labels.append(_merged(dice, labels[-1], level))
    return tuple(zip(*labels, strict=True))


def _merged(dice: Random, below: list[str], level: int) -> list[str]:
    """Neighbors come together; a group may keep the label of its first member."""
    groups = list(dict.fromkeys(below))
    name_of, current = {}, ""
    for at, label in enumerate(groups):
        if not at or dice.random() < 0.5:
            current = label if dice.random() < 0.4 else f"L{level}{label}"
        name_of[label] = current
    return [name_of[label] for label in below]


def records(
    dice: Random, columns: Sequence[Drawn], count: int, *, people: bool, start: int = 0
) -> tuple[Row, ...]:
    """Records that often repeat, with some values missing."""
    holes = dice.choice((0, 0, 0.05, 0.2))
    skew = dice.choice((0.0, 0.5))
    secrets = dice.randint(1, len(ILLNESSES))
    rows = []
    for at in range(count):
        row: Row = {column.name: _cell(dice, column.values, holes, skew) for column in columns}
        row["s"] = _cell(dice, ILLNESSES[:secrets], holes, skew)
        row["note"] = dice.choice(("north", "south", "east"))
        row["id"] = f"p{start + (dice.randrange(count) if people else at)}"
        rows.append(row)
    for column in columns:  # a column of missing values only is refused
        if rows and all(row[column.name] is None for row in rows):
            rows[0][column.name] = column.values[0]
    return tuple(rows)


def _cell(dice: Random, values: Sequence[str], holes: float, skew: float) -> str | None:
    if dice.random() < holes:
        return None
    return values[0] if dice.random() < skew else dice.choice(values)
