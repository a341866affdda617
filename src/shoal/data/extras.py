"""Optional libraries: imported when they are used; if one is missing, the error says which."""

from collections.abc import Iterator
from contextlib import contextmanager

from shoal.errors import StudyError


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Wrap the import of a library; if it is not installed, a `StudyError` says which extra has it.

    Args:
        name: The extra of the package `shoal` that installs it.
        what: What needs it, as the beginning of a sentence.
    """
    try:
        yield
    except ModuleNotFoundError:
        raise StudyError(f"{what} needs an extra: pip install 'shoal[{name}]'") from None
