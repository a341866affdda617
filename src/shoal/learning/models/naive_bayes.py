"""Naive Bayes (Manning, Raghavan & Schütze 2008, Introduction to Information Retrieval, ch. 13).

The model of the third case study of Eicher et al. 2020, doi:10.1186/s12911-020-1041-3. Given the
class, columns are taken as independent: indicators by their frequencies, numbers as normal.
"""

from typing import Annotated, ClassVar, Literal

from annotated_types import Gt

from shoal.engine.arrays import Bools
from shoal.learning.model import Classifier, Layout, learning_models
from shoal.plugin import plugin


@learning_models.register("naive-bayes")
@plugin()
class NaiveBayes:
    """How frequent each value is in each class, multiplied as if columns were independent.

    Attributes:
        kind: Whether values that a record does not have count too (`bernoulli`) or not
            (`multinomial`).
        smoothing: How many records every value is counted with in advance.

    Card:
        advice: For few records or very many columns; it takes columns as independent.
        reference: Manning, Raghavan & Schütze 2008
    """

    kind: Literal["bernoulli", "multinomial"] = "bernoulli"
    smoothing: Annotated[float, Gt(0)] = 1.0
    layout: ClassVar = Layout.INDICATORS
    weighted: ClassVar = True

    def estimator(self, seed: int, categorical: Bools) -> Classifier:
        """Scikit-learn's, and a normal distribution for each number and class."""
        from sklearn.naive_bayes import BernoulliNB, MultinomialNB  # noqa: PLC0415  (heavy)

        from shoal.learning.normal_bayes import NormalBayes  # noqa: PLC0415  (heavy)

        kinds = {"bernoulli": BernoulliNB, "multinomial": MultinomialNB}
        indicators: Classifier = kinds[self.kind](alpha=self.smoothing)
        return indicators if categorical.all() else NormalBayes(indicators, categorical)
