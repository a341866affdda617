"""The outer bounds of an interval hierarchy, as exact whole numbers.

Theory: docs/theory/hierarchies.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any

_EXACT = Context(prec=4000)  # the usual 28 digits would silently round a long number


@dataclass(frozen=True)
class Scale:
    """A power of ten that makes every number of a column and its hierarchy whole."""

    places: int

    @classmethod
    def of(cls, numbers: Iterable[Decimal]) -> "Scale":
        """The smallest such power."""
        exponents = (number.as_tuple().exponent for number in numbers)
        return cls(max((-e for e in exponents if isinstance(e, int) and e < 0), default=0))

    def whole(self, number: object) -> int:
        """A number as a multiple of the smallest unit."""
        return int(Decimal(str(number)).scaleb(self.places, _EXACT))

    def text(self, whole: int | None) -> str:
        """A number as labels show it: no exponent, no trailing zeros."""
        text = f"{Decimal(whole or 0).scaleb(-self.places, _EXACT):f}"
        return text.rstrip("0").rstrip(".") if "." in text else text


@dataclass(frozen=True)
class End:
    """Where intervals end on one side; None is without end.

    Attributes:
        snap: The interval that holds it, and all that are farther out, reach to `last`.
        last: Values beyond it are only said to be below or above it.
        limit: Values beyond it are errors.
    """

    snap: int | None
    last: int | None
    limit: int | None

    @classmethod
    def of(
        cls, given: Mapping[str, Any], keys: tuple[str, str, str], edge: int | None, scale: Scale
    ) -> "End":
        """The end that the settings give.

        Each number that is missing is the one before it; the first is the edge.

        Args:
            given: The settings of one side.
            keys: The names of `snap`, `last` and `limit` in them.
            edge: Where the intervals end by themselves; None for nowhere.
            scale: Makes numbers whole.
        """
        ends = []
        for key in keys:
            edge = _bound(given, key, edge, scale)
            ends.append(edge)
        return cls(*ends)


@dataclass(frozen=True)
class Bounds:
    """Where intervals end on both sides; a value at the high end is beyond it."""

    low: End
    high: End

    @classmethod
    def of(cls, settings: Mapping[str, Any], scale: Scale, edges: list[int]) -> "Bounds":
        """The bounds in the settings of a hierarchy; by default, a width means no bounds."""
        first, last = (None, None) if settings.get("width") is not None else (edges[0], edges[-1])
        low, high = settings.get("lower") or {}, settings.get("upper") or {}
        return cls(
            End.of(low, ("snap", "bottom", "minimum"), first, scale),
            End.of(high, ("snap", "top", "maximum"), last, scale),
        )


def _bound(given: Mapping[str, Any], key: str, inner: int | None, scale: Scale) -> int | None:
    """The number under a key; `inner` if it is missing, None if it is infinite."""
    if given.get(key) is None:
        return inner
    number = Decimal(str(given[key]))
    return scale.whole(number) if number.is_finite() else None
