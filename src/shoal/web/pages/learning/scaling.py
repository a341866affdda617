"""What a scaling expression does to numbers of the column."""

from collections.abc import Sequence

import numpy as np

from shoal.errors import StudyError
from shoal.learning.scaling import parse_expression
from shoal.report.numbers import number
from shoal.server.stored.column_values import ColumnValues
from shoal.study.predicted import NUMERIC
from shoal.utility.labels import parser_of

USUAL = ("x", "log(x + 1)", "sqrt(x)", "x^2", "1 / (x + 1)")
LOST = "No finite number for"
NONE = "Without an expression, each value is a category of its own."


def problem(text: str) -> str | None:
    """Why a text is not an expression; None if it is one, or empty."""
    try:
        if text.strip():
            parse_expression(text)
    except StudyError as error:
        return " ".join(error.problems)
    return None


def effect(text: str, numbers: Sequence[float]) -> str:
    """What some numbers become by an expression, in words.

    If some have no finite result, the text begins with LOST and names them. The expression must be
    right (see `problem`).
    """
    if not text.strip():
        return NONE
    if not numbers:
        return "The column has no numbers."
    given = np.asarray(numbers, np.float64)
    scaled = parse_expression(text).apply(given)
    lost = [number(_plain(one)) for one in given[~np.isfinite(scaled)]]
    if lost:
        return f"{LOST} {', '.join(lost)}: use an expression that fits all values."
    return " · ".join(
        f"{number(_plain(a))} → {number(_plain(b))}" for a, b in zip(given, scaled, strict=True)
    )


def examples(column: ColumnValues) -> list[float]:
    """The smallest, the middle and the largest number of a column; fewer if it has not three."""
    assert column.column.type in NUMERIC  # noqa: S101  (only numbers are scaled)
    parser = parser_of(column.column.options.type)
    if parser is None:
        return []
    numbers = parser(column.values.cast(str))
    numbers = np.unique(numbers[np.isfinite(numbers)])
    places = sorted({0, len(numbers) // 2, len(numbers) - 1}) if len(numbers) else []
    return [float(numbers[at]) for at in places]


def _plain(value: float) -> float | int:
    """A number without decimals as an integer, so that it is shown as one."""
    return int(value) if float(value).is_integer() and abs(value) < 1e15 else float(value)
