"""The error of a study that no release can satisfy: why, and what would help."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from shoal.engine.classes import classes_of
from shoal.engine.grouping import group
from shoal.engine.lattice import Levels
from shoal.engine.size_histogram import SizeHistogram
from shoal.errors import NoReleaseError
from shoal.privacy import privacy_models
from shoal.progress import Watch, ignore_progress
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.search.problem.strategy import Strategy, no_release

if TYPE_CHECKING:
    from shoal.search.failure.explain import Blocking, Explanation

COLUMNS = 3  # blocking columns named in a message
PROPOSALS = 6  # relaxations named in a message


class NoRelease(NoReleaseError):
    """No release can satisfy the study; `explanation` tells why, and what would help."""

    def __init__(self, problem: Problem, explanation: "Explanation") -> None:
        self.explanation = explanation
        first = no_release(problem, explanation.fewest).problems[0]
        unsolved = [
            f"  {reason}" for reason in estimates_without_solution(problem, explanation.closest)
        ]
        super().__init__("\n".join([first, *_lines(explanation), *unsolved]))


def search_or_explain(strategy: Strategy, problem: Problem, watch: Watch) -> Outcome:
    """The outcome of a search; if there is none, an error that tells why, where that is known."""
    try:
        return strategy.run(problem, watch)
    except NoReleaseError:
        from shoal.search.failure.explain import explain  # noqa: PLC0415  (most runs succeed)

        explanation = explain(problem, watch)
        if explanation is None:
            raise
    raise NoRelease(problem, explanation)


def refuse_hopeless(problem: Problem) -> None:
    """Raise the error that a search would end with, if one candidate is enough to know it.

    If nothing can be explained, no error is raised: the search will find out.
    """
    from shoal.search.failure.explain import explain  # noqa: PLC0415  (most runs do not ask)
    from shoal.search.failure.feasible import is_hopeless  # noqa: PLC0415

    if is_hopeless(problem):
        explanation = explain(problem, ignore_progress)
        if explanation is not None:
            raise NoRelease(problem, explanation)


def estimates_without_solution(problem: Problem, levels: Levels) -> list[str]:
    """One sentence for each promise whose estimator has no solution for a candidate's classes.

    Nothing is suppressed in these classes.
    """
    sizes = SizeHistogram.of(classes_of(problem.encoded, group(problem.encoded, levels)).sizes)
    sentences = []
    for promise in problem.privacy:
        estimate = getattr(promise, "estimate", None)
        if estimate is not None and (estimated := estimate(sizes)).uniques is None:
            sentences.append(
                f"{privacy_models.name_of(promise)}: the estimator {str(estimated.estimator)!r}"
                f" has no solution for {sizes.count:,} classes of"
                f" {sizes.records:,} records. What cannot be estimated"
                " counts as a broken promise; another `estimator` may have a solution."
            )
    return sentences


def _lines(explanation: "Explanation") -> Iterator[str]:
    """The lines of the message after the first: promises, columns, and what would succeed."""
    if explanation.promises:
        promises = ", ".join(promise.name for promise in explanation.promises)
        yield f"  Broken even at the highest levels allowed: {promises}."
    if explanation.columns:
        columns = ", ".join(map(_column, explanation.columns[:COLUMNS]))
        yield f"  Columns that still tell records apart there: {columns}{_more(explanation)}."
    if explanation.relaxations:
        yield "  What would succeed, the least loss first and weaker promises last:"
    for place, relaxation in enumerate(explanation.relaxations[:PROPOSALS], start=1):
        yield f"  {place}. {relaxation.describe()}"


def _column(blocking: "Blocking") -> str:
    """A blocking column, and how many records would be suppressed without it."""
    return f"{blocking.name!r} (without it {blocking.without:,} records would be suppressed)"


def _more(explanation: "Explanation") -> str:
    """How many blocking columns the message does not name; empty if it names all."""
    left = len(explanation.columns) - COLUMNS
    return f", and {left} more" if left > 0 else ""
