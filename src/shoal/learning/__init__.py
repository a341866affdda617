"""Models trained on a release and judged on the original (docs/theory/learning.md).

To add a model, write a frozen dataclass with `estimator(seed, categorical)`, register it with its
card under its study name in a new file of `models`, and give it a worked example in
`tests/learning`.
"""

from typing import TYPE_CHECKING

from shoal.learning.model import LearningModel, learning_models

if TYPE_CHECKING:
    from shoal.learning.anonymizer import Anonymizer

learning_models.live_in("shoal.learning.models")

__all__ = ["Anonymizer", "LearningModel", "learning_models"]


def __getattr__(name: str) -> object:
    """Load the transformer on first use: it loads scikit-learn."""
    if name != "Anonymizer":
        raise AttributeError(f"module 'shoal.learning' has no attribute {name!r}")
    from shoal.learning.anonymizer import Anonymizer  # noqa: PLC0415

    return Anonymizer
