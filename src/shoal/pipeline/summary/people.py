"""What a summary says about people: who was counted, and how many people the classes hold.

Only the steward may see it: how many people a class holds is known from the input, not the release.
"""

from typing import Literal, cast

import polars as pl

from shoal.data.column_names import numbers_people
from shoal.data.table import Table, exact_column
from shoal.pipeline.prepare.people import count_values, find_person_column_in
from shoal.pipeline.states.released import Released
from shoal.pipeline.summary.pseudonyms import classes_of_records
from shoal.privacy.game import EVERY_SIZE
from shoal.privacy.model import minimum_size
from shoal.report.types.sections import People
from shoal.report.types.summary import Summary

Who = Literal["people", "records", "unknown"]


def with_people(summary: Summary, done: Released) -> Summary:
    """The summary with who was counted."""
    return {**summary, "people": _people(done)}


def _people(done: Released) -> People:
    """Who was counted, and how many people the released classes hold, where a column tells."""
    who, name = _who_was_counted(done)
    facts: People = {
        "counted": who,
        "column": name,
        "repeats": False,
        "classes_below_k": None,
        "smallest": None,
    }
    if done.study.person is False:
        facts["asked"] = "records"
    if name is None:
        return facts
    people = _in_classes(done, name)
    least = _smallest_promised(done)
    return {
        **facts,
        "repeats": _repeats(done.table, name),
        "classes_below_k": None if least is None else int((people < least).sum()),
        "smallest": cast("int | None", people.min()),
    }


def _who_was_counted(done: Released) -> tuple[Who, str | None]:
    """What was counted, and the column that tells people apart; None if no column does.

    If the study does not say, a column that numbers people and never repeats shows that records
    are people; without one, it is unknown.
    """
    study = done.study
    if study.person_column is not None:
        return "people", study.person_column
    if study.person is False:
        repeated = find_person_column_in(done.table, study.roles)
        return "records", None if repeated is None else repeated.name
    names = done.table.names if done.table.counts is None else ()
    alone = [
        name
        for name in names
        if numbers_people(name) and _is_alone(exact_column(done.table.frame, name))
    ]
    return ("people", alone[0]) if alone else ("unknown", None)


def _repeats(table: Table, name: str) -> bool:
    """Whether some value stands in more than one record."""
    values, known = count_values(exact_column(table.frame, name))
    if table.counts is not None:
        known = int(table.counts[exact_column(table.frame, name).is_not_null().to_numpy()].sum())
    return values < known


def _is_alone(values: pl.Series) -> bool:
    """Whether every record has a value that no other record has."""
    return values.n_unique() == len(values) > 0


def _in_classes(done: Released, name: str) -> pl.Series:
    """How many people each released class holds, one entry per class, in no order."""
    records = pl.DataFrame({"class": classes_of_records(done), "who": done.table.frame[name]})
    kept = records.filter(~pl.Series(done.outcome.suppressed))
    return kept.group_by("class").agg(pl.col("who").n_unique())["who"]


def _smallest_promised(done: Released) -> int | None:
    """How many must look alike by the study's promises; None if these name no number."""
    asked = [minimum_size(promise) for promise in done.problem.privacy]
    least = max([*asked, done.way.smallest])
    return least if 1 < least < EVERY_SIZE else None
