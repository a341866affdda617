"""Microaggregation of single columns: the best groups, found again (Hansen & Mukherjee 2003).

Groups of ordered numbers stand together, so equal shown numbers tell which numbers of the input
they are the mean of. Checked are the mean of each such block, and that no other groups of at least
k have a smaller sum of squares. Groups with the same rounded mean look like one block; the best
ones with that mean inside it count then.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from shoal.verify.case.linked import Linked
from shoal.verify.methods.judged import Judged
from shoal.verify.methods.rank_swapping import place_reach, roundings
from shoal.verify.methods.reach import Beside, Floats, Numbers

EFFORT = 20_000_000  # numbers times k; with more, it is not checked whether groups are the best
TOLERANCE = 1e-9  # of sums of squares


def judge_microaggregation(
    settings: Mapping[str, Any], columns: Sequence[Linked], _: Beside
) -> list[Judged]:
    """What can be said about averaged columns."""
    return [_judge_column(int(settings["k"]), column, Numbers.of(column)) for column in columns]


def _judge_column(k: int, column: Linked, numbers: Numbers) -> Judged:
    """One column: the means of its blocks, and whether they lose least."""
    ordered, shown = (
        np.sort(side[~np.isnan(side)])
        for side in (numbers.data[column.data.codes], numbers.release[column.release.codes])
    )
    values, starts = np.unique(shown, return_index=True)
    ends = np.append(starts[1:], len(shown))
    at = np.clip(np.searchsorted(values, numbers.release), 0, max(len(values) - 1, 0))
    low, high = (
        (side[at] if len(values) else np.zeros(len(at))).astype(np.float64)
        for side in (starts, ends - 1)
    )
    reach = place_reach(column, numbers, ordered, low, high)
    judged, name = Judged.of(column, reach, reach, numbers.foreign), f"Column {column.terms.name!r}"
    if judged.wrong or len(shown) != len(ordered):
        return judged  # missing values differ, which the pairs of records show
    blocks = [ordered[start:end] for start, end in zip(starts, ends, strict=True)]
    wrong = sum(v not in roundings(block) for v, block in zip(values, blocks, strict=True))
    if wrong:
        judged.wrong.append(f"{name}: {wrong} numbers are no means of those that they stand for.")
    elif len(ordered) * k > EFFORT:
        judged.unknown.append(f"{name}: there are too many numbers to look for better groups.")
    elif min(map(len, blocks), default=k) >= k:  # the promise says otherwise
        shown_loss = sum(least_loss(each, k, v) for each, v in zip(blocks, values, strict=True))
        if shown_loss > _allow(least_loss(ordered, k)):
            judged.wrong.append(f"{name}: other groups of at least {k} lose less.")
    return judged


def _allow(loss: float) -> float:
    """A sum of squares, with room for rounding."""
    return loss * (1 + TOLERANCE) + TOLERANCE


def least_loss(ordered: Floats, k: int, mean: float | None = None) -> float:
    """The smallest sum of squared distances from means of groups of at least k ordered numbers.

    It is infinite where there are no such groups, and 0 without numbers. With `mean`, only groups
    count whose own mean is rounded to that.
    """
    many = len(ordered)
    best = np.full(many + 1, np.inf)
    best[0] = 0.0
    for end in range(k, many + 1):
        first = max(end - 2 * k + 1, 0)
        numbers = ordered[first:end][::-1] - ordered[end - 1]
        counts = np.arange(1, len(numbers) + 1)
        sums, squares = np.cumsum(numbers), np.cumsum(numbers**2)
        losses = squares - sums * sums / counts
        if mean is not None:
            apart = np.abs(ordered[end - 1] + sums / counts - mean)
            losses[apart > 0.5 + TOLERANCE * max(abs(mean), 1)] = np.inf
        best[end] = (best[end - counts[k - 1 :]] + losses[k - 1 :]).min()
    return float(best[many])
