"""The answer: one candidate, what it costs, and how sure we are that nothing is better."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf

from shoal.engine.arrays import Bools, Counts
from shoal.engine.candidate import Candidate
from shoal.engine.lattice import Levels
from shoal.quality.model import Score
from shoal.search.problem.problem import Problem

TIE = 1e-12  # losses this close, relative to their size, are equal (docs/theory/search.md)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a search found.

    Attributes:
        levels: The level of each column.
        loss: The quality model's own score.
        loss_normalized: The score as a share of what can be lost at most.
        loss_by_column: The part of each column, where the model has parts.
        suppressed: Which records are left out.
        class_sizes: Records in each class that is kept.
        optimal: Whether it is proven that no candidate is better; None if unknown.
        gap: How much lower the loss of the best candidate could be at most; None if unknown.
        candidates_checked: How many candidates were seen on the data.
        history: Where the search kept it: seconds, candidates and loss at each improvement.
        canceled: Whether a person stopped the search; this is the best it had found.
        passes: The levels of each pass in order, where classes have levels of their own.
        notes: What the steward should know about how it was found.
    """

    levels: Levels
    loss: float
    loss_normalized: float
    loss_by_column: Mapping[str, float]
    suppressed: Bools
    class_sizes: Counts
    optimal: bool | None
    gap: float | None
    candidates_checked: int
    history: tuple[tuple[float, int, float], ...] = ()
    canceled: bool = False
    passes: tuple[Levels, ...] = ()
    notes: tuple[str, ...] = ()


def outcome_of(
    problem: Problem, candidate: Candidate, *, checked: int, optimal: bool, bound: float
) -> Outcome:
    """The outcome that applies a candidate.

    Args:
        problem: What was asked.
        candidate: What was chosen.
        checked: How many candidates were seen on the data.
        optimal: Whether nothing can be better.
        bound: A loss that no acceptable candidate can be below.
    """
    score = problem.quality.loss(candidate)
    low, high = problem.quality.range(problem.encoded)
    return Outcome(
        levels=candidate.levels,
        loss=score.loss,
        loss_normalized=_share(score.loss, low, high),
        loss_by_column=score.by_column,
        suppressed=candidate.suppressed_tuples[problem.encoded.tuple_of_record],
        class_sizes=candidate.grouping.sizes[~candidate.suppressed],
        optimal=optimal,
        gap=0.0 if optimal else max(0.0, score.loss - bound),
        candidates_checked=checked,
    )


def _share(loss: float, low: float, high: float) -> float:
    """Where a loss stands between the ends of its range; an infinite one is a complete loss."""
    if isinf(loss):
        return 1.0
    return (loss - low) / (high - low) if high > low else 0.0


def is_better(score: Score, levels: Levels, than: Score, than_levels: Levels) -> bool:
    """Lower loss; between equals the smaller level sum, then the lexicographically smaller."""
    difference = _compare(score, than)
    if difference:
        return difference < 0
    return (sum(levels), levels) < (sum(than_levels), than_levels)


def is_beyond(score: Score, than: Score) -> bool:
    """Whether a score is certainly worse, ties excluded."""
    return _compare(score, than) > 0


def _compare(score: Score, than: Score) -> float:
    """The first difference that is more than a tie; 0 where all are ties."""
    ours, theirs = (score.rank or (score.loss,)), (than.rank or (than.loss,))
    for mine, yours in zip(ours, theirs, strict=True):
        # Infinite losses are equal to each other, and beyond all others.
        if mine != yours and (
            isinf(mine - yours) or abs(mine - yours) > TIE * max(abs(mine), abs(yours))
        ):
            return mine - yours
    return 0.0
