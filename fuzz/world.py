"""What is known besides a release: who may be released, who is whom, whom it could be about."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from fuzz.case import Case, Row
from reference import Column

Labels = tuple[str | None, ...]


@dataclass(frozen=True)
class World:
    """A case, read by its definitions."""

    case: Case

    @cached_property
    def study(self) -> dict[str, Any]:
        return dict(self.case.study)

    @cached_property
    def scope(self) -> list[int]:
        """The records that may be released, by their places in the table."""
        subset, rows = self.study.get("subset"), self.case.rows
        if subset is None:
            return list(range(len(rows)))
        if "sample" in subset:  # nobody knows who was drawn
            return list(range(len(rows)))
        if "records" in subset:
            listed = Counter(tuple(row.items()) for row in self.case.tables[subset["records"]])
            return [at for at, row in enumerate(rows) if _taken(listed, tuple(row.items()))]
        return [at for at, row in enumerate(rows) if _chosen(subset, row)]

    @cached_property
    def limit(self) -> int:
        """How many records may be suppressed."""
        return int(Fraction(str(self.study.get("suppression_limit", 0))) * len(self.scope))

    @cached_property
    def leveled(self) -> list[str]:
        """The quasi-identifiers that form classes."""
        names = self.case.with_role("quasi-identifier")
        return [name for name in names if name in self.case.trees]

    @cached_property
    def is_empty(self) -> bool:
        """Whether a builder has no value to build a hierarchy from."""
        return any({row[0] for row in column.rows} <= {None} for column in self.columns)

    @cached_property
    def aggregated(self) -> list[str]:
        """The quasi-identifiers that show one value per class."""
        names = self.case.with_role("quasi-identifier")
        return [name for name in names if self.study["columns"][name].get("aggregate")]

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The quasi-identifiers that form classes, with the records of the scope."""
        return tuple(self._column(name) for name in self.leveled)

    def _column(self, name: str) -> Column:
        keys = self.study["columns"][name]
        values = tuple(self.case.rows[at][name] for at in self.scope)
        found = Column(name, values, self._tree(name))
        weight = Fraction(str(keys.get("weight", 1)))
        return Column(
            name, values, found.rows, weight, keys.get("min_level", 0), keys.get("max_level")
        )

    def _tree(self, name: str) -> tuple[tuple[str | None, ...], ...]:
        """A builder knows the values that are there; a file knows what it lists.

        A missing value that is there is known, too, under the root only.
        """
        tree = self.case.trees[name]
        rows = [*(self.case.rows[at] for at in self.scope), *(self.everybody or ())]
        there = {row[name] for row in rows}
        known = tree if name in self.case.listed else [row for row in tree if row[0] in there]
        return tuple(known) + ((_missing(known or tree),) if None in there else ())

    @cached_property
    def written(self) -> list[str]:
        """The released columns."""
        names = [n for n, k in self.study["columns"].items() if k["role"] != "identifier"]
        return list(self.study.get("output", {}).get("columns") or names)

    @property
    def counts_people(self) -> bool:
        return bool(self.study.get("person"))

    def size(self, members: Iterable[int]) -> int:
        """How many records, or people, there are."""
        members = list(members)
        if not self.counts_people:
            return len(members)
        return len({self.case.rows[at]["id"] for at in members})

    def values(self, members: Iterable[int], column: str) -> Counter[str | None]:
        """How many have each value; a person once for each value."""
        rows = self.case.rows
        if not self.counts_people:
            return Counter(rows[at][column] for at in members)
        return Counter(v for _, v in {(rows[at]["id"], rows[at][column]) for at in members})

    @cached_property
    def everybody(self) -> Sequence[Row] | None:
        """The population, row by row, where it can be counted."""
        if not any(map(_counts_population, self.study.get("privacy", ()))):
            return None
        named = self.study.get("population", {}).get("table")
        if named:
            return self.case.tables[named]
        return self.case.rows if "subset" in self.study else None

    def population_of(self, labels: dict[str, str | None], levels: dict[str, int]) -> int:
        """How many of the population look like some labels."""
        alike = [row for row in self.everybody or () if self.row_labels(row, levels) == labels]
        return len({row["id"] for row in alike}) if self.counts_people else len(alike)

    def row_labels(self, row: Row, levels: dict[str, int]) -> dict[str, str | None]:
        """A record at some levels."""
        return {name: self.label(name, row[name], level) for name, level in levels.items()}

    def label(self, name: str, value: str | None, level: int) -> str | None:
        return self.labels[name][value][level]

    @cached_property
    def labels(self) -> dict[str, dict[str | None, Labels]]:
        """Per column: the labels of each value; a missing one is under the root only."""
        found = {}
        for column in self.columns:
            known = {row[0]: row for row in column.rows}
            found[column.name] = {None: _missing(self.case.trees[column.name]), **known}
        return found

    def tells_nothing(self, levels: dict[str, int]) -> bool:
        """Whether every column has one label only, whoever is released."""
        columns = self.columns
        return all(len(column.shares[levels[column.name]]) == 1 for column in columns)

    @cached_property
    def sample_share(self) -> Fraction | None:
        """The share of the population that is in the data."""
        told, size = self.study.get("population", {}), self.size(self.scope)
        if "fraction" in told:
            return Fraction(str(told["fraction"]))
        return Fraction(size, self.population_size) if self.population_size else None

    @cached_property
    def population_size(self) -> int | None:
        told, size = self.study.get("population", {}), self.size(self.scope)
        if "size" in told:
            return int(told["size"])
        if "fraction" in told:
            return round(size / Fraction(str(told["fraction"])))
        wide = self.case.tables.get(told.get("table", ""), self.case.rows)
        if "table" not in told and "subset" not in self.study:
            return None
        return len({row["id"] for row in wide}) if self.counts_people else len(wide)


def _counts_population(promise: dict[str, Any]) -> bool:
    """Whether a promise compares classes with the population, one by one."""
    if promise["model"] == "k-map":
        return promise.get("estimator", "none") == "none"
    return promise["model"] in ("delta-presence", "journalist-profitability")


def _missing(rows: Sequence[Labels]) -> Labels:
    """The labels of a missing value: none, but for the root if there is one."""
    roots, height = {row[-1] for row in rows}, len(rows[0]) - 1
    root = roots.pop() if len(roots) == 1 and height else None
    return (*[None] * height, root)


def _taken(listed: Counter[Any], record: Any) -> bool:
    listed[record] -= 1
    return listed[record] >= 0


def _chosen(subset: dict[str, Any], row: Row) -> bool:
    if "column" in subset:
        return row[subset["column"]] == subset["equals"]
    parts = re.findall(r"(not )?(\w+) = '([^']*)'", subset["query"])
    return any((row[name] == value) != bool(no) for no, name, value in parts)
