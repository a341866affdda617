"""Noise: what a release by added random numbers can be (Brand 2002, doi:10.1007/3-540-47804-3_8).

Shown numbers are signal + noise, rounded: the signal follows from the input, the noise is normal
with a known deviation σ. Checked are

- every number: the draws have 53 bits, so that none is further than 8.6 σ from its signal;
- the mean: noise adds up to less than z σ √n with a chance of 1 - 2·exp(-z²/2);
- the squares around the mean: σ² times a noncentral χ² (bounds: Birgé 2001, Lemma 8.1);
- the noise itself, of records that the unchanged columns tell apart: σ² times a χ²;
- for correlated noise, sums and differences of two columns in the same manner.

All tests of a release together refuse one honest release in a billion at most.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from shoal.verify.case.linked import Linked
from shoal.verify.methods.judged import CHANCE, Judged
from shoal.verify.methods.reach import Beside, Floats, Numbers, Reach

FARTHEST = 8.6  # standard deviations of the largest draw: √(2 · 53 · ln 2) is 8.572
TESTS = 6  # of each column and each pair, at most
NEARLY = 1e-9  # relative error of computing a signal in another way


def judge_noise(
    settings: Mapping[str, Any], columns: Sequence[Linked], beside: Beside
) -> list[Judged]:
    """What can be said about columns with noise."""
    numbers = [Numbers.of(column) for column in columns]
    signals = _signals(settings, columns, numbers)
    pairs = list(combinations(range(len(columns)), 2)) if _is_correlated(settings) else []
    limit = math.log(2 * TESTS * max(len(columns) + 2 * len(pairs), 1) / CHANCE)
    judged = [
        _judge_column(settings, column, number, signal, (beside, limit))
        for column, number, signal in zip(columns, numbers, signals, strict=True)
    ]
    if not any(one.unknown for one in judged):
        for pair in pairs:
            judged[pair[0]].unlikely.extend(_pair_problems(columns, numbers, signals, pair, limit))
    return judged


@dataclass(frozen=True, eq=False)
class _Signal:
    """What a column shows without noise, and how strong its noise is.

    Attributes:
        values: The signal of each input text.
        deviation: The standard deviation of the noise.
        factor: How many draws take part in one number, as a bound of their sum.
        covariances: Of the noise of this column with that of each column.
    """

    values: Floats
    deviation: float
    factor: float
    covariances: Floats


def _is_correlated(settings: Mapping[str, Any]) -> bool:
    return settings.get("kind") == "correlated"


def _signals(
    settings: Mapping[str, Any], columns: Sequence[Linked], numbers: Sequence[Numbers]
) -> list[_Signal]:
    """The signal of each column."""
    amount, count = float(settings["amount"]), len(columns)
    rows = np.column_stack([n.data[c.data.codes] for n, c in zip(numbers, columns, strict=True)])
    if _is_correlated(settings):
        whole = rows[~np.isnan(rows).any(axis=1)]
        found = np.cov(whole, rowvar=False) if len(whole) > 1 else np.zeros((count, count))
        shared = amount * np.atleast_2d(found)
        return [
            _Signal(n.data, math.sqrt(shared[at, at]), math.sqrt(count), shared[at])
            for at, n in enumerate(numbers)
        ]
    kept = math.sqrt(1 - amount**2) if settings.get("kind") == "keeping-variance" else 1.0
    signals = []
    for at, number in enumerate(numbers):
        known = rows[~np.isnan(rows[:, at]), at]
        deviation = float(known.std(ddof=1)) if len(known) > 1 else 0.0
        mean = float(known.mean()) if len(known) else 0.0
        values = kept * number.data + (1 - kept) * mean
        signals.append(_Signal(values, amount * deviation, 1.0, np.zeros(count)))
    return signals


def _judge_column(
    settings: Mapping[str, Any],
    column: Linked,
    numbers: Numbers,
    signal: _Signal,
    tests: tuple[Beside, float],
) -> Judged:
    """One column: form and range of its cells, how far they moved, and moments of the noise."""
    low, high = _limits(settings, numbers)
    shown = numbers.release[column.release.codes]
    line = numbers.line(np.clip(signal.values, low, high))
    slack = 0.5 + NEARLY * (1 + float(np.nan_to_num(np.abs(signal.values)).max(initial=0)))

    def reach(width: float) -> Reach:
        spans = numbers.spans(column, numbers.release - width, numbers.release + width)
        return Reach(line, line, *spans)

    possible = reach(FARTHEST * signal.factor * signal.deviation + slack)
    judged = Judged.of(column, possible, reach(signal.deviation + slack), numbers.foreign)
    outside = int(np.count_nonzero((shown < low) | (shown > high)))
    if outside:
        judged.wrong.append(f"Column {column.terms.name!r}: {outside} numbers are out of range.")
    if np.any((shown == low) | (shown == high)):
        judged.unknown.append(
            f"Column {column.terms.name!r}: numbers were moved to the ends of its range, so mean"
            " and deviation of the noise cannot be told."
        )
    elif not numbers.foreign.any():
        judged.unlikely.extend(_moment_problems(column, numbers, signal, *tests))
    return judged


def _limits(settings: Mapping[str, Any], numbers: Numbers) -> tuple[float, float]:
    """The lowest and highest number that may be shown, in steps of the column."""
    low, high = settings.get("lowest"), settings.get("highest")
    return (
        -math.inf if low is None else math.ceil(numbers.in_steps(low)),
        math.inf if high is None else math.floor(numbers.in_steps(high)),
    )


def _moment_problems(
    column: Linked, numbers: Numbers, signal: _Signal, beside: Beside, limit: float
) -> Iterator[str]:
    """What the noise of one column should not be by chance."""
    name = f"Column {column.terms.name!r}"
    before = signal.values[column.data.codes]
    after = numbers.release[column.release.codes]
    known, shown = before[~np.isnan(before)], after[~np.isnan(after)]
    if len(known) != len(shown) or not len(known):
        return  # missing values differ, which is said elsewhere
    if abs(float(shown.sum() - known.sum())) > _largest_sum(signal.deviation, len(known), limit):
        yield f"{name}: the mean moved further than noise moves it."
    if not is_likely(shown - known.mean(), known - known.mean(), signal.deviation, 0.5, limit):
        yield f"{name}: the numbers scatter otherwise than noise lets them."
    first, second = beside.pairs()
    alone = after[second] - before[first]
    alone = alone[~np.isnan(alone)]
    if not is_likely(alone, np.zeros_like(alone), signal.deviation, 0.5, limit):
        yield f"{name}: the noise of records that can be told apart has another strength."


def _largest_sum(deviation: float, many: int, limit: float) -> float:
    """What noise and rounding add up to at most, but for a chance of exp(-limit)."""
    return deviation * math.sqrt(many * 2 * limit) + many * (0.5 + NEARLY)


def is_likely(
    shown: Floats, signal: Floats, deviation: float, rounding: float, limit: float
) -> bool:
    """Whether squares of shown numbers are those of a signal with normal noise.

    Args:
        shown: The shown numbers.
        signal: What they are without noise, in any order.
        deviation: The standard deviation of the noise.
        rounding: How far rounding moves a number at most.
        limit: Minus the logarithm of the chance with which honest noise is called unlikely.
    """
    many, power, strength = len(signal), float(signal @ signal), deviation**2
    middle = power + many * strength
    width = 2 * math.sqrt((many * strength**2 + 2 * power * strength) * limit)
    length, room = math.sqrt(float(shown @ shown)), rounding * math.sqrt(many)
    room += 1e-6 * math.sqrt(middle)
    shortest = math.sqrt(max(middle - width, 0.0)) - room
    return shortest <= length <= math.sqrt(middle + width + 2 * strength * limit) + room


def _pair_problems(
    columns: Sequence[Linked],
    numbers: Sequence[Numbers],
    signals: Sequence[_Signal],
    pair: tuple[int, int],
    limit: float,
) -> Iterator[str]:
    """What sum and difference of two columns, each in its deviations, should not be by chance."""
    first, second = pair
    scales = [signals[at].deviation for at in pair]
    if not all(scales):
        return
    sides = []
    for sign in (1, -1):
        before, after = (
            _combine(columns, values, pair, scales, sign, side)
            for side, values in (
                ("data", [signal.values for signal in signals]),
                ("release", [number.release for number in numbers]),
            )
        )
        shared = signals[first].covariances[second] / (scales[0] * scales[1])
        deviation = math.sqrt(max(2 + 2 * sign * shared, 0.0))
        rounding = sum(0.5 / scale for scale in scales)
        mean = before.mean() if len(before) else 0.0
        sides.append(
            len(before) != len(after)
            or is_likely(after - mean, before - mean, deviation, rounding, limit)
        )
    if not all(sides):
        names = " and ".join(repr(columns[at].terms.name) for at in pair)
        yield f"Columns {names}: the noise does not have the correlation of the columns."


def _combine(
    columns: Sequence[Linked],
    values: Sequence[Floats],
    pair: tuple[int, int],
    scales: Sequence[float],
    sign: int,
    side: str,
) -> Floats:
    """Sum or difference of two columns of one side, without missing numbers."""
    first, second = (
        values[at][getattr(columns[at], side).codes] / scale
        for at, scale in zip(pair, scales, strict=True)
    )
    both = first + sign * second
    return np.asarray(both[~np.isnan(both)], np.float64)
