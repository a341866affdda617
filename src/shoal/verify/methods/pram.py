"""PRAM: what a release by random replacement can be (Gouweleeuw et al. 1998).

The chances of replacement are drawn and not kept. What they must be follows from the parameters: a
value v with n_v of n records stays with a chance of at least

    r_v = 1 - s + s · p · p n_v / (p n_v + (n - n_v)(1 - p)/(m - 1))

where p is `least`, s is `strength` and m the number of different values; and the shares stay on
average. So the count of v has the mean n_v and a variance of at most 2 n_v (1 - r_v), and at most
n_v (1 - r_v) of its records change on average. Bernstein's inequality bounds both. That enough
values change cannot be checked: chances near 1 to stay may have been drawn.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Whole
from shoal.verify.methods.judged import CHANCE, Judged
from shoal.verify.methods.reach import Beside, Floats

NOTHING = 1e-6  # fewer records than this are rounding errors


def judge_pram(
    settings: Mapping[str, Any], columns: Sequence[Linked], beside: Beside
) -> list[Judged]:
    """What can be said about randomized columns."""
    tests = sum(len(column.data.texts) + 1 for column in columns)
    limit = math.log(2 * max(tests, 1) / CHANCE)
    return [_judge_column(settings, column, beside, limit) for column in columns]


def _judge_column(
    settings: Mapping[str, Any], column: Linked, beside: Beside, limit: float
) -> Judged:
    """One column: its values, how often each is shown, and how many changed at least."""
    judged, name = Judged(), f"Column {column.terms.name!r}"
    before, after, size = _value_numbers(column)
    foreign = int(np.count_nonzero(~np.isin(after, before)))
    if foreign:
        judged.wrong.append(f"{name}: {foreign} cells show values that the input does not have.")
        return judged
    missing = column.release.missing
    if missing >= 0 or column.data.missing >= 0:
        own = _count_changed(before, after, beside, size)
        at = missing if missing >= 0 else len(column.release.texts) + column.data.missing
        counts = [int(np.count_nonzero(side == at)) for side in (before, after)]
        if own[at] or counts[0] != counts[1]:
            judged.wrong.append(f"{name}: values are missing elsewhere than in the input.")
            return judged
        present = before != at, after != at
        before, after = before[present[0]], after[present[1]]
        beside = Beside(beside.data[present[0]], beside.release[present[1]], same=True)
    judged.unlikely.extend(_chance_problems(name, settings, (before, after), (beside, size), limit))
    return judged


def _value_numbers(column: Linked) -> tuple[Whole, Whole, int]:
    """The value of each record as a number, before and after, and a number above all of them."""
    shown, texts = len(column.release.texts), len(column.data.texts)
    of_text = column.levels[0].astype(np.int64)
    gone = of_text < 0  # a value that is shown nowhere
    of_text[gone] = shown + np.arange(texts)[gone]
    return of_text[column.data.codes], column.release.codes.astype(np.int64), shown + texts


def _chance_problems(
    name: str,
    settings: Mapping[str, Any],
    sides: tuple[Whole, Whole],
    groups: tuple[Beside, int],
    limit: float,
) -> list[str]:
    """What the counts of values should not be by chance."""
    (before, after), (beside, size) = sides, groups
    had, shown = (np.bincount(side, minlength=size) for side in sides)
    leaving = had * (1 - _least_chance_to_stay(settings, had))
    problems = []
    apart = int(np.count_nonzero(np.abs(shown - had) > _room(2 * leaving, limit)))
    if apart:
        problems.append(f"{name}: {apart} values are shown more or less often than by chance.")
    changed = float(_count_changed(before, after, beside, size).sum())
    if changed > leaving.sum() + _room(leaving.sum(), limit):
        problems.append(f"{name}: more values changed than chance changes.")
    return problems


def _least_chance_to_stay(settings: Mapping[str, Any], had: Whole) -> Floats:
    """The least chance of each value to stay, by how many records have it."""
    least = float(settings.get("least", 0.8))
    strength = float(settings.get("strength", 0.5))
    others = max(int(np.count_nonzero(had)) - 1, 1)
    own = least * had
    coming = (had.sum() - had) * (1 - least) / others
    back = np.divide(own, own + coming, out=np.ones(len(had)), where=own + coming > 0)
    return np.asarray(1 - strength + strength * least * back, np.float64)


def _room(variance: Any, limit: float) -> Any:  # noqa: ANN401  (a number, or one for each value)
    """How far a sum of independent flags is from its mean at most, but for exp(-limit).

    Where nothing varies, there is no room but for rounding errors.
    """
    width = limit / 3 + np.sqrt(limit**2 / 9 + 2 * variance * limit)
    return np.where(np.asarray(variance) > NOTHING, width, 0) + NOTHING


def _count_changed(before: Whole, after: Whole, beside: Beside, size: int) -> Whole:
    """For each value: how many of its records changed, at least, as the other columns show it."""
    places, where = np.unique(
        np.concatenate([beside.data * size + before, beside.release * size + after]),
        return_inverse=True,
    )
    number = len(places)
    had = np.bincount(where.ravel()[: len(before)], minlength=number)
    shown = np.bincount(where.ravel()[len(before) :], minlength=number)
    gone = np.maximum(had - shown, 0)
    return np.bincount(places % size, gone, size).astype(np.int64)
