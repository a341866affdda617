"""What counts as the same person and as the same sensitive value.

People who are spelled in several ways are counted once: counting too few of them can only make a
release safer. Sensitive texts without a type that look alike are one value, for the same reason
(docs/decisions/0032-one-spelling-per-value.md).
"""

from collections.abc import Iterator, Mapping

import polars as pl

from shoal.data.spellings import (
    comparable_form,
    comparable_people,
    count_spelled_twice,
    unify_spelling,
)
from shoal.data.table import Table
from shoal.data.types import ColumnType, StringType
from shoal.errors import DataError
from shoal.hierarchies import Hierarchy
from shoal.study.study import Study


def people_of(study: Study, table: Table) -> pl.Series | None:
    """The person of each record, in one spelling each; None if the study counts records."""
    if study.person_column is None:
        return None
    texts = table.texts(study.person_column, study.columns[study.person_column].options.type)
    return unify_spelling(texts, comparable_people)


def values_in_one_spelling(table: Table, name: str, type: ColumnType) -> pl.Series:
    """The values of a sensitive column by record; texts that look alike are spelled alike."""
    texts = table.texts(name, type)
    return unify_spelling(texts) if isinstance(type, StringType) else texts


def refuse_contradictions(study: Study, table: Table, trees: Mapping[str, Hierarchy]) -> None:
    """Refuse a hierarchy from a file that keeps spellings of one sensitive value apart."""
    for name, tree in trees.items():
        column = study.columns[name]
        texts = table.texts(name, column.options.type).unique()
        alone = unify_spelling(texts) if isinstance(column.options.type, StringType) else texts
        rows = tree.rows(texts), tree.rows(alone)
        there = (rows[0] >= 0) & (rows[1] >= 0)
        apart = [codes[rows[0][there]] != codes[rows[1][there]] for codes in tree.codes[1:]]
        if getattr(column.hierarchy, "path", None) is not None and any(map(any, apart)):
            raise DataError(
                f"Column {name!r}: its hierarchy gives different labels to values that differ only"
                " in case, blanks or Unicode form. Give them the same labels, or list all values:"
                " `type: ordered` with `order`."
            )


def notes_on_spelling(study: Study, table: Table) -> Iterator[str]:
    """Notes on how many people and sensitive values are spelled in several ways, never which."""
    if study.person_column is not None:
        texts = table.texts(study.person_column, study.columns[study.person_column].options.type)
        if count := count_spelled_twice(texts, comparable_people):
            yield (
                f"Column {study.person_column!r}: {count:,} people are spelled in several ways"
                " (case, blanks, leading zeros, Unicode form). Each counts as one person."
            )
    promised = {promise.column for promise in study.all_promises if hasattr(promise, "column")}
    for name in sorted(promised & {*table.names}):
        type = study.columns[name].options.type
        several = isinstance(type, StringType) and count_spelled_twice(
            table.texts(name, type), comparable_form
        )
        if several:
            yield (
                f"Column {name!r}: {several:,} sensitive values are spelled in several ways (case,"
                " blanks, Unicode form). Promises count each of them as one value, the release"
                " shows them as they are. Where they differ in earnest, list all values:"
                " `type: ordered` with `order`."
            )
