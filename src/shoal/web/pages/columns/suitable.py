"""Which builders suit a column, why others do not, and the settings that each one begins with."""

from collections.abc import Callable

import polars as pl

from shoal.errors import ShoalError
from shoal.hierarchies.ages import Years
from shoal.hierarchies.automatic import Automatic
from shoal.hierarchies.builder import builders
from shoal.server.stored.column_values import ColumnValues
from shoal.study.keys.plain import Json, Settings
from shoal.study.keys.plugins import plugin_settings
from shoal.web.pages.columns.words import TYPES

ICD10 = r"^[A-Za-z][0-9][0-9A-Za-z](\.?[0-9A-Za-z]{0,4})$"
ICD9 = r"^([0-9]{1,3}|[EeVv][0-9]{2,3})(\.?[0-9]{0,2})$"
LONG = 400  # characters; longer settings are no good start
MOST = 0.5  # the share of values that must look like a code
TEXTS = {"string", "ordered"}
_WIDEST = (5, 90)  # the bands and the top that `ages` begins with


def unsuitable(builder: str, column: ColumnValues) -> str:
    """Why a builder does not suit a column, as a sentence; empty if it does."""
    type, card = column.column.type, builders.card(builder)
    if card.types and type not in card.types:
        return f"Needs {card.values}; this column's type is {TYPES[type]}."
    if builder == "ages" and not Years.of(column.values).fit(*_WIDEST).all():
        return "Needs ages in years, or ranges of them; some values are none."
    if builder in {"icd10", "icd9"}:
        return _no_codes(builder, column)
    return ""


def _no_codes(builder: str, column: ColumnValues) -> str:
    """Why a column does not hold ICD codes; empty if at least MOST of its values look like one."""
    if column.column.type not in TEXTS:
        return f"Needs codes; this column's type is {TYPES[column.column.type]}."
    name, pattern = ("ICD-10", ICD10) if builder == "icd10" else ("ICD-9", ICD9)
    alike = column.values.str.strip_chars().str.contains(pattern)
    share = int(alike.sum()) / max(1, len(alike))
    if share >= MOST:
        return ""
    return f"Needs {name} codes; {share:.0%} of the values look like one."


def first_settings(builder: str, column: ColumnValues) -> Settings:
    """Settings to start from, with the name of the builder.

    They are what `automatic` would choose, if it chooses this builder; otherwise what fits the
    values, or what the card says.
    """
    chosen = _automatic_settings(column)
    if chosen.get("builder") == builder and "intervals" not in chosen and len(str(chosen)) < LONG:
        return chosen
    begin = _BEGINNINGS.get(builder)
    return {"builder": builder, **(begin(column) if begin else builders.card(builder).begin)}


def _automatic_settings(column: ColumnValues) -> Settings:
    """The settings that the automatic builder would choose; empty if a study cannot say them."""
    about = column.column
    try:
        builder = Automatic().choose(
            *(column.values, about.type, about.format, about.order or (), column.counts),
            column.name,
        )
        return dict(plugin_settings(builders, builder))
    except (ShoalError, StopIteration):
        return {}


def _intervals(column: ColumnValues) -> Settings:
    """Intervals: about 20 in the range of the numbers; for dates, four weeks."""
    if column.column.type == "date":
        return {"width": 28, "levels": 3, "factor": 4}
    low, high = _ends(column)
    return {"width": _nice((high - low) / 20), "levels": 4}


def _top_bottom(column: ColumnValues) -> Settings:
    """The ends: 2 % of the numbers lie below the bottom, 2 % above the top; of dates, none do."""
    if column.column.type == "date":
        return {"bottom": column.values[0], "top": column.values[-1]}
    numbers = column.values.cast(pl.Float64, strict=False).drop_nulls().sort()
    low, high = numbers.quantile(0.02), numbers.quantile(0.98)
    return {"bottom": _whole(low or 0), "top": _whole(high or 0)}


def _prefixes(column: ColumnValues) -> Settings:
    """Lengths of prefixes: one character less on each level, on at most six levels."""
    longest = int(column.values.str.len_chars().max() or 1)  # type: ignore[arg-type]
    lengths: list[Json] = [*range(longest - 1, max(0, longest - 7), -1)]
    return {"lengths": lengths or [1]}


def _ends(column: ColumnValues) -> tuple[float, float]:
    """The smallest and the largest number of a column; 0 if it has none."""
    numbers = column.values.cast(pl.Float64, strict=False).drop_nulls()
    return float(numbers.min() or 0), float(numbers.max() or 0)  # type: ignore[arg-type]


def _nice(width: float) -> float | int:
    """1, 2 or 5 times a power of ten: the smallest that is at least as wide."""
    if width <= 0:
        return 1
    power = 10.0 ** (len(str(int(width))) - 1 if width >= 1 else -2)
    for step in (1, 2, 5, 10, 20, 50, 100):
        if step * power >= width:
            return _whole(step * power)
    return _whole(width)


def _whole(number: float) -> float | int:
    return int(number) if float(number).is_integer() else number


_BEGINNINGS: dict[str, Callable[[ColumnValues], Settings]] = {
    "intervals": _intervals,
    "top-bottom": _top_bottom,
    "code-prefixes": _prefixes,
}  # settings that depend on the values; all others begin as the card says
