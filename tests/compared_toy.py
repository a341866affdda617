"""The toy table of docs/theory/classes.md at node (1, 0), and ways to change it."""

import polars as pl

from shoal.data.types import IntegerType, StringType
from shoal.hierarchies import Hierarchy
from shoal.utility import Known, compare_tables

AGE = Hierarchy.of([["34", "45", "66", "70"], ["<50", "<50", ">=50", ">=50"], ["*"] * 4], "age.csv")
SEX = Hierarchy.of([["m", "f"], ["*", "*"]], "sex.csv")
BEFORE = {"age": ["34", "45", "66", "70", "34", "70", "45"], "sex": list("mfmffmm")}
AFTER = {"age": ["<50", "<50", ">=50", "*", "<50", ">=50", "<50"], "sex": list("mfm*fmm")}
KNOWN = {"age": Known(IntegerType(), "integer", AGE), "sex": Known(StringType(), "string", SEX)}
BARE = {"age": Known(IntegerType(), "integer"), "sex": Known(StringType(), "string")}
SHUFFLED = [5, 2, 0, 4, 6, 1]  # without the suppressed record


def texts(columns, order=None):
    found = {name: pl.Series(values, dtype=pl.String) for name, values in columns.items()}
    return found if order is None else {name: one.gather(order) for name, one in found.items()}


def toy(after=AFTER, known=KNOWN, order=None, before=BEFORE, **options):
    return compare_tables(texts(before), texts(after, order), known, **options)


def column(comparison, name):
    return next(one for one in comparison.columns if one.name == name)
