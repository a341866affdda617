"""The research subset of a table: the records that may be released (docs/theory/classes.md)."""

import os
from fractions import Fraction

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.data.checks import check_table
from shoal.data.conditions import records_with
from shoal.data.files import read
from shoal.data.source import Source
from shoal.data.table import Table
from shoal.errors import DataError, StudyError, did_you_mean, first_of
from shoal.study.keys.subset import Subset
from shoal.study.study import Study


def research_subset(study: Study, table: Table) -> pl.Series | None:
    """One flag per record of a checked table; None where the study releases all of them.

    Raises an error if no record is in the subset.
    """
    if study.subset is None:
        return None
    try:
        chosen = _choose(study, study.subset, table)
    except (StudyError, DataError) as error:
        raise type(error)(*(f"subset: {problem}" for problem in error.problems)) from None
    if not chosen.any():
        raise DataError(f"subset: none of the {table.records:,} records is in it.")
    return chosen


def _choose(study: Study, subset: Subset, table: Table) -> pl.Series:
    """The flags: drawn by chance, listed in a file, or by a condition."""
    if subset.sample is not None:
        return draw_sample(table.records, subset.sample, seed_for(study, 1))
    if subset.records is not None:
        return _flags_of_list(study, table, _read_list(study, subset.records.source(study.folder)))
    types = {name: column.options.type for name, column in study.columns.items()}
    condition = subset.condition
    assert condition is not None  # noqa: S101  (the key allows nothing else)
    return records_with(table, condition, types)


def draw_sample(records: int, chance: float, seed: tuple[int, ...] | None) -> pl.Series:
    """One flag per record: true with this chance.

    The operating system's randomness decides; with a seed, a generator that repeats.
    """
    if seed is not None:
        return pl.Series(np.random.default_rng(seed).random(records) < chance)
    numbers = np.frombuffer(os.urandom(8 * records), np.uint64)
    return pl.Series(numbers < np.uint64(min(chance * 2.0**64, 2.0**64 - 2048)))


def draw_exactly(records: int, chance: Fraction, seed: tuple[int, ...] | None) -> pl.Series:
    """One flag per record: true with exactly this chance, independently of the others.

    The chance must be a whole number of 2^-64 and below 1. The seed is that of `draw_sample`.
    """
    words = chance * 2**64
    if words.denominator != 1 or not 0 <= words < 2**64:
        raise ValueError("expected a chance below 1 in whole numbers of 2^-64")
    if seed is not None:
        numbers = np.random.default_rng(seed).integers(0, 2**64, records, np.uint64)
    else:
        numbers = np.frombuffer(os.urandom(8 * records), np.uint64)
    return pl.Series(numbers < np.uint64(words.numerator))


def seed_for(study: Study, purpose: int) -> tuple[int, ...] | None:
    """The seed of a reproducible run for one purpose; None: the operating system's randomness.

    Purposes are numbered, so that no two draws of a run are alike.
    """
    return (study.seed or 0, purpose) if study.reproducible else None


def _read_list(study: Study, source: Source) -> Table:
    """The records that a file lists, with values in the spelling of the table."""
    wanted = read(source)
    known = {name: study.columns[name].options for name in wanted.names if name in study.columns}
    return check_table(wanted, known, source.decimal or ".")


def _flags_of_list(study: Study, table: Table, wanted: Table) -> pl.Series:
    """Flags for the records that a file lists, each as often as listed; the first of equal ones.

    Raises an error if the table lacks a listed record or column.
    """
    absent = [name for name in wanted.names if name not in table.names]
    if absent:
        hints = first_of(f"{name!r}.{did_you_mean(name, table.names)}" for name in absent)
        raise StudyError(*(f"the data has no column {hint}" for hint in hints))
    known, asked = (_number_equal_records(study, side, wanted.names) for side in (table, wanted))
    places = known.join(
        asked, on=by_name([*wanted.names, "occurrence"]), how="semi", nulls_equal=True
    )
    if places.height < wanted.records:
        raise DataError(
            f"{wanted.records - places.height:,} of the {wanted.records:,} records in its file"
            " are not in the data, or not that often."
        )
    chosen = np.zeros(table.records, np.bool_)
    chosen[places["record"].to_numpy()] = True
    return pl.Series(chosen)


def _number_equal_records(study: Study, table: Table, names: tuple[str, ...]) -> pl.DataFrame:
    """Some columns as texts, with the place of each record and how many equal ones came before.

    These are the columns `record` and `occurrence`.
    """
    columns = {name: study.columns[name].options for name in names if name in study.columns}
    texts = []
    for name in names:
        column = table.texts(name, columns[name].type) if name in columns else table.texts(name)
        texts.append(column.cast(pl.String).alias(name))
    number = pl.int_range(pl.len()).over(pl.struct(by_name(names))).alias("occurrence")
    return pl.DataFrame(texts).with_columns(number).with_row_index("record")
