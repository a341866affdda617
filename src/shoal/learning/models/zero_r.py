"""The zero rule: what a model must beat (Witten & Frank 2005, Data Mining, section 4.1)."""

from typing import ClassVar

from shoal.engine.arrays import Bools
from shoal.learning.model import Classifier, Layout, learning_models
from shoal.plugin import plugin


@learning_models.register("zero-r")
@plugin()
class ZeroR:
    """Always the most frequent class, whatever the record; as sure as the class is frequent.

    Card:
        advice: As a yardstick only: a model that does not beat it has learned nothing.
        reference: Witten & Frank 2005
    """

    layout: ClassVar = Layout.INDICATORS
    weighted: ClassVar = True

    def estimator(self, seed: int, categorical: Bools) -> Classifier:
        """Scikit-learn's dummy that knows the frequencies of classes."""
        from sklearn.dummy import DummyClassifier  # noqa: PLC0415  (heavy)

        dummy: Classifier = DummyClassifier(strategy="prior", random_state=seed)
        return dummy
