"""Numbers a person would choose: 40 rather than 37, 5,000 rather than 4,871."""

from collections.abc import Iterator
from decimal import ROUND_FLOOR, Context, Decimal

_EXACT = Context(prec=60)
_STEPS = (Decimal(5), Decimal(2), Decimal(1))


def steps(largest: Decimal) -> Iterator[Decimal]:
    """Round steps (100, 50, 20, 10, 5, 2, 1, …), from about the largest down, without end."""
    exponent = largest.adjusted()
    while True:
        for digit in _STEPS:
            yield digit.scaleb(exponent)
        exponent -= 1


def roundest(above: Decimal, upto: Decimal, near: Decimal) -> Decimal:
    """The roundest number in `]above, upto]`; of equally round ones the nearest to `near`."""
    for step in steps(max(abs(above), abs(upto), Decimal(1))):
        highest = floor(upto, step)
        if highest > above:
            lowest = floor(above, step) + step
            return min(max(floor(near + step / 2, step), lowest), highest)
    raise AssertionError  # steps never end


def floor(number: Decimal, step: Decimal) -> Decimal:
    """The largest multiple of a step that is not above a number."""
    times = (number / step).to_integral_value(ROUND_FLOOR)
    return times * step


def plain(number: Decimal) -> int | float:
    """A number as a study holds it."""
    return int(number) if number == number.to_integral_value() else float(number)
