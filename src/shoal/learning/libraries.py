"""Scikit-learn and its companions, which are an extra; an error names it if it is missing."""

from contextlib import AbstractContextManager

from shoal.data.extras import extra


def learning_libraries() -> AbstractContextManager[None]:
    """Wrap the first import of a library that models are trained with."""
    return extra("learn", "Learning a model, or predicting with one,")


def require_learning() -> None:
    """Raise an error if a library is missing, before long work and not after it."""
    with learning_libraries():
        import sklearn  # noqa: F401, PLC0415  (an extra)
        import skops  # noqa: F401, PLC0415  (an extra)
