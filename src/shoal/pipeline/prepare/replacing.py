"""Columns that are replaced at the end of a run: identifiers by pseudonyms, dates by shifted ones.

No promise, loss or model looks at them: a pseudonym tells only which records belong together, and a
shifted date is not the value that a promise would have counted.
"""

import secrets
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from shoal.data.spellings import comparable_people, unify_spelling
from shoal.data.table import Table, exact_column
from shoal.errors import DataError, ShoalError
from shoal.study.recipient import recipient_of
from shoal.study.study import Study

if TYPE_CHECKING:  # what replaces values is loaded for studies that replace some
    from shoal.identifiers.key import Key
    from shoal.identifiers.replace import Replacement


def with_replacements(study: Study, table: Table, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame of a release with all columns that are written, in their order.

    This may create key files, where the study allows it, and adds to mapping files.

    Args:
        study: The study.
        table: The records of the frame, with the values to be replaced.
        frame: The columns that show values of the data.
    """
    if not study.replaced:
        return frame
    columns = {name: _replace_column(study, table, name) for name in study.replaced}
    return pl.DataFrame(
        [columns[name] if name in columns else frame[name] for name in study.written]
    )


def replacement_problems(
    study: Study, table: Table, unfit: Collection[str] = ()
) -> Iterator[ShoalError]:
    """Everything that would stop the replacement; checking it draws and writes nothing.

    Args:
        study: The study.
        table: The table.
        unfit: Columns whose values are wrong, which is reported elsewhere; they are left out.
    """
    absent = {*study.columns} - {*table.names}
    for name in study.replaced:
        needed = {name} if study.columns[name].shift is None else {name, str(study.person_column)}
        if needed & {*unfit, *absent}:
            continue
        for error in (*_key_problems(study, name), *_value_problems(study, table, name)):
            yield type(error)(*(f"Column {name!r}: {problem}" for problem in error.problems))


def replacement_of(study: Study, name: str) -> "Replacement":
    """How the values of an identifier are replaced."""
    from shoal.identifiers.replace import Replacement  # noqa: PLC0415

    draw: Callable[[int], bytes] = secrets.token_bytes
    if study.reproducible:
        draw = np.random.default_rng(study.seed or 0).bytes
    return Replacement(study.columns[name].replacement, study.folder, recipient_of(study), draw)


def count_repeats(study: Study, table: Table, name: str) -> int:
    """How many pseudonyms of a column will stand in several records, and link them."""
    normal = study.columns[name].replacement.normalize(_texts(study, table, name))
    return int(normal.drop_nulls().value_counts()["count"].gt(1).sum())


def _replace_column(study: Study, table: Table, name: str) -> pl.Series:
    """The pseudonyms or shifted dates of a column."""
    if study.columns[name].shift is None:
        return replacement_of(study, name).pseudonyms(_texts(study, table, name)).alias(name)
    return _shift_dates(study, table, name, _shift_key(study, name))


def _shift_dates(study: Study, table: Table, name: str, key: "Key") -> pl.Series:
    """The dates of a column, shifted alike for all records of a person."""
    from shoal.identifiers.date_shift import shift_dates  # noqa: PLC0415

    column = study.columns[name]
    shift, people = column.replacement, _people(study, table)
    format = column.date_format
    dates = exact_column(table.frame, name)
    if not dates.dtype.is_temporal():
        dates = table.texts(name, column.options.type)
    return shift_dates(dates, people, key, shift.days, zero=shift.zero, format=format).alias(name)


def _people(study: Study, table: Table) -> pl.Series:
    """The person of each record, spelled as pseudonyms are made from it."""
    name = str(study.person_column)
    texts, method = _texts(study, table, name), study.columns[name].replacement
    texts = method.normalize(texts) if hasattr(method, "normalize") else texts
    return unify_spelling(texts, comparable_people)


def _shift_key(study: Study, name: str) -> "Key":
    """The key of shifted dates for this column and recipient; may create the key file."""
    from shoal.identifiers.key_file import key_in  # noqa: PLC0415

    shift = study.columns[name].shift
    if shift is None:
        raise ValueError("This column is not shifted.")
    master = key_in(study.folder / shift.key, create=shift.create_key)
    return master.derive("date-shift", shift.domain, shift.recipient or recipient_of(study) or "")


def _texts(study: Study, table: Table, name: str) -> pl.Series:
    """The values of a column as texts."""
    return table.texts(name, study.columns[name].options.type)


def _key_problems(study: Study, name: str) -> Iterator[ShoalError]:
    """What is wrong with the key file of a column, if it has one."""
    from shoal.identifiers.key_file import key_problem  # noqa: PLC0415

    settings = study.columns[name].replacement
    if settings.key is not None:
        problem = key_problem(study.folder / settings.key, create=settings.create_key)
        if problem is not None:
            yield problem


def _value_problems(study: Study, table: Table, name: str) -> Iterator[ShoalError]:
    """Values that have no pseudonym, or dates that cannot be shifted."""
    try:
        _try_values(study, table, name)
    except ShoalError as error:
        yield error


def _try_values(study: Study, table: Table, name: str) -> None:
    """Raise the error that replacing the values of a column would end with."""
    from shoal.identifiers.key import Key  # noqa: PLC0415
    from shoal.identifiers.surrogate import Surrogate, refuse_unfit  # noqa: PLC0415

    column, kind = study.columns[name], table.frame[name].dtype
    if column.shift is not None:
        # Any key shows whether a date has no person, or a format cannot hold a shifted date.
        _shift_dates(study, table, name, Key(bytes(32)))
        return
    if kind.is_float() and column.type != "integer":
        raise DataError(
            "its values are numbers with decimals, which no identifier has. Declare"
            " `type: integer`, or store them as texts."
        )
    texts = _texts(study, table, name).drop_nulls().unique()
    normal = column.replacement.normalize(texts).drop_nulls().unique()
    if isinstance(column.pseudonym, Surrogate):
        refuse_unfit(normal)
