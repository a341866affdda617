"""The outer bounds of an interval hierarchy, as exact whole numbers (spec/utility.md §1.4)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any

_EXACT = Context(prec=4000)  # the usual 28 digits would round a long number without a word


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
class Bounds:
    """Where intervals end; None is without end.

    Attributes:
        low_snap: Intervals up to the one that holds it reach down to `bottom`.
        bottom: Values below are only said to be below.
        minimum: Values below are errors.
        high_snap: Intervals from the one that holds it reach up to `top`.
        top: Values from here on are only said to be above.
        maximum: Values from here on are errors.
    """

    low_snap: int | None
    bottom: int | None
    minimum: int | None
    high_snap: int | None
    top: int | None
    maximum: int | None

    @classmethod
    def of(cls, settings: Mapping[str, Any], scale: Scale, edges: list[int]) -> "Bounds":
        """The bounds of the settings; a missing one is taken from the next one further inside."""
        endless = settings.get("width") is not None
        low, high = settings.get("lower") or {}, settings.get("upper") or {}
        low_snap = _bound(low, "snap", None if endless else edges[0], scale)
        high_snap = _bound(high, "snap", None if endless else edges[-1], scale)
        bottom, top = _bound(low, "bottom", low_snap, scale), _bound(high, "top", high_snap, scale)
        return cls(
            low_snap=low_snap,
            bottom=bottom,
            minimum=_bound(low, "minimum", bottom, scale),
            high_snap=high_snap,
            top=top,
            maximum=_bound(high, "maximum", top, scale),
        )


def _bound(given: Mapping[str, Any], key: str, inner: int | None, scale: Scale) -> int | None:
    if given.get(key) is None:
        return inner
    number = Decimal(str(given[key]))
    return scale.whole(number) if number.is_finite() else None
