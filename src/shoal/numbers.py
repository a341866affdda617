"""Shares as a person reads them: few digits, never a false zero."""

import math
from typing import TypeGuard

NOT_AVAILABLE = "not available"


def percent(share: object) -> str:
    """A share as a percentage with three significant digits; only a true 0 or 1 shows as such."""
    if not is_number(share):
        return NOT_AVAILABLE
    if 0 < share < 0.0001:
        return "<0.01%"
    if 0.9999 < share < 1:
        return ">99.99%"
    # Near one, the distance from one has to keep its digits.
    digits = decimals(min(abs(share), abs(1 - share)) * 100 or 1.0, 3)
    return trim_zeros(f"{share * 100:,.{min(digits, 2)}f}") + "%"


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether the value is a finite number."""
    if isinstance(value, int):
        return not isinstance(value, bool)
    return isinstance(value, float) and math.isfinite(value)


def decimals(value: float, significant: int) -> int:
    """How many decimals a value needs to show this many significant digits."""
    return max(0, significant - 1 - math.floor(math.log10(abs(value))))


def trim_zeros(text: str) -> str:
    """The text of a number without zeros at the end of its decimals."""
    return text.rstrip("0").rstrip(".") if "." in text else text
