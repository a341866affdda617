"""Trains models on one thread: results do not depend on the machine, other work has room."""

from typing import Any

from shoal.learning.libraries import learning_libraries


def one_thread() -> Any:  # noqa: ANN401  (a context of threadpoolctl)
    """A context in which linear algebra and trees use one thread.

    It limits only libraries that are already loaded, so they are imported first.
    """
    with learning_libraries():
        import scipy.linalg  # noqa: F401, PLC0415  (an extra)
        from sklearn.utils import _openmp_helpers  # noqa: F401, PLC0415  (brings OpenMP along)
        from threadpoolctl import threadpool_limits  # noqa: PLC0415

    return threadpool_limits(1)
