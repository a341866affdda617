"""How often values of other columns occur with each distinct tuple."""

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts
from shoal.engine.dictionary import Dictionary
from shoal.engine.encode_population import with_people
from shoal.engine.encoded import Occurrences
from shoal.engine.sums import summed

FEW = 1 << 10  # labels


def occurrences_of(
    tuples: Codes,
    values: pl.Series,
    counts: Counts,
    all_values: pl.Series | None = None,
    people: Codes | None = None,
) -> Occurrences:
    """How often each value occurs with each tuple; where people are counted, by person.

    `all_values` gives the order of the values.
    """
    labels = _sorted(values.unique()) if all_values is None else all_values
    return counted(tuples, Dictionary.of(labels).codes(values), counts, labels, people)


def counted(
    tuples: Codes, codes: Codes, counts: Counts, labels: pl.Series, people: Codes | None = None
) -> Occurrences:
    """The same for values that have codes already."""
    if people is not None:
        return with_people(tuples, codes, counts, labels, people)
    cells = (int(tuples.max(initial=-1)) + 1) * len(labels)
    pairs, sums = summed(tuples * np.int64(len(labels)) + codes, counts, cells)
    places, values = (part.astype(np.int32) for part in np.divmod(pairs, max(1, len(labels))))
    return Occurrences(places, values, sums, labels, by_record=codes)


def _sorted(labels: pl.Series) -> pl.Series:
    """Texts in order, the missing one last; a few are sorted without waking Polars' threads."""
    if len(labels) > FEW:
        return labels.sort(nulls_last=True)
    texts = labels.drop_nulls().to_list()
    missing = [None] * (len(labels) - len(texts))
    return pl.Series(labels.name, [*sorted(texts), *missing], labels.dtype)
