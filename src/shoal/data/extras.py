"""Libraries that not everybody needs: loaded when used, and named when absent."""

from collections.abc import Iterator
from contextlib import contextmanager

from shoal.errors import StudyError


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Around the import of a library: says which extra brings it, if it is not there."""
    try:
        yield
    except ModuleNotFoundError:
        raise StudyError(f"{what} needs an extra: pip install 'shoal[{name}]'") from None
