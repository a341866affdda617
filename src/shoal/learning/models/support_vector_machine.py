"""Support vector machines (Cortes & Vapnik 1995, doi:10.1007/BF00994018).

Named as future work by Eicher et al. 2020, doi:10.1186/s12911-020-1041-3.
"""

from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Gt

from shoal.engine.arrays import Bools
from shoal.learning.model import Classifier, Layout, learning_models
from shoal.plugin import plugin


@learning_models.register("support-vector-machine")
@plugin()
class SupportVectorMachine:
    """The border between classes that leaves the widest margin; surer with the distance from it.

    Numbers are divided by the largest one, so that one penalty fits them and the indicators. The
    radial kernel compares every pair of different records: it is for small tables.

    Attributes:
        kernel: Whether a border is a plane (`linear`) or may be curved (`radial`).
        penalty: How strongly a wide margin counts beside records on its wrong side.

    Card:
        advice: For few records and many columns; slow for many records.
        reference: Cortes & Vapnik 1995, doi:10.1007/BF00994018
    """

    kernel: Literal["linear", "radial"] = "linear"
    penalty: Annotated[float, Gt(0)] = 1.0
    layout: ClassVar = Layout.INDICATORS
    weighted: ClassVar = True

    def estimator(self, seed: int, categorical: Bools) -> Classifier:
        """Scikit-learn's machine, and a logistic curve for its confidences."""
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415  (heavy)
        from sklearn.preprocessing import MaxAbsScaler  # noqa: PLC0415

        from shoal.learning.margins import Margins  # noqa: PLC0415

        curve = LogisticRegression(solver="newton-cg", max_iter=1000, random_state=seed)
        return Margins(MaxAbsScaler(), self._machine(seed), curve)

    def _machine(self, seed: int) -> Any:  # noqa: ANN401  (scikit-learn)
        """The machine, before training; a large penalty makes a wide margin."""
        from sklearn.svm import SVC, LinearSVC  # noqa: PLC0415  (heavy)

        if self.kernel == "radial":
            return SVC(C=1 / self.penalty, random_state=seed, decision_function_shape="ovr")
        return LinearSVC(C=1 / self.penalty, dual=False, max_iter=10_000, random_state=seed)
