"""Label functions for numbers and dates: means.

Arithmetic means are exact and then cut or rounded to the column's type (integers are cut: the mean
of 2, 4 and 8 is 4). Geometric means are computed in floats, rounded to 12 digits, and then cut.
"""

import math
from collections.abc import Iterable
from typing import Literal

import numpy as np
import polars as pl

from shoal.errors import DataError, StudyError
from shoal.hierarchies.line import NumberLine, shortest_text
from shoal.hierarchies.members import Members
from shoal.hierarchies.whole_numbers import Whole
from shoal.plugin import plugin

_DIGITS = 12


@plugin()
class Mean:
    """The arithmetic mean of the members."""

    function: Literal["mean"]

    def labels(self, members: Members) -> pl.Series:
        """The sum divided by the number of members."""
        line = members.on_line()[0]
        pairs = zip(members.sums(), members.sizes.tolist(), strict=True)
        return _texts(line.mean(total, size) for total, size in pairs)


@plugin()
class MeanOfBounds:
    """The middle between the smallest and the largest member."""

    function: Literal["mean-of-bounds"]

    def labels(self, members: Members) -> pl.Series:
        """Half the sum of both ends."""
        line, places = members.on_line()
        ends = zip(places[members.starts].tolist(), places[members.lasts].tolist(), strict=True)
        return _texts(line.mean(low + high, 2) for low, high in ends)


@plugin()
class GeometricMean:
    """The geometric mean of the members, which must not be negative."""

    function: Literal["geometric-mean"]

    def labels(self, members: Members) -> pl.Series:
        """The exponential of the mean logarithm."""
        line, numbers = _numbers(members)
        groups = np.split(numbers, members.starts[1:])
        return _texts(_geometric(line, group) for group in groups)


@plugin()
class GeometricMeanOfBounds:
    """The geometric mean of the smallest and the largest member, which must not be negative."""

    function: Literal["geometric-mean-of-bounds"]

    def labels(self, members: Members) -> pl.Series:
        """The exponential of the mean logarithm of both ends."""
        line, numbers = _numbers(members)
        ends = np.stack([numbers[members.starts], numbers[members.lasts]], axis=1)
        return _texts(_geometric(line, pair) for pair in ends)


def _numbers(members: Members) -> tuple[NumberLine, Whole]:
    """The line and the number of each member; an error for dates and negative numbers."""
    line, places = members.on_line()
    if not isinstance(line, NumberLine):
        raise StudyError("A geometric mean is a label for numbers, not for dates. Use `mean`.")
    negative = int((places < 0).sum())
    if negative:
        raise DataError(
            f"A geometric mean needs numbers from 0, but {negative} are below. Use `mean`."
        )
    return line, places.astype(float) / line.one


def _geometric(line: NumberLine, numbers: Whole) -> str:
    """The geometric mean as text; 0 if a number is 0."""
    if not numbers.all():
        return "0"
    mean = math.exp(math.fsum(map(math.log, numbers)) / len(numbers))
    rounded = float(f"{mean:.{_DIGITS}g}")
    return str(math.trunc(rounded)) if line.integer else shortest_text(rounded)


def _texts(labels: Iterable[str]) -> pl.Series:
    return pl.Series(list(labels), dtype=pl.String)
