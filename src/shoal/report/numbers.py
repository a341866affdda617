"""Numbers as a person reads them: thousands separators, few digits, never a false zero."""

import math
from decimal import Decimal, InvalidOperation
from typing import TypeGuard

NOT_AVAILABLE = "not available"


def number(value: object) -> str:
    """A count with thousands separators, or a measurement with four significant digits."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not is_number(value):
        return NOT_AVAILABLE
    if abs(value) >= 1e15 or 0 < abs(value) < 1e-4:
        return _power_of_ten(value)
    if isinstance(value, int) or float(value).is_integer():
        return f"{int(value):,}"
    return _trimmed(f"{value:,.{_decimals(float(value), 4)}f}")


def percent(share: object) -> str:
    """A share as a percentage with three significant digits; only a true 0 or 1 shows as such."""
    if not is_number(share):
        return NOT_AVAILABLE
    if 0 < share < 0.0001:
        return "<0.01%"
    if 0.9999 < share < 1:
        return ">99.99%"
    # Near one it is the distance from one that has to keep its digits.
    digits = _decimals(min(abs(share), abs(1 - share)) * 100 or 1.0, 3)
    return _trimmed(f"{share * 100:,.{min(digits, 2)}f}") + "%"


def share_or_count(value: object) -> str:
    """A float between 0 and 1 is a share, everything else is a number."""
    is_share = isinstance(value, float) and 0 <= value <= 1
    return percent(value) if is_share else number(value)


def seconds(value: object) -> str:
    """A duration, in minutes from two minutes on."""
    if not is_number(value):
        return NOT_AVAILABLE
    if value >= 120:
        return f"{int(value // 60):,} min {int(value % 60)} s"
    return _trimmed(f"{value:.{2 if value >= 0.01 else 4}f}") + " s"


def counted(count: object, one: str, many: str | None = None) -> str:
    """A count with its noun: 1 record, 1,204 records."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def part(count: object, total: object) -> float | None:
    """The share that the count is of the total, if there is one."""
    return count / total if is_number(count) and is_number(total) and total else None


def allowed(limit: object, records: object) -> int | None:
    """How many records a limit lets go, from the decimal text of the limit (design §4)."""
    try:
        return int(Decimal(str(limit)) * Decimal(str(records)))
    except (InvalidOperation, ValueError, OverflowError):
        return None


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether the value is a finite number."""
    if isinstance(value, int):
        return not isinstance(value, bool)
    return isinstance(value, float) and math.isfinite(value)


def _decimals(value: float, significant: int) -> int:
    return max(0, significant - 1 - math.floor(math.log10(abs(value))))


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _power_of_ten(value: int | float) -> str:
    mantissa, exponent = f"{Decimal(value):.2e}".split("e")
    return f"{_trimmed(mantissa)} × 10{str(int(exponent)).translate(_RAISED)}"


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
