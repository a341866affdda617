"""What a prediction model is: settings that make a classifier in the manner of scikit-learn.

Models import scikit-learn when they make a classifier, so a study that names one stays quick to
read.
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
    """What scikit-learn calls a classifier."""

    classes_: Any

    def fit(self, features: Matrix, labels: Matrix, **given: Any) -> "Classifier":  # noqa: ANN401
        """Learn from records."""
        ...

    def predict_proba(self, features: Matrix) -> Floats:
        """The confidence in each class, for each record."""
        ...


class LearningModel(Protocol):
    """A kind of model with its parameters.

    Attributes:
        layout: The matrix that it learns from.
        weighted: Whether equal records may be given once with their number; models that count or
            draw records themselves need every record.
    """

    layout: ClassVar[Layout]
    weighted: ClassVar[bool]

    def estimator(self, seed: int, categorical: Bools) -> Classifier:
        """A classifier that knows nothing yet.

        Args:
            seed: The seed of everything random about it.
            categorical: Which columns of its matrix are indicators or codes, not numbers.
        """
        ...


learning_models: Registry[LearningModel] = Registry(
    "learning model", "model", group="shoal.learning_models"
)
