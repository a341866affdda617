"""Promises about sensitive columns that the compiled search takes, and what they become there."""

from collections.abc import Callable
from functools import singledispatch
from math import ceil, log

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.encoded import EncodedTable, Occurrences
from shoal.privacy.beta_likeness import BasicBetaLikeness, EnhancedBetaLikeness
from shoal.privacy.delta_disclosure import DeltaDisclosure
from shoal.privacy.entropy_l_diversity import EntropyLDiversity
from shoal.privacy.l_diversity import DistinctLDiversity, RecursiveLDiversity
from shoal.privacy.model import Promise
from shoal.privacy.per_class import TOLERANCE
from shoal.privacy.t_closeness import TCloseness
from shoal.search.exact import checks as kinds
from shoal.search.exact.checks import Check

SIZES = 32  # class sizes to try: whether any class of this size can keep a promise


def is_known(promise: Promise) -> bool:
    """Whether the kernels know a promise; what is derived from it may promise something else."""
    return type(promise) in _check.registry


def check_of(promise: Promise, encoded: EncodedTable) -> Check | None:
    """A promise as a check; None where the kernels do not know it."""
    return _check(promise, encoded) if is_known(promise) else None


@singledispatch
def _check(promise: object, encoded: EncodedTable) -> Check | None:
    return None


@_check.register
def _(promise: DistinctLDiversity, encoded: EncodedTable) -> Check:
    return Check(
        kinds.DISTINCT, promise.column, values=_values(promise.l), size=promise.l, known=True
    )


@_check.register
def _(promise: EntropyLDiversity, encoded: EncodedTable) -> Check:
    corrected = promise.estimator == "grassberger"
    values = ceil(promise.l)
    return Check(
        kinds.ENTROPY,
        promise.column,
        bound=log(promise.l) - TOLERANCE,
        values=_values(values),
        corrected=(corrected, corrected and promise.leading == "G"),
        size=values,
        known=True,
    )


@_check.register
def _(promise: RecursiveLDiversity, encoded: EncodedTable) -> Check:
    # The rarer values, l-th and on, must add up to more than 1 / c records.
    size = promise.l - 1 + max(1, ceil(1 / promise.c))
    values = _values(promise.l)
    return Check(
        kinds.RECURSIVE, promise.column, promise.c, values, rank=promise.l, size=size, known=True
    )


@_check.register
def _(promise: TCloseness, encoded: EncodedTable) -> Check:
    found = encoded.sensitive[promise.column]
    shares = _shares(found)
    if promise.distance == "ordered":
        far = _far_in_line(shares)
        return Check(kinds.ORDERED, promise.column, promise.t, far=far, size=_alone(far, promise.t))
    if promise.distance == "hierarchical":
        levels = _below_root(found)
        if not levels:  # one value only
            return Check(kinds.DISTINCT, promise.column)
        far = np.mean([1 - np.bincount(level, shares)[level] for level in levels], axis=0)
        size = _alone(far, promise.t)
        return Check(
            kinds.HIERARCHICAL, promise.column, promise.t, far=far, levels=levels, size=size
        )
    size = _smallest(lambda records: _nearest_mixture(shares, records) <= promise.t + 1e-9)
    return Check(kinds.EQUAL, promise.column, promise.t, far=1 - shares, size=size)


@_check.register
def _(promise: BasicBetaLikeness, encoded: EncodedTable) -> Check:
    shares = _shares(encoded.sensitive[promise.column])
    return _check_of_caps(promise.column, shares * (1 + promise.beta) * (1 + TOLERANCE))


@_check.register
def _(promise: EnhancedBetaLikeness, encoded: EncodedTable) -> Check:
    found = encoded.sensitive[promise.column]
    shares = _shares(found)
    gains = np.minimum(
        promise.beta, np.log(found.reference.sum() / np.maximum(found.reference, 0.5))
    )
    return _check_of_caps(promise.column, shares * (1 + gains) * (1 + TOLERANCE))


@_check.register
def _(promise: DeltaDisclosure, encoded: EncodedTable) -> Check:
    found = encoded.sensitive[promise.column]
    shares, factor = _shares(found), 2 ** (promise.delta * (1 - TOLERANCE))
    everywhere = promise.absent == "violate"
    values = int(np.count_nonzero(found.reference)) if everywhere else 1
    return _check_of_caps(promise.column, shares * factor, shares / factor, everywhere, values)


def _check_of_caps(
    column: str,
    caps: Floats,
    floors: Floats | None = None,
    everywhere: bool = False,
    values: int = 1,
) -> Check:
    """A check of caps on shares; the records of a class must find room below the caps."""
    size = _smallest(lambda records: int(np.floor(records * caps + 1e-9).sum()) >= records)
    return Check(
        kinds.CAPPED,
        column,
        caps=caps,
        floors=np.zeros(len(caps)) if floors is None else floors,
        everywhere=everywhere,
        values=values,
        size=max(size, values),
    )


def _values(l: int) -> int:
    """How many known values a class needs; one without any counts as a class of a single value."""
    return l if l > 1 else 0


def _shares(found: Occurrences) -> Floats:
    return np.asarray(found.reference / max(1, found.reference.sum()), np.float64)


def _alone(far: Floats, limit: float) -> int:
    """The smallest class that may come close enough: 2 records if no value does alone."""
    return 2 if far.min() > limit + 1e-9 else 1


def _far_in_line(shares: Floats) -> Floats:
    """The ordered distance of a class with one value only: the mean way to it, over all steps."""
    places = np.arange(len(shares))
    before, ways = np.cumsum(shares) - shares, np.cumsum(shares * places) - shares * places
    mean = float((shares * places).sum())
    left = before * places - ways
    right = (mean - ways) - (1 - before) * places
    return np.asarray((left + right) / max(1, len(shares) - 1), np.float64)


def _below_root(found: Occurrences) -> tuple[Counts, ...]:
    """The levels below the root; where values do not meet on the highest level, one is above."""
    top = found.tree[-1]
    levels = found.tree[:-1] if np.all(top == top[0]) else found.tree
    return tuple(np.unique(level, return_inverse=True)[1].reshape(-1) for level in levels)


def _smallest(possible: Callable[[int], bool]) -> int:
    """The smallest class size that may keep a promise: no smaller class can."""
    return next((size for size in range(1, SIZES) if possible(size)), SIZES)


def _nearest_mixture(shares: Floats, records: int) -> float:
    """The smallest equal distance of a class of a given size: it has whole records only."""
    wanted = shares * records
    whole = np.floor(wanted)
    left = records - int(whole.sum())
    rounded = np.argsort(wanted - whole)[::-1][:left]
    whole[rounded] += 1
    return float(np.maximum(whole / records - shares, 0).sum())
