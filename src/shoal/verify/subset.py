"""Which records of the input are in the research subset of a study."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.errors import DataError, StudyError
from shoal.verify.case.linked import input_values
from shoal.verify.query import Test, columns_of, evaluate, to_postfix
from shoal.verify.study.terms import ColumnTerms, Terms
from shoal.verify.tables.inputs import read_other_table
from shoal.verify.values.spellings import moments

Bools = NDArray[np.bool_]
# What booleans are compared as.
_WORDS = dict.fromkeys(("true", "yes", "t", "y", "1"), 1.0)
_WORDS |= dict.fromkeys(("false", "no", "f", "n", "0"), 0.0)
_HOLDS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def subset_columns(subset: Mapping[str, Any], folder: Path) -> tuple[str, ...]:
    """The columns of the input that tell who is in a research subset; reads a list of records."""
    if "column" in subset:
        return (str(subset["column"]),)
    if "query" in subset:
        return tuple(columns_of(str(subset["query"])))
    return tuple(_read_list(subset, folder).columns) if "records" in subset else ()


def subset_members(terms: Terms, folder: Path, data: pl.DataFrame) -> Bools | None:
    """One flag per record of the input; None if it cannot be known, as for a random sample."""
    subset = terms.subset or {}
    if not {"column", "query", "records"} & set(subset):
        return None
    if "records" in subset:
        return _among(terms, data, _read_list(subset, folder))
    parts: list[Test | str] = [_equality(subset)]
    if "query" in subset:
        parts = to_postfix(str(subset["query"]))
    return evaluate(parts, lambda test: _test_records(terms, data, test))


def _equality(subset: Mapping[str, Any]) -> Test:
    """The test that `column` and `equals` of a subset ask for."""
    value = subset.get("equals")
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Test(str(subset.get("column")), "=", text, quoted=True)


def _test_records(terms: Terms, data: pl.DataFrame, test: Test) -> Bools:
    """Which records pass a test; each distinct value is compared once, by the rules of its type."""
    if test.column not in data.columns:
        raise DataError(f"The input has no column {test.column!r}.")
    column = terms.columns.get(test.column)
    terms_of = column or ColumnTerms(test.column, "insensitive")
    values = input_values(data[test.column], terms_of)
    form = _form(column, test, values.texts)
    wanted, holds = form(test.text), _HOLDS[test.operator]
    good = [
        text is not None and (own := form(text)) is not None and holds(own, wanted)
        for text in values.texts
    ]
    return np.array(good, np.bool_)[values.codes]


def _form(column: ColumnTerms | None, test: Test, values: pl.Series) -> Callable[[str], Any]:
    """How a text is understood: as a number, a moment, a place in an order, or as it is.

    The function returns None for a text that is none of these. A `column` of None is not in the
    study.
    """
    type = column.type if column else None
    if type in ("integer", "decimal"):
        mark = column.decimal if column else "."
        return lambda text: _number(text.replace(mark, "."))
    if column and type == "date":
        texts = pl.concat([values, pl.Series([test.text])])
        return dict(zip(texts, moments(texts, column), strict=True)).get
    if type == "ordered":
        places = {text: place for place, text in enumerate(column.order if column else ())}
        return places.get
    if type == "boolean":
        return lambda text: _WORDS.get(text.lower())
    ordered = test.operator not in ("=", "!=") and not test.quoted
    if column is None and ordered and _number(test.text) is not None:
        if any(_number(text) is None for text in values.drop_nulls().unique()):
            raise StudyError("The query of the study's `subset` compares texts with a number.")
        return _number
    return lambda text: text


def _number(text: str) -> float | None:
    """A text as a number; None for other texts."""
    try:
        return float(text)
    except ValueError:
        return None


def _read_list(subset: Mapping[str, Any], folder: Path) -> pl.DataFrame:
    """The table of the records that a subset lists."""
    return read_other_table(subset["records"], folder)


def _among(terms: Terms, data: pl.DataFrame, wanted: pl.DataFrame) -> Bools:
    """Which records are on a list; if the input has more equal records than it, the first ones."""
    names = wanted.columns
    left = Counter(_rows(terms, wanted, names))
    listed = np.zeros(data.height, np.bool_)
    for place, row in enumerate(_rows(terms, data, names)):
        if left[row] > 0:
            left[row] -= 1
            listed[place] = True
    return listed


def _rows(terms: Terms, frame: pl.DataFrame, names: list[str]) -> list[tuple[str | None, ...]]:
    """The texts of each record in some columns, as hierarchies know them."""
    texts = []
    for name in names:
        column = terms.columns.get(name, ColumnTerms(name, "insensitive"))
        values = input_values(frame[name], column)
        texts.append(values.texts.gather(values.codes))
    return list(zip(*texts, strict=True))
