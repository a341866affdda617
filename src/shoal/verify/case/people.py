"""Whom records are about, as numbers: whoever is spelled in several ways is one person."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.verify.case.linked import input_values
from shoal.verify.study.terms import Terms
from shoal.verify.values.spellings import same_people


def people_of(terms: Terms, table: pl.DataFrame) -> NDArray[np.int64] | None:
    """A number per record, equal for records of one person; None if the study names no person.

    All records without a person count as those of one.
    """
    if terms.person is None:
        return None
    return same_people(input_values(table[terms.person], terms.columns[terms.person])).codes.astype(
        np.int64
    )


def members(terms: Terms, table: pl.DataFrame) -> int:
    """How many records, or people, a table has."""
    people = people_of(terms, table)
    return table.height if people is None else len(np.unique(people))
