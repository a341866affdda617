"""A quality model, a hierarchy builder and a learner of another package."""

from typing import ClassVar

import numpy as np

from shoal.card import Card
from shoal.hierarchies import Hierarchy, builders
from shoal.learning import learning_models
from shoal.learning.model import Layout
from shoal.plugin import plugin
from shoal.quality import Score, quality_models


@quality_models.register(
    "feathers", Card(group="Birds", says="Feathers that are lost.", advice="For birds.")
)
@plugin()
class Feathers:
    """The levels of all columns, added up."""

    def loss(self, candidate):
        """The sum."""
        return Score(float(sum(candidate.levels)))

    def range(self, encoded):
        """From nothing to the top of all hierarchies."""
        return 0.0, float(sum(len(column.codes) - 1 for column in encoded.columns))


@builders.register(
    "first-letter",
    Card(title="First letter", noun="the builder of first letters", advice="For names of birds."),
)
@plugin()
class FirstLetter:
    """A value becomes its first letter, then `*`."""

    def build(self, values):
        """Three levels."""
        return Hierarchy.of([values, values.str.head(1), ["*"] * len(values)], "first-letter")


class Coin:
    """Knows nothing."""

    def fit(self, features, labels, **given):
        """Look at the classes only."""
        self.classes_ = np.unique(labels)
        return self

    def predict_proba(self, features):
        """Equally sure of all."""
        return np.full((features.shape[0], len(self.classes_)), 1 / len(self.classes_))


@learning_models.register("coin", Card(advice="As a yardstick."))
@plugin()
class CoinModel:
    """Equally sure of every class."""

    layout: ClassVar = Layout.CODES
    weighted: ClassVar = True

    def estimator(self, seed, categorical):
        """A coin."""
        return Coin()
