"""The verb `study upgrade`: adds to an older study what a study must say by now.

Each provider looks at a study and its table, and says what is missing. What it adds is the choice
that protects people more; everything else in the file stays as it was, comments too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from shoal.data.table import Table
from shoal.errors import StudyError
from shoal.pipeline.places.choice import folder_of
from shoal.pipeline.prepare.decisions import open_decisions
from shoal.pipeline.prepare.orders import missing_pivots, missing_types
from shoal.pipeline.prepare.people import find_person_column_in
from shoal.pipeline.ways.choice import way_of
from shoal.study import text as study_text
from shoal.study.keys.plain import Json
from shoal.study.study import Study, text_of


class AdditionFacts(TypedDict):
    """An addition as plain values."""

    place: str
    value: Json
    reason: str


@dataclass(frozen=True)
class Addition:
    """Something that a study must say by now.

    Attributes:
        place: The keys that lead there: `("person",)`, `("columns", "age", "type")`.
        value: What it says from now on.
        reason: Why.
    """

    place: tuple[str, ...]
    value: Any
    reason: str

    def plain(self) -> AdditionFacts:
        """The addition as plain values."""
        return {"place": ".".join(self.place), "value": self.value, "reason": self.reason}


Provider = Callable[[Study, Table], Iterable[Addition]]


@dataclass(frozen=True)
class Upgraded:
    """What became of a study.

    Attributes:
        additions: What was added.
        open: What only a person can decide.
        text: The study as it is now.
    """

    additions: tuple[Addition, ...]
    open: tuple[str, ...]
    text: str


def upgrade(path: Path, *, dry_run: bool = False) -> Upgraded:
    """Add to a study what it must say by now; the file as it was is kept as `.bak` beside it.

    A dry run writes nothing, nor is anything written if there is nothing to add. An error is raised
    if there is a `.bak` already.
    """
    text = text_of(path)
    added, table = additions(study_text.parse(text, path.name), path.parent)
    new = _edit_text(text, added, path.name)
    left = open_decisions(way_of(Study.of(study_text.parse(new, path.name), path.parent)), table)
    if added and not dry_run:
        _keep(path)
        path.write_text(new, encoding="utf-8")
    return Upgraded(added, tuple(problem for error in left for problem in error.problems), new)


def additions(keys: Mapping[str, Any], folder: Path) -> tuple[tuple[Addition, ...], Table]:
    """What all providers add to the keys of a study, and its table."""
    added = [*end_centuries(keys)]  # without it, a study cannot be read
    study = Study.of(with_additions(keys, added), folder)
    table = table_of(study)
    for provider in PROVIDERS:
        added += provider(study, table)
    return tuple(added), table


def with_additions(keys: Mapping[str, Any], added: Iterable[Addition]) -> dict[str, Any]:
    """The keys of a study with what is added."""
    whole = deepcopy(dict(keys))
    for addition in added:
        inner = whole
        for key in addition.place[:-1]:
            inner = inner[key]
        inner[addition.place[-1]] = addition.value
    return whole


def table_of(study: Study) -> Table:
    """The table of a study; its first records if it does not fit into memory."""
    return folder_of(study).first_records(study)


def end_centuries(keys: Mapping[str, Any]) -> Iterator[Addition]:
    """The key `pivot` of columns whose years have two digits."""
    for name, year in missing_pivots(keys).items():
        reason = f"years of two digits end in {year}: no date is meant to be later"
        yield Addition(("columns", name, "pivot"), year, reason)


def type_ordered(study: Study, table: Table) -> Iterator[Addition]:
    """The key `type` of numbers and dates that would be ordered as texts."""
    for name, keys in missing_types(study, table).items():
        for key, value in keys.items():
            reason = "its order is used, and it holds numbers or dates"
            yield Addition(("columns", name, key), value, reason)


def count_people(study: Study, table: Table) -> Iterator[Addition]:
    """The key `person`, where an identifier repeats and people can be counted."""
    if study.person is not None or way_of(study).counts is not None:
        return
    repeated = find_person_column_in(table, study.roles)
    if repeated is None or f"linked-records:{repeated.name}" in study.acknowledge:
        return
    name = repeated.name
    if study.roles.get(name) != "identifier":
        place, value = ("columns", name), {"role": "identifier"}
        yield Addition(place, value, "the column tells people apart by its name")
    counted = f"{repeated.values:,} values in {repeated.known:,} records"
    yield Addition(("person",), name, f"{counted}: promises count people, not records")


PROVIDERS: tuple[Provider, ...] = (type_ordered, count_people)


def _edit_text(text: str, added: tuple[Addition, ...], name: str) -> str:
    """The text with all additions; refused if it does not say exactly these."""
    new = text
    for addition in added:
        new = study_text.with_key(new, addition.place, addition.value)
    if study_text.parse(new, name) != with_additions(study_text.parse(text, name), added):
        lines = ", ".join(
            study_text.line(".".join(addition.place), addition.value) for addition in added
        )
        raise StudyError(
            f"{name} is written in a way that cannot be added to. Add by hand: {lines}."
        )
    return new


def _keep(path: Path) -> None:
    """Keep the file as it was, as `.bak` beside it; an earlier backup is not replaced."""
    backup = path.with_name(f"{path.name}.bak")
    if backup.exists():
        raise StudyError(f"{backup} exists already. Move it away first.")
    backup.write_bytes(path.read_bytes())
