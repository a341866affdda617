"""Models trained on a release and judged on the original (spec/utility.md §5).

To add a model, write a frozen dataclass with `estimator(seed, categorical)`, register it under its
study name in a new file of `models`, and give it a worked example in `tests/learning`.
"""

from shoal.learning.model import LearningModel, learning_models

learning_models.load("shoal.learning.models")

__all__ = ["LearningModel", "learning_models"]
