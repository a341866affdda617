"""Scikit-learn and what comes with it: an extra, named where it is missing."""

from contextlib import AbstractContextManager

from shoal.data.extras import extra


def learning_libraries() -> AbstractContextManager[None]:
    """Around the first import of what models learn with."""
    return extra("learn", "Learning a model, or predicting with one,")


def require_learning() -> None:
    """Says what is missing before long work, not after it."""
    with learning_libraries():
        import sklearn  # noqa: F401, PLC0415  (an extra)
        import skops  # noqa: F401, PLC0415  (an extra)
