"""What the order of a release could tell: places in the input, and all its values, as ranks."""

from collections.abc import Iterable, Iterator

import numpy as np
import polars as pl

from shoal.verify.case.case import Case
from shoal.verify.case.records import Whole
from shoal.verify.origins.hidden_order import Floats, Hidden
from shoal.verify.study.terms import ColumnTerms, Terms
from shoal.verify.values.dictionary import Coded, encode
from shoal.verify.values.spellings import moments
from shoal.verify.values.texts import as_text

MOST = 50_000  # records of the input that are ranked


def values_an_order_may_tell(case: Case) -> list[Hidden]:
    """Everything that an order could tell, the place first."""
    known = [(column.terms, column.data) for column in case.columns]
    known += [(column.terms, column.raw) for column in case.replaced]
    other = pl.DataFrame() if case.hidden is None else case.hidden
    return [
        place_in_input(case.records),
        *rank_columns(known),
        *rank_columns(code_columns(case.terms, other)),
    ]


def place_in_input(records: int) -> Hidden:
    """The place in the input, as something that an order could tell."""
    rows = _sample_of_records(records)
    return Hidden("the place of a record in the input", rows, rows / max(records, 1))


def _sample_of_records(records: int) -> Whole:
    """The places of at most `MOST` records, evenly spread."""
    return np.arange(0, records, -(-records // MOST) or 1)


def code_columns(terms: Terms, table: pl.DataFrame) -> Iterator[tuple[ColumnTerms, Coded]]:
    """The columns of a table whose values have an order, as dictionaries.

    Columns that the study does not name count as identifiers.
    """
    for column in table:
        kind = column.dtype
        if not (kind.is_nested() or kind in {pl.Binary, pl.Object}):
            own = terms.columns.get(column.name, ColumnTerms(column.name, "identifier"))
            yield own, encode(as_text(column, own))


def rank_columns(columns: Iterable[tuple[ColumnTerms, Coded]]) -> Iterator[Hidden]:
    """Columns with the ranks of their values, in every order that these have."""
    for terms, values in columns:
        rows = _sample_of_records(len(values.codes))
        for ranks in _ranks(values, rows, terms):
            yield Hidden(f"column {terms.name!r}", rows, ranks)


def _ranks(values: Coded, rows: Whole, terms: ColumnTerms) -> Iterator[Floats]:
    """Ranks of the records at `rows`, between 0 and 1, in every order that values have."""
    used, codes = np.unique(values.codes[rows], return_inverse=True)
    texts = values.texts.gather(used)
    if len(used) < 2:
        return
    counts = np.bincount(codes)
    for keys in _orders(texts, terms):
        order = keys.arg_sort(nulls_last=True).to_numpy()
        middle = np.empty(len(order))
        middle[order] = (np.cumsum(counts[order]) - counts[order] / 2) / len(rows)
        yield middle[codes]


def _orders(texts: pl.Series, terms: ColumnTerms) -> Iterator[pl.Series]:
    """What values can be sorted by: texts, numbers if all are, moments if they are dates."""
    yield texts
    numbers = texts.cast(pl.Float64, strict=False)
    if numbers.null_count() == texts.null_count():
        yield numbers
    if terms.type == "date":
        yield moments(texts, terms)
