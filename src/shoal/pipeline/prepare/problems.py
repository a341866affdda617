"""Collects problems, so that one error can report all of them."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from shoal.errors import NoReleaseError, ShoalError, StudyError, UndecidedError

Result = TypeVar("Result")


def attempt(problems: list[ShoalError], step: Callable[[], Result]) -> Result | None:
    """The result of a step; if it fails, None, and its error is added to the problems."""
    try:
        return step()
    except ShoalError as error:
        problems.append(error)
        return None


def as_one_error(problems: Sequence[ShoalError]) -> ShoalError:
    """All problems as one error: open decisions first, then what is wrong.

    That no release is possible is told only if nothing else is in the way. Errors of different
    kinds become a StudyError.
    """
    decidable = [error for error in problems if isinstance(error, UndecidedError)]
    wrong = [error for error in problems if not isinstance(error, NoReleaseError)]
    chosen = [*decidable, *wrong] or problems
    kinds = {type(error) for error in wrong or chosen}
    kind = kinds.pop() if len(kinds) == 1 else StudyError
    return kind(*(problem for error in chosen for problem in error.problems))
