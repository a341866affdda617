"""Domains that a study declares, so that hierarchies do not depend on the data.

Differential privacy needs this for every column. A hierarchy tells how values are generalized and,
by its rows, how large their domain is. If it were made from the values that occur, both would
depend on single records. So it is read from a file, or built from the domain that the study
declares: all values of an ordered column, or all whole numbers between the ends of intervals. A
value outside its domain is read as missing, however many records have it.
"""

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shoal.study.keys.columns import Column

LARGEST = 100_000  # whole numbers that are listed one by one


def domain_problem(column: "Column") -> str | None:
    """Why a column's hierarchy would depend on the data; None if it does not."""
    builder = column.hierarchy
    if builder is None:
        return "without a `hierarchy`, one is made from the values that occur"
    if getattr(builder, "path", None) is not None:
        return None
    name = _name(builder)
    if name == "automatic" or getattr(builder, "needs_counts", False):
        return f"the builder `{name}` looks at the data"
    if domain_of(column) is None:
        return f"the builder `{name}` makes a row for each value that occurs"
    return None


def domain_of(column: "Column") -> list[str] | None:
    """All values that a column can have, where the study says so without looking at the data.

    None if it does not, or if there are more than `LARGEST`.
    """
    if column.type == "ordered":
        return list(column.order or ())
    bounds = getattr(column.hierarchy, "bounds", None)
    if column.type != "integer" or bounds is None:
        return None
    low, high = bounds[2], bounds[5]  # the extremes of both ends
    if not all(isinstance(end, int) or _is_whole(end) for end in (low, high)):
        return None
    numbers = range(int(low), int(high))
    return [str(number) for number in numbers] if len(numbers) <= LARGEST else None


def _is_whole(end: object) -> bool:
    """Whether a number with decimals is a whole one."""
    given = Decimal(end) if isinstance(end, float | Decimal) else Decimal("nan")
    return given.is_finite() and given == given.to_integral_value()


def _name(builder: object) -> str:
    """The study name of a builder."""
    from shoal.study.keys.plugins import builders  # noqa: PLC0415

    return str(builders().name_of(builder))
