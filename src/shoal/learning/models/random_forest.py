"""Random forests (Breiman 2001, doi:10.1023/A:1010933404324).

Theory: docs/theory/learning.md.

The model of the first case study of Eicher et al. 2020, doi:10.1186/s12911-020-1041-3.
"""

from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Interval

from shoal.engine.arrays import Bools
from shoal.learning.model import Classifier, Layout, learning_models
from shoal.plugin import plugin


@learning_models.register("random-forest")
@plugin()
class RandomForest:
    """Many trees, each from records drawn anew and with few columns to choose from; their mean.

    Attributes:
        trees: How many trees.
        split: What a question must reduce most.
        leaf: The fewest records on which an answer may rest.
        leaves: The most answers of a tree.
        subsample: The share of records drawn for each tree, with replacement.

    Card:
        advice: When columns act together, and accuracy matters more than explanations.
        reference: Breiman 2001, doi:10.1023/A:1010933404324
    """

    trees: Annotated[int, Ge(1)] = 100
    split: Literal["gini", "entropy"] = "gini"
    leaf: Annotated[int, Ge(1)] = 5
    leaves: Annotated[int, Ge(2)] = 100
    subsample: Annotated[float, Interval(gt=0, le=1)] = 1.0
    layout: ClassVar = Layout.INDICATORS
    weighted: ClassVar = False

    def estimator(self, seed: int, categorical: Bools) -> Classifier:
        """Scikit-learn's forest; each split looks at the square root of all columns."""
        from sklearn.ensemble import RandomForestClassifier  # noqa: PLC0415  (heavy)

        forest: Classifier = RandomForestClassifier(
            n_estimators=self.trees,
            criterion=self.split,
            min_samples_leaf=self.leaf,
            max_leaf_nodes=self.leaves,
            max_features="sqrt",
            max_samples=None if self.subsample == 1 else self.subsample,
            random_state=seed,
            n_jobs=1,
        )
        return forest
