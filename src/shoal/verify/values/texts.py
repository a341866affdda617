"""Values as texts, so that a typed input and a release of texts can be compared.

A text is itself; a typed value (Parquet, Arrow, in memory) has the text a person would have typed.
"""

from collections.abc import Iterator

import polars as pl

from shoal.errors import DataError
from shoal.verify.study.terms import ColumnTerms
from shoal.verify.values.spellings import in_canonical_spelling

# A leading apostrophe before one of these was put there for spreadsheets, not by the data.
_NEUTRALIZED = r"^'([=+\-@\t\r])"
_FORMULA = r"^[=+\-@\t\r]"
_NUMBER = r"(?i)^[+-]?(\d+([.,]\d*)?|[.,]\d+|inf|infinity|nan)(e[+-]?\d+)?$"
_MOMENT = "%Y-%m-%dT%H:%M:%S%.f"


def as_text(values: pl.Series, column: ColumnTerms) -> pl.Series:
    """The texts of a column's values; DataError for values that are no texts, numbers or dates."""
    kind = values.dtype
    if kind in {pl.String, pl.Categorical} or isinstance(kind, pl.Categorical):
        return values
    if kind.is_nested() or kind in {pl.Binary, pl.Object}:
        raise DataError(
            f"Column {column.name!r} holds values that are not texts, numbers or dates."
        )
    if kind.is_float() and column.type == "integer":
        whole = values.cast(pl.Int64, strict=False)
        return whole.cast(pl.String) if (whole == values).all() else values.cast(pl.String)
    if kind.is_temporal() and column.type == "date":
        return values.dt.to_string(column.format or "%Y-%m-%d")
    if isinstance(kind, pl.Datetime):
        return values.dt.to_string(_MOMENT)
    return values.cast(pl.String)


def as_typed(texts: pl.Series, kind: pl.DataType, column: ColumnTerms) -> pl.Series:
    """Distinct texts as the input's type would write them; texts of other kinds stay as they are.

    A number or date that was written to CSV is a text, and one number may have several texts.
    """
    typed = _parse(texts, kind)
    if typed is None:
        return texts
    same = as_text(typed, column)
    return pl.select(pl.coalesce(pl.lit(same), pl.lit(texts))).to_series()


def spellings_of(texts: pl.Series, kind: pl.DataType, column: ColumnTerms) -> Iterator[pl.Series]:
    """What released texts should be, in each of the ways in which a release writes its values."""
    values = as_typed(texts, kind, column)
    yield values
    typed = _parse(texts, kind)
    if typed is not None:  # a CSV file writes numbers and moments as the library does
        lines = pl.DataFrame({"": typed}).write_csv(include_header=False, quote_style="never")
        in_csv = pl.Series(lines.split("\n")[:-1], dtype=pl.String)
        yield pl.select(pl.when(typed.is_null()).then(texts).otherwise(in_csv)).to_series()
    yield in_canonical_spelling(values, column)


def _parse(texts: pl.Series, kind: pl.DataType) -> pl.Series | None:
    """Texts as values of the input's type, null where they are none; None for types of texts."""
    if kind.is_numeric():
        return texts.cast(kind, strict=False)
    if isinstance(kind, pl.Date):
        return texts.str.to_date("%Y-%m-%d", strict=False)
    if isinstance(kind, pl.Datetime):
        zone = "%z" if kind.time_zone else ""
        moments = texts.str.to_datetime(_MOMENT + zone, strict=False)
        return moments.dt.convert_time_zone(kind.time_zone) if kind.time_zone else moments
    return None


def normalize(texts: pl.Series, column: ColumnTerms, *, neutralized: bool) -> pl.Series:
    """Distinct texts in the form in which they are compared: no empty text, one decimal mark."""
    if column.type == "decimal" and column.decimal != ".":
        texts = texts.str.replace(column.decimal, ".", literal=True)
    if neutralized:
        texts = texts.str.replace(_NEUTRALIZED, "$1")
    return texts.set(texts == "", None)


def count_formulas(texts: pl.Series) -> int:
    """How many distinct texts a spreadsheet would run."""
    runs = texts.str.contains(_FORMULA) & ~texts.str.contains(_NUMBER)
    return int(runs.sum())
