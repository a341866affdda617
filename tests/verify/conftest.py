"""A clinic small enough to check by eye, and releases of it made by hand, without the engine."""

import copy
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from shoal.verify import Verdict, verify

Row = dict[str, Any]
QUASI = ("age", "zip", "sex")
# First age of the decade, first digits of the ZIP code, sex, records.
GROUPS = (
    (20, "816", "m", 12),
    (20, "816", "f", 10),
    (30, "817", "m", 9),
    (30, "817", "f", 8),
    (40, "816", "m", 7),
    (None, "816", "f", 5),
    (40, "817", None, 4),
    (30, "816", "m", 3),
    (40, "817", "f", 2),  # smaller than k = 3: suppressed
    (20, "817", "m", 1),  # smaller than k = 3: suppressed
)
DIAGNOSES = ("flu", "asthma", "HIV", "sprain", "=gout", None, "burn")
STUDY = {
    "data": {"path": "clinic.csv", "separator": ",", "quote": '"', "encoding": "utf-8"},
    "columns": {
        "ssn": {"role": "identifier"},
        "age": {
            "role": "quasi-identifier",
            "type": "integer",
            "hierarchy": {"builder": "intervals", "width": 10, "levels": 2},
        },
        "zip": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
        "sex": {"role": "quasi-identifier", "hierarchy": "sex.csv"},
        "diagnosis": {"role": "sensitive", "target": True},
        "cost": {"role": "insensitive"},
    },
    "privacy": [{"model": "k-anonymity", "k": 3}],
    "suppression_limit": 0.05,
}


@dataclass
class Clinic:
    """An input file, a study, and what an honest release of it looks like."""

    folder: Path
    records: list[Row]
    study: dict[str, Any] = field(default_factory=lambda: copy.deepcopy(STUDY))
    levels: dict[str, int] = field(default_factory=lambda: {"age": 1, "zip": 2, "sex": 0})

    @property
    def names(self) -> list[str]:
        return [n for n, keys in self.study["columns"].items() if keys["role"] != "identifier"]

    def generalized(self) -> list[Row]:
        """Every record at the clinic's levels, in the order of the input."""
        return [self.general(record) for record in self.records]

    def general(self, record: Row) -> Row:
        row = {name: record[name] for name in self.names}
        row["age"] = age_label(record["age"], self.levels["age"])
        row["zip"] = zip_label(record["zip"], self.levels["zip"])
        row["sex"] = sex_label(record["sex"], self.levels["sex"])
        return row

    def kept(self, rows: list[Row]) -> list[bool]:
        k = self.study["privacy"][0]["k"]
        sizes = Counter(class_of(row) for row in rows)
        return [sizes[class_of(row)] >= k for row in rows]

    def honest(self, seed: int = 1) -> list[Row]:
        """The release that the study asks for, in random order."""
        rows = self.generalized()
        mode = self.study.get("output", {}).get("suppressed", "left-out")
        pairs = list(zip(rows, self.kept(rows), strict=True))
        hidden = self.names if mode == "blank" else QUASI
        rows = [
            row if kept else {**row, **dict.fromkeys(hidden)}
            for row, kept in pairs
            if kept or mode != "left-out"
        ]
        random.Random(seed).shuffle(rows)
        return rows

    def write(self, rows: list[Row], name: str = "draft.csv") -> Path:
        path = self.folder / name
        columns = list(rows[0]) if rows else self.names
        frame = pl.DataFrame({c: [row[c] for row in rows] for c in columns}, strict=False)
        frame.write_csv(path)
        return path

    def write_input(self) -> None:
        self.write(self.records, "clinic.csv")

    def verdict(self, rows: list[Row]) -> Verdict:
        return verify(self.study, self.folder, self.write(rows))


def class_of(row: Row) -> tuple[Any, ...]:
    return tuple(row[name] for name in QUASI)


def age_label(age: str | None, level: int) -> str | None:
    if level == 3:
        return "*"
    if age is None or level == 0:
        return age
    width = 10 * 2 ** (level - 1)
    start = int(age) // width * width
    return f"[{start}, {start + width}["


def zip_label(code: str, level: int) -> str:
    return code[: 5 - level] + "*" * level


def sex_label(sex: str | None, level: int) -> str | None:
    return "*" if level else sex


def patients() -> list[Row]:
    """The records group by group, then in an order that has nothing to do with the groups."""
    rows: list[Row] = []
    for decade, code, sex, count in GROUPS:
        for i in range(count):
            age = None if decade is None else str(decade + (3 * i) % 10)
            place = f"{code}{(7 * len(rows)) % 90 + 10}"
            rows.append({"ssn": f"S{len(rows):04}", "age": age, "zip": place, "sex": sex})
            rows[-1]["diagnosis"] = DIAGNOSES[len(rows) % 7]
            rows[-1]["cost"] = str(100 + 13 * len(rows))
            rows[-1]["ward"] = f"W{len(rows) % 5}"
    random.Random(4).shuffle(rows)
    return rows


@pytest.fixture
def clinic(tmp_path):
    (tmp_path / "sex.csv").write_text("m;*\nf;*\n")
    made = Clinic(tmp_path, patients())
    made.write_input()
    return made
