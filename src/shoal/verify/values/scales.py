"""The values of a column in their order: as numbers, as moments, as a list says, or as texts."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.verify.study.terms import ColumnTerms

_DAY = "%Y-%m-%d"


@dataclass(frozen=True)
class Ranked:
    """Distinct values from the lowest to the highest, the missing one last.

    Attributes:
        ranks: The rank of each value, in the order in which the values were given.
        texts: The text of each rank; None is the missing value.
        numbers: The number of each known rank, or the microseconds of a moment; empty for texts.
    """

    ranks: NDArray[np.int64]
    texts: list[str | None]
    numbers: list[Fraction]


def rank_values(column: ColumnTerms, texts: pl.Series) -> Ranked:
    """The values of a column by rank."""
    listed = texts.to_list()
    known = [at for at, text in enumerate(listed) if text is not None]
    places = _places(column, texts)
    by_place = sorted(known, key=lambda at: (places[at], listed[at]))
    order = by_place + [at for at, text in enumerate(listed) if text is None]
    ranks = np.empty(len(listed), dtype=np.int64)
    ranks[order] = np.arange(len(listed))
    numbers = [Fraction(places[at]) for at in by_place] if _is_on_line(column) else []
    return Ranked(ranks, [listed[at] for at in order], numbers)


def _is_on_line(column: ColumnTerms) -> bool:
    """Whether values are numbers or moments."""
    return column.type in {"integer", "decimal", "date"}


def _places(column: ColumnTerms, texts: pl.Series) -> list[Fraction | int]:
    """What each value is sorted by; the same number for missing values and plain texts."""
    if column.type in {"integer", "decimal"}:
        return [0 if text is None else Fraction(Decimal(text)) for text in texts]
    if column.type == "date":
        return moments(column, texts).fill_null(0).to_list()
    if column.type == "ordered":
        listed = {text: at for at, text in enumerate(column.order)}
        return [listed.get(text, -1) for text in texts]
    return [0] * len(texts)


def moments(column: ColumnTerms, texts: pl.Series) -> pl.Series:
    """Dates as microseconds since 1970; null for other texts."""
    read = texts.str.to_datetime(column.format or _DAY, strict=False, time_unit="us")
    return read.cast(pl.Int64)


def moment_text(column: ColumnTerms, microseconds: int) -> str:
    """A moment as the column writes it, cut to what the format tells."""
    moment = pl.Series([microseconds]).cast(pl.Datetime("us"))
    return str(moment.dt.to_string(column.format or _DAY).item())
