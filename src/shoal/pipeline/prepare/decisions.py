"""Decisions that only a person can make and has not made: undecided columns, who is counted."""

from collections.abc import Iterator

from shoal.data.table import Table
from shoal.errors import UndecidedError
from shoal.pipeline.prepare.people import Repeated, find_person_column_in
from shoal.pipeline.states.way import Way
from shoal.study.graph import edges_of
from shoal.study.study import Study

ROLES = "`identifier`, `quasi-identifier` (with a `hierarchy`), `sensitive` or `insensitive`"


def open_decisions(way: Way, table: Table) -> list[UndecidedError]:
    """One error for each kind of decision that is missing.

    In a table of counted tuples nobody looks for repeated identifiers here: its place does.
    """
    study = way.study
    repeated = None if study.person is not None else find_person_column_in(table, study.roles)
    return [*errors_about_undecided(study), *errors_about_people(way, repeated)]


def errors_about_undecided(study: Study) -> Iterator[UndecidedError]:
    """One error about all undecided columns, unless the study drops them."""
    names = study.with_role("undecided")
    if not names or study.undecided == "drop":
        return
    many = f"{len(names):,} columns are" if len(names) > 1 else "1 column is"
    yield UndecidedError(
        f"{many} undecided, and nothing is released before you decide:"
        f" {', '.join(map(repr, names))}. Give each a role ({ROLES}), or release none of them:"
        " `undecided: drop`."
    )


def errors_about_people(way: Way, repeated: Repeated | None) -> Iterator[UndecidedError]:
    """An error if an identifier repeats and the study does not say whether people are counted.

    If it is released as pseudonyms, the guard `linked-records` asks instead; nodes of a graph may
    not repeat at all.
    """
    study = way.study
    if study.person is not None or repeated is None or repeated.name in study.replaced:
        return
    if edges_of(study) is not None:
        return
    yield UndecidedError(
        f"Column {repeated.name!r} has {repeated.values:,} values in {repeated.known:,} records:"
        " somebody has several, who would hide among their own records."
        f" {_what_to_say(way, repeated.name)}"
    )


def _what_to_say(way: Way, name: str) -> str:
    """The last sentences of the error: what a person can write into the study."""
    records = "`person: false` to count records all the same"
    if way.counts is not None:
        return (
            f"Here {way.counts} records, not people: make one record of each person, or say"
            f" {records}."
        )
    role = way.study.roles.get(name, "")
    also = "" if role == "identifier" else " and its `role: identifier`"
    return (
        f"Say `person: {name}`{also} to count people (`shoal study upgrade` adds it), or {records}."
    )
