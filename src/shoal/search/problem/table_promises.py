"""Promises about a whole table, enforced by suppression (docs/theory/classes.md).

The smallest classes go first, and only as many as needed. Between classes of one size the quality
model decides (`search/problem/class_losses.py`); then the class whose first record comes first.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Levels
from shoal.engine.size_histogram import SizeHistogram
from shoal.privacy.model import Promise, TablePromise
from shoal.quality.model import QualityModel
from shoal.search.problem.class_losses import class_losses


def table_promises(promises: Iterable[Promise]) -> list[TablePromise]:
    """The promises about a whole table."""
    return [promise for promise in promises if isinstance(promise, TablePromise)]


def enforce(
    promises: Sequence[TablePromise], quality: QualityModel, candidate: Candidate, sizes: Counts
) -> Bools:
    """The suppressed classes of a candidate, together with those that these promises add."""
    surviving = np.where(candidate.suppressed, 0, sizes)
    if not promises or tells_nothing(candidate.encoded, candidate.levels):
        return candidate.suppressed
    size, more = smallest_to_remove(promises, SizeHistogram.of(surviving))
    suppressed = candidate.suppressed | (surviving < size)
    tied = np.flatnonzero(surviving == size) if more else np.zeros(0, np.int64)
    if more < len(tied):
        tied = tied[_in_order(quality, candidate, tied)[:more]]
    suppressed[tied] = True
    return suppressed


def smallest_to_remove(promises: Sequence[TablePromise], classes: SizeHistogram) -> tuple[int, int]:
    """The size below which all classes go, and how many classes of that size go, too.

    Sizes are tried from the smallest up, so that an estimator that is not monotonic is asked at
    every size. Within one size, and where every promise says that removing more keeps it kept, the
    number is found by halving.
    """
    at = _first_size(promises, classes)
    if at == 0:
        return (int(classes.sizes[0]) if classes.count else 0), 0
    low, high = 0, int(classes.classes[at - 1])  # `low` breaks a promise, `high` keeps all
    while high - low > 1:
        middle = (low + high) // 2
        holds = _hold(promises, classes.remove_smallest(at - 1, middle))
        low, high = (low, middle) if holds else (middle, high)
    return int(classes.sizes[at - 1]), high


def tells_nothing(encoded: EncodedTable, levels: Levels) -> bool:
    """Whether all columns show one label: there is nothing by which to recognize a person."""
    return all(
        column.sizes[level] == 1 for column, level in zip(encoded.columns, levels, strict=True)
    )


def _first_size(promises: Sequence[TablePromise], classes: SizeHistogram) -> int:
    """How many of the smallest sizes must go so that the promises hold."""
    most = len(classes.sizes)
    if not all(getattr(promise, "kept_by_removal", False) for promise in promises):
        return next(
            (at for at in range(most) if _hold(promises, classes.remove_smallest(at))), most
        )
    low, high = -1, most
    while high - low > 1:
        middle = (low + high) // 2
        holds = _hold(promises, classes.remove_smallest(middle))
        low, high = (low, middle) if holds else (middle, high)
    return high


def _hold(promises: Sequence[TablePromise], classes: SizeHistogram) -> bool:
    return not classes.count or all(_holds(promise, classes) for promise in promises)


def _holds(promise: TablePromise, classes: SizeHistogram) -> bool:
    holds_for = getattr(promise, "holds_for", None)
    if holds_for is not None:
        return bool(holds_for(classes))
    return promise.holds(np.repeat(classes.sizes, classes.classes))


def _in_order(quality: QualityModel, candidate: Candidate, classes: Counts) -> Counts:
    """Classes of one size in the order in which they go."""
    losses = class_losses(quality, candidate, classes)
    if losses is None:
        return np.arange(len(classes))
    order: Counts = np.argsort(losses, kind="stable")
    return order
