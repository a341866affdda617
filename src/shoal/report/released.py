"""What a release shows by itself: what anybody who has it can count, and nothing else.

A certificate is made of this and of the study (docs/decisions/0031). Classes are groups of records
that show the same in every quasi-identifier; a blank cell is taken as a value of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import polars as pl
from polars.selectors import by_name

from shoal.data.table import exact_column
from shoal.report.flat import as_list, as_mapping
from shoal.report.types.quality import Classes
from shoal.report.types.sections import Risk, Unique, Uniqueness
from shoal.study.keys.plain import StudyKeys

Sizes = Mapping[int, int]  # how many groups there are of each size
USUAL_K = 5  # records in smaller classes are at risk where no k is promised


class Groups(Protocol):
    """Records of a release, grouped by what they show."""

    def sizes(self, columns: Sequence[str]) -> Sizes:
        """How many groups there are of each size; records of a group look alike in some columns.

        Without columns, all records are one group.
        """
        ...

    def fewest(self, columns: Sequence[str], value: str) -> int | None:
        """The fewest different values of the column `value` in a group; None without records.

        Records of a group look alike in `columns`. Missing values do not count.
        """
        ...


@dataclass(frozen=True)
class Released:
    """What a release shows.

    Attributes:
        records: How many records it has; those that are blank in every column do not count.
        columns: How many columns it has.
        values: How many different values each column shows, a missing one included.
        classes: How many classes there are, and how large they are.
        risk: The risk that a prosecutor finds a person, knowing that the person is in the data.
        fewest: The fewest different values of each sensitive column in a class.
        uniqueness: How many records look like no other.
        graph: How many nodes and clusters its graph has; None without one.
    """

    records: int
    columns: int
    values: Mapping[str, int]
    classes: Classes
    risk: Risk
    fewest: Mapping[str, int]
    uniqueness: Uniqueness
    graph: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Roles:
    """The columns of a release by what they tell, as its study says.

    Attributes:
        known: The quasi-identifiers.
        insensitive: Columns that are released as they were and assumed to be harmless.
        sensitive: Columns that are released as they were and must not be learned about a person.
        others: Pseudonyms and shifted dates: nobody knows them beforehand.
    """

    known: list[str] = field(default_factory=list)
    insensitive: list[str] = field(default_factory=list)
    sensitive: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, study: StudyKeys, written: Sequence[str]) -> "Roles":
        """The roles of the columns that were written."""
        roles = cls()
        lists = {
            "quasi-identifier": roles.known,
            "insensitive": roles.insensitive,
            "sensitive": roles.sensitive,
        }
        for name in written:
            keys = as_mapping(as_mapping(study.get("columns")).get(name))
            replaced = "shift" in keys or keys.get("role") == "identifier"
            lists.get("" if replaced else str(keys.get("role")), roles.others).append(name)
        return roles


def count_release(
    study: StudyKeys,
    written: Sequence[str],
    groups: Groups,
    graph: Mapping[str, int] | None = None,
) -> Released:
    """Count what a release shows.

    Args:
        study: The study as it was asked.
        written: The columns of the release.
        groups: Its records.
        graph: How many nodes and clusters its graph has.
    """
    roles = Roles.of(study, written)
    classes = groups.sizes(roles.known)
    return Released(
        records=_records(groups.sizes(())),
        columns=len(written),
        values={name: sum(groups.sizes([name]).values()) for name in written},
        classes=_class_figures(classes),
        risk=_risk(classes, strictest_k(study)),
        fewest=_fewest(groups, roles),
        uniqueness=_uniqueness(groups, roles),
        graph=graph,
    )


def strictest_k(study: StudyKeys) -> int:
    """The strictest k that a study promises; 5 if it promises none."""
    method = as_mapping(study.get("method"))
    asked = [as_mapping(promise).get("k") for promise in as_list(study.get("privacy"))]
    asked += [method.get("k"), method.get("bin_size")]
    return max((k for k in asked if isinstance(k, int)), default=USUAL_K)


def _fewest(groups: Groups, roles: Roles) -> dict[str, int]:
    """The fewest different values of each sensitive column in a class; none without records."""
    counts = {name: groups.fewest(roles.known, name) for name in roles.sensitive}
    return {name: count for name, count in counts.items() if count is not None}


def _uniqueness(groups: Groups, roles: Roles) -> Uniqueness:
    """Records that look like no other: by quasi-identifiers, with insensitive columns, with all."""
    # `known`: by quasi-identifiers; `every`: insensitive columns, too; `whole`: sensitive, too.
    known = every = _unique(groups, roles.known)
    if roles.insensitive:
        every = _unique(groups, [*known["columns"], *roles.insensitive])
    whole = _unique(groups, [*every["columns"], *roles.sensitive]) if roles.sensitive else every
    return {**every, "quasi_identifiers": known, "with_sensitive": whole}


def _unique(groups: Groups, columns: Sequence[str]) -> Unique:
    """How many records look like no other in some columns, and their share from 0 to 1."""
    sizes = groups.sizes(columns)
    records, alone = _records(sizes), sizes.get(1, 0)
    share = alone / records if records else 0.0
    return {"columns": list(columns), "records": records, "unique": alone, "share": share}


def _records(sizes: Sizes) -> int:
    """How many records are in all groups."""
    return sum(size * count for size, count in sizes.items())


def _class_figures(sizes: Sizes) -> Classes:
    count = sum(sizes.values())
    mean = _records(sizes) / count if count else None
    return {
        "count": count,
        "min": min(sizes, default=None),
        "mean": mean,
        "max": max(sizes, default=None),
    }


def _risk(sizes: Sizes, k: int) -> Risk:
    """The risk of being found, as `shoal.report.summary.risk` computes it from an array."""
    records = _records(sizes)
    if not records:
        return {"highest": 0.0, "average": 0.0, "lowest": 0.0, "uniques": 0, "at_risk": 0.0}
    small = sum(size * count for size, count in sizes.items() if size < k)
    return {
        "highest": 1 / min(sizes),
        "average": sum(sizes.values()) / records,
        "lowest": 1 / max(sizes),
        "uniques": sizes.get(1, 0),
        "at_risk": small / records,
    }


@dataclass(frozen=True, eq=False)
class FrameGroups:
    """The records of a release in memory.

    Attributes:
        frame: The release as it is written.
        known: Its quasi-identifiers.
        blanks: Whether suppressed records are in the frame, with blank cells; they are in no class.
    """

    frame: pl.DataFrame
    known: Sequence[str] = ()
    blanks: bool = False

    def sizes(self, columns: Sequence[str]) -> Sizes:
        """How many groups there are of each size; see `Groups`."""
        there = self._records_shown(columns)
        if not columns:
            return {there.height: 1} if there.height else {}
        if len(columns) == 1:
            sizes = exact_column(there, columns[0]).value_counts(name=SIZE)[SIZE]
        else:
            sizes = there.group_by(by_name(columns)).agg(pl.len().alias(SIZE))[SIZE]
        return dict(sizes.value_counts().iter_rows())

    def fewest(self, columns: Sequence[str], value: str) -> int | None:
        """The fewest different values of the column `value` in a group; see `Groups`."""
        there, count = (
            self._records_shown(columns),
            by_name(value).drop_nulls().n_unique().alias(SIZE),
        )
        counts = there.group_by(by_name(columns)).agg(count) if columns else there.select(count)
        return int(counts[SIZE].min()) if there.height else None  # type: ignore[arg-type]

    def _records_shown(self, columns: Sequence[str]) -> pl.DataFrame:
        """The records without those that were suppressed and are blank."""
        filled = blank_columns(columns, self.known, self.frame.columns) if self.blanks else ()
        if not filled:
            return self.frame
        return self.frame.filter(~pl.all_horizontal(by_name(filled).is_null()))


SIZE = "shoal: size"  # a name that no column of a table has


def blank_columns(columns: Sequence[str], known: Sequence[str], every: Sequence[str]) -> list[str]:
    """The columns by which suppressed records are recognized: they are blank in all of them.

    A suppressed record may keep columns that are not quasi-identifiers, and be found by them. So it
    is left out only where quasi-identifiers are looked at, or where it is blank in every column.

    Args:
        columns: The columns that are looked at.
        known: The quasi-identifiers.
        every: All columns of the release.
    """
    return [*known] if known and [*columns] == [*known] else [*every]
