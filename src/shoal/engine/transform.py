"""Integers become texts again: the quasi-identifiers at their released levels."""

from collections.abc import Sequence

import polars as pl

from shoal.engine.arrays import Bools
from shoal.engine.encoded import EncodedTable


def transform(
    encoded: EncodedTable, levels: Sequence[int], suppressed: Bools
) -> dict[str, pl.Series]:
    """The generalized quasi-identifiers in record order; null in suppressed records.

    Labels are few and records many, so a column is a list of labels (`pl.Enum`) and a small number
    per record. The list holds labels that nobody has: cast to text before handing it out.
    """
    released = {}
    for at, (column, level) in enumerate(zip(encoded.columns, levels, strict=True)):
        codes = pl.Series(encoded.codes(at, level)[encoded.tuple_of_record])
        kept = pl.Series(~suppressed)
        codes = pl.select(pl.when(kept).then(codes)).to_series()
        # Labels of several levels may stand side by side, and some may be the same text.
        texts = column.labels[level].drop_nulls().unique(maintain_order=True)
        labels = column.labels[level].cast(pl.Enum(texts))
        released[column.name] = labels.gather(codes).alias(column.name)
    return released
