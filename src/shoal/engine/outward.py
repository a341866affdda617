"""Numbers known to lie between two decimals: every operation rounds outward.

Python's `decimal` rounds sums, products and quotients in the direction that is asked for, and
promises correctly rounded (half even) exponentials and logarithms, which therefore lie within one
unit in the last place. So the bounds are proven, not estimated.
"""

from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction


@dataclass(frozen=True)
class Digits:
    """Arithmetic with a number of significant digits, once rounding down and once rounding up."""

    down: Context
    up: Context

    @classmethod
    def of(cls, count: int) -> "Digits":
        """Arithmetic with `count` significant digits and exponents as large as they come."""
        down, up = (
            Context(prec=count, rounding=way, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
            for way in (ROUND_FLOOR, ROUND_CEILING)
        )
        return cls(down, up)

    def number(self, value: Fraction | Decimal | int) -> "Between":
        """The narrowest bounds of a number."""
        top, bottom = (Decimal(part) for part in Fraction(value).as_integer_ratio())
        return Between(self.down.divide(top, bottom), self.up.divide(top, bottom), self)


@dataclass(frozen=True)
class Between:
    """A number that is at least `low` and at most `high`."""

    low: Decimal
    high: Decimal
    digits: Digits

    def __add__(self, other: "Between") -> "Between":
        down, up = self.digits.down, self.digits.up
        return Between(down.add(self.low, other.low), up.add(self.high, other.high), self.digits)

    def __sub__(self, other: "Between") -> "Between":
        # `-number` would round to the digits of whatever context the caller has.
        return self + Between(other.high.copy_negate(), other.low.copy_negate(), self.digits)

    def __mul__(self, other: "Between") -> "Between":
        pairs = [(ours, theirs) for ours in self.ends for theirs in other.ends]
        down, up = self.digits.down, self.digits.up
        low = min(down.multiply(*pair) for pair in pairs)
        return Between(low, max(up.multiply(*pair) for pair in pairs), self.digits)

    def __truediv__(self, other: "Between") -> "Between":
        """The quotient by a number that is not zero."""
        down, up = self.digits.down, self.digits.up
        inverse = Between(down.divide(1, other.high), up.divide(1, other.low), self.digits)
        return self * inverse

    def exp(self) -> "Between":
        """The exponential."""
        down, up = self.digits.down, self.digits.up
        low, high = down.exp(self.low), up.exp(self.high)
        return Between(max(Decimal(0), down.next_minus(low)), up.next_plus(high), self.digits)

    def ln(self) -> "Between":
        """The natural logarithm of a positive number."""
        down, up = self.digits.down, self.digits.up
        return Between(
            down.next_minus(down.ln(self.low)), up.next_plus(up.ln(self.high)), self.digits
        )

    @property
    def ends(self) -> tuple[Decimal, Decimal]:
        """Both bounds."""
        return self.low, self.high
