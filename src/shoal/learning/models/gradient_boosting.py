"""Gradient boosting of trees (Friedman 2001, doi:10.1214/aos/1013203451), by histograms."""

from typing import Annotated, ClassVar

from annotated_types import Ge, Gt

from shoal.engine.arrays import Bools
from shoal.learning.model import Classifier, Layout, learning_models
from shoal.plugin import plugin


@learning_models.register("gradient-boosting")
@plugin()
class GradientBoosting:
    """Small trees, each made to correct the sum of those before it.

    Values are split into groups as they are, without an order. Of a column with more than 254
    values, the rare ones count as unknown.

    Attributes:
        trees: How many trees for each class.
        rate: How much of its correction each tree is allowed.
        leaves: The most answers of a tree.
        leaf: The fewest records on which an answer may rest.

    Card:
        advice: Often the most accurate one for tables of some thousand records or more.
        reference: Friedman 2001, doi:10.1214/aos/1013203451
    """

    trees: Annotated[int, Ge(1)] = 100
    rate: Annotated[float, Gt(0)] = 0.1
    leaves: Annotated[int, Ge(2)] = 31
    leaf: Annotated[int, Ge(1)] = 20
    layout: ClassVar = Layout.CODES
    weighted: ClassVar = False

    def estimator(self, seed: int, categorical: Bools) -> Classifier:
        """Scikit-learn's boosting, which knows categories."""
        from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: PLC0415  (heavy)

        boosting: Classifier = HistGradientBoostingClassifier(
            categorical_features=categorical if categorical.any() else None,
            max_iter=self.trees,
            learning_rate=self.rate,
            max_leaf_nodes=self.leaves,
            min_samples_leaf=self.leaf,
            early_stopping=False,
            random_state=seed,
        )
        return boosting
