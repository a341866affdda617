"""A measure: a number with the best and the worst it could be (docs/theory/utility.md).

Quality is 1 where nothing was lost and 0 where everything was. There are two ways to combine
columns: the raw numbers are combined, and the result is brought to [0, 1]; or each column is
brought to [0, 1], and then they are combined (normalized first).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shoal.quality.aggregate import Aggregate, combine

ROUNDING = 1e-12
NOTHING_TO_LOSE = "nothing can be lost: the best and the worst are the same"


@dataclass(frozen=True)
class Measure:
    """How much was lost, on the scale of a measure.

    Attributes:
        value: The loss; None where it cannot be computed.
        minimum: The loss of the input itself.
        maximum: The loss when nothing is left.
        reason: Why there is no value, or no quality.
    """

    value: float | None
    minimum: float = 0.0
    maximum: float = 1.0
    reason: str = ""

    @property
    def quality(self) -> float | None:
        """From 1 (nothing lost) to 0 (nothing left); None without value, or nothing to lose."""
        if self.value is None or not self.maximum > self.minimum:
            return None
        share = (self.value - self.minimum) / (self.maximum - self.minimum)
        if abs(share) < ROUNDING or abs(share - 1) < ROUNDING:
            share = round(share)  # the same table is worth exactly 1
        return 1.0 - min(max(share, 0.0), 1.0)

    def plain(self) -> dict[str, Any]:
        """The measure as plain values; `reason` is only there if there is no quality."""
        reason = self.reason or (NOTHING_TO_LOSE if self.quality is None else "")
        known = {"quality": self.quality, "value": self.value}
        known |= {"minimum": self.minimum, "maximum": self.maximum}
        return {**known, "reason": reason} if reason else known


def no_measure(reason: str) -> Measure:
    """A measure that cannot be computed, and why."""
    return Measure(None, reason=reason)


AGGREGATES = (Aggregate.ARITHMETIC_MEAN, Aggregate.GEOMETRIC_MEAN, Aggregate.MAXIMUM)


def combine_columns(
    measures: Sequence[Measure], aggregate: Aggregate, *, normalized_first: bool = False
) -> Measure:
    """Several columns as one measure; those without a value play no part.

    With `normalized_first`, the result is on the scale from 0 to 1.
    """
    known = [measure for measure in measures if measure.value is not None]
    if normalized_first:
        known = [Measure(1 - quality) for raw in known if (quality := raw.quality) is not None]
    if not known:
        return no_measure("no column has a value")
    values = [measure.value or 0.0 for measure in known]
    return Measure(
        _combine(aggregate, values),
        _combine(aggregate, [measure.minimum for measure in known]),
        _combine(aggregate, [measure.maximum for measure in known]),
    )


def aggregates(measures: Mapping[str, Measure]) -> dict[str, Any]:
    """The quality of all columns together, by way of combining them.

    `without` names the columns that have no value, if any.
    """
    several = list(measures.values())
    ways: dict[str, Callable[[Aggregate], Measure]] = {
        "": lambda way: combine_columns(several, way),
        "normalized-first-": lambda way: combine_columns(several, way, normalized_first=True),
    }
    qualities = {
        f"{name}{way}": make(way).quality for name, make in ways.items() for way in AGGREGATES
    }
    without = [name for name, measure in measures.items() if measure.value is None]
    return {**qualities, **({"without": without} if without else {})}


def _combine(aggregate: Aggregate, values: list[float]) -> float:
    """The values as one, all of the same weight."""
    return combine(aggregate, values, [1.0] * len(values))
