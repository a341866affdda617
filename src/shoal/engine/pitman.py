"""The score equations of the Ewens-Pitman model, compiled (docs/theory/uniques.md).

A partition of n records into u classes has the two parameters θ and α; where the derivatives of
its likelihood are zero, they fit best. Long sums of reciprocals are differences of the digamma
function.
"""

import numpy as np
from numba import float64

from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import inner, kernel

STEP = 1e-4  # the last step of Newton's method, relative to the number itself
SMALL = 1e-3  # below, closed forms divide by almost nothing: terms are added one by one


@kernel
def pitman_root(
    theta: float,
    alpha: float,
    sizes: Counts,
    classes: Counts,
    accuracy: float,
    most_steps: int,
    found: Floats,
) -> bool:
    """Newton's method from one start; writes θ and α to `found`; returns whether it ended."""
    for _ in range(most_steps):
        first, second, aa, ab, bb = _scores(theta, alpha, sizes, classes)
        determinant = aa * bb - ab * ab
        if not np.isfinite(first + second + determinant) or determinant == 0:
            return False
        down = (first * bb - second * ab) / determinant
        left = (second * aa - first * ab) / determinant
        # Where θ runs away the scores vanish, too; only where steps end is a root.
        near = abs(down) <= STEP * (1 + theta) and abs(left) <= STEP * (1 + abs(alpha))
        if near and abs(first) < accuracy and abs(second) < accuracy:
            found[0], found[1] = theta, alpha
            return True
        theta, alpha = max(theta - down, 0.0), alpha - left
        if alpha >= 1:
            return False
    return False


@kernel
def theta_for(alpha: float, count: int, total: int) -> float:
    """The θ that fits best to an α above 0, by halving; the larger, the more classes there are."""
    low, high = -12.0, 30.0
    for _ in range(60):
        middle = (low + high) / 2
        theta = np.exp(middle)
        first = _over_classes(theta, alpha, float64(count))[0]
        if first > digamma(total + theta) - digamma(theta + 1):
            low = middle
        else:
            high = middle
    return float(np.exp(low))


@inner
def _scores(
    theta: float, alpha: float, sizes: Counts, classes: Counts
) -> tuple[float, float, float, float, float]:
    """F1, F2 and their derivatives dF1/dθ, dF1/dα = dF2/dθ, dF2/dα."""
    total, count = float64(0), float64(0)
    for at in range(sizes.size):
        total += sizes[at] * classes[at]
        count += classes[at]
    first, second, aa, ab, bb = _over_classes(theta, alpha, count)
    first -= digamma(total + theta) - digamma(theta + 1)
    aa += trigamma(theta + 1) - trigamma(total + theta)
    psi, psi1 = digamma(1 - alpha), trigamma(1 - alpha)
    for at in range(sizes.size):
        if sizes[at] > 1:
            second -= classes[at] * (digamma(sizes[at] - alpha) - psi)
            bb -= classes[at] * (psi1 - trigamma(sizes[at] - alpha))
    return first, second, aa, ab, bb


@inner
def _over_classes(
    theta: float, alpha: float, count: float
) -> tuple[float, float, float, float, float]:
    """Sums over i = 1 … u-1 of 1/(θ+iα), i/(θ+iα), and minus those of 1, i, i² over (θ+iα)²."""
    if alpha < SMALL:
        first, second, aa, ab, bb = 0.0, 0.0, 0.0, 0.0, 0.0
        for i in range(1, int(count)):
            part = theta + i * alpha
            if part <= 0:
                return np.nan, np.nan, 0.0, 0.0, 0.0
            first += 1 / part
            second += i / part
            aa -= 1 / part**2
            ab -= i / part**2
            bb -= i * i / part**2
        return first, second, aa, ab, bb
    ratio = theta / alpha
    first = (digamma(count + ratio) - digamma(1 + ratio)) / alpha
    second = (count - 1 - theta * first) / alpha
    aa = (trigamma(count + ratio) - trigamma(1 + ratio)) / alpha**2
    ab = -(first + theta * aa) / alpha
    bb = -(second + theta * ab) / alpha
    return first, second, aa, ab, bb


@inner
def digamma(x: float) -> float:
    """The derivative of the logarithm of the gamma function, for x above 0."""
    shift = 0.0
    while x < 10:
        shift -= 1 / x
        x += 1
    y = 1 / (x * x)
    series = y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y / 132))))
    return float(shift + np.log(x) - 0.5 / x - series)


@inner
def trigamma(x: float) -> float:
    """The derivative of `digamma`, for x above 0."""
    shift = 0.0
    while x < 10:
        shift += 1 / (x * x)
        x += 1
    y = 1 / (x * x)
    series = y * (1 / 6 - y * (1 / 30 - y * (1 / 42 - y * (1 / 30 - y * 5 / 66))))
    return shift + (1 + 0.5 / x + series) / x
