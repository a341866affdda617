"""Numbers as a person reads them: thousands separators, few digits, never a false zero."""

from decimal import Decimal, InvalidOperation

from shoal.numbers import NOT_AVAILABLE, decimals, is_number, percent, trim_zeros

__all__ = [
    "NOT_AVAILABLE",
    "count_of",
    "is_number",
    "number",
    "percent",
    "seconds",
    "share_of_total",
    "share_or_count",
    "suppression_allowance",
]


def number(value: object) -> str:
    """A count with thousands separators, or a measurement with four significant digits.

    True and false become yes and no; what is no number becomes `NOT_AVAILABLE`.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not is_number(value):
        return NOT_AVAILABLE
    if abs(value) >= 1e15 or 0 < abs(value) < 1e-4:
        return _power_of_ten(value)
    if isinstance(value, int) or float(value).is_integer():
        return f"{int(value):,}"
    return trim_zeros(f"{value:,.{decimals(float(value), 4)}f}")


def share_or_count(value: object) -> str:
    """A float between 0 and 1 is a share, everything else is a number."""
    is_share = isinstance(value, float) and 0 <= value <= 1
    return percent(value) if is_share else number(value)


def seconds(value: object) -> str:
    """A duration, given in seconds; in minutes and seconds from two minutes on."""
    if not is_number(value):
        return NOT_AVAILABLE
    if value >= 120:
        return f"{int(value // 60):,} min {int(value % 60)} s"
    return trim_zeros(f"{value:.{2 if value >= 0.01 else 4}f}") + " s"


def count_of(count: object, one: str, many: str | None = None) -> str:
    """A count with its noun: 1 record, 1,204 records."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def share_of_total(count: object, total: object) -> float | None:
    """The count as a share of the total; None without a total."""
    return count / total if is_number(count) and is_number(total) and total else None


def suppression_allowance(limit: object, records: object) -> int | None:
    """How many records a limit (a share) allows to suppress, rounded down; None if unknown.

    The limit is taken from its decimal text, so that 0.07 is not a little less.

    Theory: docs/theory/search.md.
    """
    try:
        return int(Decimal(str(limit)) * Decimal(str(records)))
    except (InvalidOperation, ValueError, OverflowError):
        return None


def _power_of_ten(value: int | float) -> str:
    """A very large or small number as 1.23 × 10⁻⁵."""
    mantissa, exponent = f"{Decimal(value):.2e}".split("e")
    return f"{trim_zeros(mantissa)} × 10{str(int(exponent)).translate(_RAISED)}"


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
