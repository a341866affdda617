"""Classes of a release with aggregated columns.

The label of such a column is not released, only the aggregate of each class. So the classes of the
input are formed first, then it is computed what each of them must show.
"""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from shoal.verify.aggregates import aggregate_codes
from shoal.verify.case.case import Case
from shoal.verify.case.records import Keys, Whole


def with_clusters(case: Case, classes: Keys, levels: Mapping[str, int]) -> Whole:
    """The class of each input record, also divided by labels that are not released; or -1."""
    formed = classes.data
    for column in case.aggregate_columns:
        if column.terms.in_key:
            labels = column.codes_at(levels[column.terms.name]).astype(np.int64)
            pairs = np.where(formed < 0, -1, formed * (int(labels.max(initial=0)) + 1) + labels)
            names, numbers = np.unique(pairs, return_inverse=True)
            formed = numbers - int(len(names) > 0 and names[0] < 0)
    return formed


def with_aggregates(case: Case, classes: Keys, formed: Whole) -> Keys:
    """The keys with what each record must show in the aggregated columns."""
    for column in case.aggregate_columns:
        wanted = aggregate_codes(column, formed)
        classes = classes.join(wanted, column.release.codes, len(column.release.texts))
    return classes.dense()


def count_partly_released(classes: Keys, formed: Whole) -> int:
    """How many classes are released in part.

    Several classes may show the same aggregates while some of them are suppressed. Then the sizes
    of some of these classes must add up to the number of records that the release shows. `formed`
    is the class of each input record.
    """
    inside, released = classes.counts()
    doubtful = (released > 0) & (released != inside)
    partly = int(np.count_nonzero(doubtful))
    for key, sizes in _sizes_by_key(classes.data, formed, doubtful):
        partly -= int(released[key]) in _possible_sums(sizes)
    return partly


def _sizes_by_key(
    keys: Whole, formed: Whole, chosen: NDArray[np.bool_]
) -> Iterator[tuple[int, list[int]]]:
    """For chosen keys that several classes share: the sizes of these classes."""
    mine = (keys >= 0) & np.append(chosen, False)[keys]
    pairs, sizes = np.unique(np.stack([keys[mine], formed[mine]]), axis=1, return_counts=True)
    names, starts, classes = np.unique(pairs[0], return_index=True, return_counts=True)
    for name, start, many in zip(names.tolist(), starts.tolist(), classes.tolist(), strict=True):
        if many > 1:
            yield name, sizes[start : start + many].tolist()


def _possible_sums(sizes: list[int]) -> set[int]:
    """What some of these numbers can add up to."""
    sums = {0}
    for size in sizes:
        sums |= {total + size for total in sums}
    return sums
