"""Who is forgotten (paper 002, experiment A): changes of the census table that people ask for."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl
from sklearn.ensemble import IsolationForest
from sklearn.linear_model import LogisticRegression

from shoal.engine.arrays import Bools
from studies.census_models import RICH, TARGET, Features

Change = Callable[[pl.DataFrame, np.random.Generator], pl.DataFrame]
MOST = 3  # values that are asked to be forgotten


@dataclass(frozen=True)
class Value:
    """A value of a column, or the numbers of one that are above its average.

    Attributes:
        column: The column.
        label: The value; None for numbers.
        coefficient: What logistic regression gave it.
    """

    column: str
    label: str | None
    coefficient: float

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.column}: {self.label}" if self.label else f"{self.column} above average"

    def holders(self, frame: pl.DataFrame) -> Bools:
        """Who has it; the average is that of the records."""
        column = frame[self.column]
        if self.label is not None:
            return (column == self.label).to_numpy()
        return (column > column.mean()).to_numpy()


def most_valuable(frame: pl.DataFrame) -> list[Value]:
    """The values with the largest coefficients, by size, of a logistic regression."""
    features = Features.of(frame)
    model = LogisticRegression(max_iter=300)
    model.fit(features.matrix(frame), (frame[TARGET] == RICH).to_numpy())
    found = [
        Value(column, label, float(number))
        for (column, label), number in zip(features.names, model.coef_[0], strict=True)
    ]
    return sorted(found, key=lambda value: -abs(value.coefficient))[:MOST]


def forget(value: Value, fraction: float) -> Change:
    """Everybody who has a value asks to be forgotten with a certain chance."""

    def do(frame: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
        gone = value.holders(frame) & (random.random(len(frame)) < fraction)
        return frame.filter(~gone)

    return do


def add_noise(value: Value, fraction: float) -> Change:
    """Nobody is forgotten, but those who have a value get that of somebody else."""

    def do(frame: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
        hit = value.holders(frame) & (random.random(len(frame)) < fraction)
        others = frame[value.column].gather(random.integers(0, len(frame), len(frame)))
        mixed = pl.select(
            pl.when(pl.Series(hit)).then(others).otherwise(frame[value.column])
        ).to_series()
        return frame.with_columns(mixed.alias(value.column))

    return do


def forget_first(order: pl.Series, fraction: float) -> Change:
    """Those who come first by an order are forgotten."""

    def do(frame: pl.DataFrame, _: np.random.Generator) -> pl.DataFrame:
        return frame.filter(order.rank("ordinal", descending=True) > round(fraction * len(frame)))

    return do


def chance(records: int) -> pl.Series:
    """An order by chance."""
    return pl.Series(np.random.default_rng(5).random(records))


def oddness(frame: pl.DataFrame) -> pl.Series:
    """How unusual each record is: isolation forests need few cuts to be alone with it."""
    numbers = Features.of(frame).matrix(frame)
    return pl.Series(-IsolationForest(random_state=0).fit(numbers).score_samples(numbers))
