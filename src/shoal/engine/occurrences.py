"""How often values of other columns occur with each distinct tuple."""

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts
from shoal.engine.dictionary import Dictionary
from shoal.engine.encode_population import values_by_person
from shoal.engine.encoded import Occurrences
from shoal.engine.sums import sum_by_number

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
    labels = _sort_labels(values.unique()) if all_values is None else all_values
    return occurrences_of_codes(tuples, Dictionary.of(labels).codes(values), counts, labels, people)


def occurrences_of_codes(
    tuples: Codes, codes: Codes, counts: Counts, labels: pl.Series, people: Codes | None = None
) -> Occurrences:
    """The same for values that have codes already."""
    if people is not None:
        return values_by_person(tuples, codes, counts, labels, people)
    cells = (int(tuples.max(initial=-1)) + 1) * len(labels)
    pairs, sums = sum_by_number(tuples * np.int64(len(labels)) + codes, counts, cells)
    places, values = (part.astype(np.int32) for part in np.divmod(pairs, max(1, len(labels))))
    return Occurrences(places, values, sums, labels, by_record=codes)


def _sort_labels(labels: pl.Series) -> pl.Series:
    """Texts in order, the missing one last; a few are sorted without waking Polars' threads."""
    if len(labels) > FEW:
        return labels.sort(nulls_last=True)
    texts = labels.drop_nulls().to_list()
    missing = [None] * (len(labels) - len(texts))
    return pl.Series(labels.name, [*sorted(texts), *missing], labels.dtype)
