"""The records of a release as models see them."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools
from shoal.learning.features import Features
from shoal.report.types.learning import PartFacts


@dataclass(frozen=True, eq=False)
class Part:
    """A part of the table that was anonymized by itself, as models see it.

    Attributes:
        features: What models learn from and are asked about, for all records that take part; it has
            no columns where there is no release.
        learned: One flag per record that takes part: whether it is in the part.
        asked: One flag per record that takes part: whether models are asked about it.
        levels: The level of each generalized column; None where there is no release, or none
            that all classes share.
    """

    features: Features
    learned: Bools
    asked: Bools
    levels: dict[str, int] | None

    def plain(self) -> PartFacts:
        """How many records the part has and how many of them are released, with the levels."""
        return {
            "records": int(np.count_nonzero(self.learned)),
            "released": int(np.count_nonzero(self.features.kept)),
            "levels": self.levels,
        }


@dataclass(frozen=True, eq=False)
class Sides:
    """The records before and after, as models see them.

    Attributes:
        input: The features as they were.
        released: The features as they are released.
        targets: The released value of each column to predict, also of suppressed records.
        strict: The parts of each repetition, where each is anonymized by itself.
        attacks: Random halves of the table, each anonymized by itself, to attack models with.
    """

    input: Features
    released: Features
    targets: dict[str, pl.Series]
    strict: tuple[tuple[Part, ...], ...] = ()
    attacks: tuple[Part, ...] = ()

    def features_without(self, name: str) -> Features | list[list[Features]]:
        """What models learn from the release, without a column that is to be predicted.

        In the strict mode, a list for each repetition, with the features of each part.
        """
        if not self.strict:
            return self.released.without(name)
        return [[part.features.without(name) for part in parts] for parts in self.strict]

    def of_release(self) -> "Sides":
        """The released records alone, in an order that tells nothing about the table."""
        kept, released = self.released.kept, self.released
        targets = {name: values.filter(pl.Series(kept)) for name, values in self.targets.items()}
        codes = [codes[kept] for codes in released.training]
        ranks = [values.rank("dense").fill_null(0).to_numpy() for values in targets.values()]
        order = np.lexsort((*ranks, *codes))
        columns = tuple(column[order] for column in codes)
        everybody = np.ones(len(order), np.bool_)
        features = Features(released.columns, columns, columns, everybody)
        shown = {name: values[pl.Series(order)] for name, values in targets.items()}
        return Sides(features, features, shown)
