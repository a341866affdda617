"""Decision trees with two branches at each question (Breiman et al. 1984, CART), by entropy.

This is not C4.5 (Quinlan 1993), with which Prasser et al. 2017 experimented: a question asks for
one value or threshold against the rest, where C4.5 has a branch for each value; the largest fall of
entropy wins, where C4.5 divides it by the entropy of the split (gain ratio); and pruning weighs the
size of the tree against its impurity, where C4.5 estimates errors.
"""

from typing import Annotated, ClassVar

from annotated_types import Ge

from shoal.engine.arrays import Bools
from shoal.learning.model import Classifier, Layout, learning_models
from shoal.plugin import plugin


@learning_models.register("decision-tree")
@plugin()
class DecisionTree:
    """Questions about single values, one after the other, until a class is clear.

    Attributes:
        leaf: The fewest records on which an answer may rest.
        depth: The most questions one after the other; no limit where nothing is said.
        pruning: By how much a question must reduce entropy, in bits per record, to stay.

    Card:
        advice: When a person must be able to follow every decision.
        reference: Breiman et al. 1984
    """

    leaf: Annotated[int, Ge(1)] = 5
    depth: Annotated[int, Ge(1)] | None = None
    pruning: Annotated[float, Ge(0)] = 0.0005
    layout: ClassVar = Layout.INDICATORS
    weighted: ClassVar = False

    def estimator(self, seed: int, categorical: Bools) -> Classifier:
        """Scikit-learn's tree."""
        from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415  (heavy)

        tree: Classifier = DecisionTreeClassifier(
            criterion="entropy",
            min_samples_leaf=self.leaf,
            max_depth=self.depth,
            ccp_alpha=self.pruning,
            random_state=seed,
        )
        return tree
