"""How the losses of several columns become one number (docs/theory/losses.md)."""

from collections.abc import Sequence
from enum import StrEnum
from math import expm1, log1p


class Aggregate(StrEnum):
    """The ways to combine losses."""

    SUM = "sum"
    MAXIMUM = "maximum"
    ARITHMETIC_MEAN = "arithmetic-mean"
    GEOMETRIC_MEAN = "geometric-mean"
    RANK = "rank"


def combine(aggregate: Aggregate, losses: Sequence[float], weights: Sequence[float]) -> float:
    """Weighted losses as one number, always multiplied and added in column order.

    For `rank`, which compares whole vectors (`losses_by_size`), the number is only for display: the
    unweighted geometric form.
    """
    if aggregate is Aggregate.RANK:
        return combine(Aggregate.GEOMETRIC_MEAN, losses, [1.0] * len(losses))
    parts = [weight * loss for weight, loss in zip(weights, losses, strict=True)]
    match aggregate:
        case Aggregate.SUM:
            return sum(parts)
        case Aggregate.MAXIMUM:
            return max(parts, default=0.0)
        case Aggregate.ARITHMETIC_MEAN:
            return sum(parts) / len(parts) if parts else 0.0
        case Aggregate.GEOMETRIC_MEAN:
            # The root of a product as a mean of logarithms: exact to the last digits near 0, too.
            return expm1(sum(map(log1p, parts)) / len(parts)) if parts else 0.0


def losses_by_size(losses: Sequence[float], weights: Sequence[float]) -> tuple[float, ...]:
    """Weighted losses from the largest to the smallest, to be compared in that order."""
    parts = (weight * loss for weight, loss in zip(weights, losses, strict=True))
    return tuple(sorted(parts, reverse=True))


def normalize_weights(weights: Sequence[float]) -> list[float]:
    """Weights divided by the largest; all 1 if all are zero."""
    largest = max(weights, default=0.0)
    return [weight / largest for weight in weights] if largest > 0 else [1.0] * len(weights)
