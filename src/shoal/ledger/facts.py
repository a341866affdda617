"""What the ledger knows about a release, and what two releases tell together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil

from shoal.study.study import Study


@dataclass(frozen=True)
class Shown:
    """What a release shows, and what it promises.

    Attributes:
        known: The quasi-identifiers it shows.
        other: All other columns it shows.
        k: How many records, or people, look alike at least: the candidates for each person.
        diversity: How many values each sensitive column that it shows must keep in a class.
        by_record: Whether a column is recoded differently from record to record.
        sampled: Whether chance decided who is in it.
        person: The identifier that tells people apart, where promises count people.
        by_chance: The columns whose values chance changed.
    """

    known: tuple[str, ...]
    other: tuple[str, ...]
    k: int
    diversity: Mapping[str, int] = field(default_factory=dict)
    by_record: bool = False
    sampled: bool = False
    person: str | None = None
    by_chance: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns of the release."""
        return (*self.known, *self.other)


def build_shown(study: Study, k: int) -> Shown:
    """What a release shows: it promises classes of k with 2 sensitive values, or l if promised."""
    known = tuple(name for name in study.written if name in study.quasi_identifiers)
    other = tuple(name for name in study.written if name not in known)
    diverse = {name: 2 for name in study.with_role("sensitive") if name in other}
    for promise in study.privacy:
        if getattr(promise, "column", None) in diverse and hasattr(promise, "l"):
            diverse[promise.column] = max(diverse[promise.column], ceil(promise.l))
    return Shown(
        known,
        other,
        k,
        diverse,
        by_record=study.columns_by_record != study.aggregated,
        sampled=study.subset is not None and study.subset.sample is not None,
        person=study.person_column,
        by_chance=tuple(study.changed_by_chance),
    )


@dataclass(frozen=True)
class Inference:
    """What two or more releases tell together; counts and columns, never a value.

    Attributes:
        kind: candidates, values, cells, difference, chance or unknown; `sentence` explains each.
        records: How many records, or people, it is about.
        classes: In how many classes, or pairs of classes, they are.
        columns: The columns about which more is told.
    """

    kind: str
    records: int
    classes: int
    columns: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The finding in words."""
        names = ", ".join(map(repr, self.columns))
        where = f"{self.records:,} records in {self.classes:,} classes"
        return {
            "candidates": f"Intersecting: {where} have fewer candidates in both releases together"
            f" than was promised{f'; they tell more about {names}' if names else ''}.",
            "values": f"Intersecting: {where} have fewer possible values of {names} in both"
            " releases together than in each.",
            "cells": f"Cells: {where} show other cells each time, so that hidden cells of"
            f" {names} become known.",
            "difference": f"Differencing: {where} are in one of the releases only, and so few that"
            " subtracting tells them apart.",
            "chance": f"Averaging: both show {names} of the same {self.records:,} records, and"
            " chance changed the values: taken together, they tell more about the true ones.",
            "unknown": "One of them was made without its records in memory, so what both tell"
            " together cannot be found out.",
        }[self.kind]


UNKNOWN = Inference("unknown", 0, 0)
