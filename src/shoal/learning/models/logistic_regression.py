"""Logistic regression, binomial and multinomial (Hosmer & Lemeshow 2000, doi:10.1002/0471722146).

The model of Prasser et al. 2017 (CBMS) and Eicher et al. 2020, doi:10.1186/s12911-020-1041-3.
"""

from typing import Annotated, ClassVar

from annotated_types import Ge, Gt

from shoal.engine.arrays import Bools
from shoal.learning.model import Classifier, Layout, learning_models
from shoal.plugin import plugin


@learning_models.register("logistic-regression")
@plugin()
class LogisticRegression:
    """A weight for each value and class; the class with the largest sum is the most probable.

    Numbers are divided by the largest one, so that one penalty fits them and the indicators.

    Attributes:
        penalty: How strongly large weights are avoided; half the sum of their squares counts this
            much beside the sum over all records.
        iterations: The most steps that the search for weights takes.
        tolerance: How steep the mean loss may still be, in any weight, when the search ends.

    Card:
        advice: The usual choice: quick, steady, and its weights can be read.
        reference: Hosmer & Lemeshow 2000, doi:10.1002/0471722146
    """

    penalty: Annotated[float, Gt(0)] = 1.0
    iterations: Annotated[int, Ge(1)] = 100
    tolerance: Annotated[float, Gt(0)] = 3e-4
    layout: ClassVar = Layout.INDICATORS
    weighted: ClassVar = True

    def estimator(self, seed: int, categorical: Bools) -> Classifier:
        """Newton's method: the few weights of a table need few steps."""
        from sklearn.linear_model import LogisticRegression as Regression  # noqa: PLC0415
        from sklearn.pipeline import make_pipeline  # noqa: PLC0415
        from sklearn.preprocessing import MaxAbsScaler  # noqa: PLC0415

        regression = Regression(
            C=1 / self.penalty,
            solver="newton-cg",
            max_iter=self.iterations,
            tol=self.tolerance,
            random_state=seed,
        )
        pipeline: Classifier = make_pipeline(MaxAbsScaler(), regression)
        return pipeline
