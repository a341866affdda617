"""The tables behind the golden problems: the built-in example and tables to check by eye."""

import csv
from fractions import Fraction
from functools import cache
from pathlib import Path

import shoal.data.example
from reference import Column
from shoal.data.example import discharge

FOLDER = Path(shoal.data.example.__file__).parent / "hierarchies"

AGES = (("34", "<50", "*"), ("45", "<50", "*"), ("66", ">=50", "*"), ("70", ">=50", "*"))
SEXES = (("m", "*"), ("f", "*"))
WARDS = (
    ("A1", "A", "surgery", "*"),
    ("A2", "A", "surgery", "*"),
    ("B1", "B", "surgery", "*"),
    ("C1", "C", "medicine", "*"),
    ("C2", "C", "medicine", "*"),
)
BLOOD = (("A", "A or B"), ("B", "A or B"), ("0", "0"))  # no root: two labels at the top
COIN = (("heads", "*"), ("tails", "*"))

# Values are written one after the other; "-" is missing.
TOYS: dict[str, dict[str, tuple[str, tuple[tuple[str | None, ...], ...]]]] = {
    # docs/theory/classes.md
    "toy": {"age": ("34 45 66 70 34 70 45", AGES), "sex": ("m f m f f m m", SEXES)},
    # Two columns that mirror each other: every question has a tie.
    "mirror": {
        "x": ("heads heads tails tails heads tails", COIN),
        "y": ("heads tails heads tails tails heads", COIN),
    },
    "three mirrors": {
        "x": ("heads heads tails tails heads tails heads tails", COIN),
        "y": ("heads tails heads tails tails heads heads tails", COIN),
        "z": ("tails heads heads tails heads tails heads tails", COIN),
    },
    "missing": {
        "age": ("34 - 66 70 - 70 45 34 - 66 45 70", AGES),
        "sex": ("m f m f f m m - - m f m", SEXES),
        "ward": ("A1 A1 B1 C1 A2 C2 A1 - - B1 A2 C2", WARDS),
    },
    "no root": {
        "blood": ("A B 0 0 A A B 0 A B", BLOOD),
        "ward": ("A1 A2 B1 C1 A1 A2 C2 C1 A1 B1", WARDS),
    },
    "all alike": {"sex": ("m m m m m", SEXES), "age": ("34 34 34 34 34", AGES)},
    "all different": {
        "ward": ("A1 A2 B1 C1 C2", WARDS),
        "age": ("34 45 66 70 34", AGES),
    },
}


def column(table: str, name: str, **settings: object) -> Column:
    """A column of a golden table, under a question's settings (weight, lowest, highest)."""
    values, rows = _discharge(name) if table == "discharge" else _toy(table, name)
    weight = Fraction(str(settings.pop("weight", "1")))
    return Column(name, values, rows, weight, **settings)


def _toy(
    table: str, name: str
) -> tuple[tuple[str | None, ...], tuple[tuple[str | None, ...], ...]]:
    texts, rows = TOYS[table][name]
    return tuple(None if text == "-" else text for text in texts.split()), rows


@cache
def _discharge(name: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = tuple(map(tuple, csv.reader(file, delimiter=";")))
    return tuple(_table()[name].to_list()), rows


@cache
def _table() -> object:
    return discharge()
