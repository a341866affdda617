"""The contract of prediction models: settings from which a classifier of scikit-learn is made.

Models import scikit-learn only when they make a classifier, so that a study is quick to read.
"""

from enum import Enum
from typing import Any, ClassVar, Protocol

from shoal.engine.arrays import Bools, Floats
from shoal.registry import Registry

Matrix = Any  # records in rows: an array, or a sparse matrix of SciPy


class Layout(Enum):
    """How the columns of a table become those of a matrix."""

    INDICATORS = "one column of ones and zeros for each value of each column"
    CODES = "one column for each column, its values numbered; not-a-number where it is unknown"


class Classifier(Protocol):
    """A classifier as scikit-learn defines it."""

    classes_: Any

    def fit(self, features: Matrix, labels: Matrix, **options: Any) -> "Classifier":  # noqa: ANN401
        """Learn from records."""
        ...

    def predict_proba(self, features: Matrix) -> Floats:
        """The confidence in each class, for each record."""
        ...


class LearningModel(Protocol):
    """A kind of model with its parameters.

    Attributes:
        layout: The layout of the matrix that it needs.
        weighted: Whether equal records may be passed once with their number as weight; models that
            count or draw records themselves need every record.
    """

    layout: ClassVar[Layout]
    weighted: ClassVar[bool]

    def estimator(self, seed: int, categorical: Bools) -> Classifier:
        """A new classifier, before training.

        Args:
            seed: The seed of everything random about it.
            categorical: Which columns of its matrix are indicators or codes, not numbers.
        """
        ...


learning_models: Registry[LearningModel] = Registry(
    "learning model", "model", group="shoal.learning_models"
)
