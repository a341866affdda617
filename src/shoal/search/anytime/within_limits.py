"""A search that has an answer at any time: from the top of the lattice to the limit, or the proof.

The top is looked at first: if it is acceptable there is an answer from then on, and if even the
top must suppress too much, nothing below it can do.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt

from shoal.errors import Canceled, NoReleaseError
from shoal.plugin import plugin
from shoal.progress import Watch
from shoal.search.anytime.branching import Hopeless, climb
from shoal.search.anytime.lower_bounds import LowerBounds, lower_bounds
from shoal.search.anytime.trail import Limits, Stopped, Trail
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome, outcome_of
from shoal.search.problem.strategy import no_release

# How many candidates of groups of columns may be looked at for the sake of bounds:
PER_SECOND, PER_CANDIDATE = 1_500, 10  # of the limits,
MOST = 45_000  # and in any case;
TUPLES = 20_000  # fewer if the table has more distinct tuples than this.


@plugin()
class WithinLimits:
    """A strategy that stops at a limit.

    Attributes:
        seconds: Stop after this time.
        candidates: Stop after looking at so many candidates.
    """

    seconds: Annotated[float, Gt(0)] | None = 30.0
    candidates: Annotated[int, Ge(1)] | None = None

    def run(self, problem: Problem, watch: Watch) -> Outcome:
        """The best candidate found."""
        return anytime(problem, watch, Limits(self.seconds, self.candidates), self.explore)

    def explore(self, trail: Trail, quick: LowerBounds) -> None:
        """Look at candidates until a limit is reached or nothing is left to do."""
        raise NotImplementedError


@plugin()
class Random(WithinLimits):
    """A strategy that stops at a limit and makes random choices.

    Attributes:
        seed: What random choices start from.
    """

    seed: Annotated[int, Ge(0)] = 0


def anytime(
    problem: Problem, watch: Watch, limits: Limits, method: Callable[[Trail, LowerBounds], None]
) -> Outcome:
    """The best candidate that a method finds before a limit, a cancel or its own end."""
    trail = Trail(problem, watch, limits)
    canceled = False
    try:
        if trail.look(problem.lattice.maximum).hopeless:
            raise no_release(problem, trail.fewest)
        quick = quick_bounds(trail)
        _load_kernels(trail, quick)
        trail.start()
        method(trail, quick)
    except Stopped:
        pass
    except Canceled:
        if trail.best is None:
            raise
        canceled = True
    return _outcome(trail, canceled)


def quick_bounds(trail: Trail) -> LowerBounds:
    """Bounds from single columns."""
    return lower_bounds(trail.problem, trail.evaluator, 0, lambda: None)


def good_bounds(trail: Trail) -> LowerBounds:
    """Bounds from groups of columns, in about a tenth of the time; the trail learns of them."""
    limits, tuples = trail.limits, len(trail.problem.encoded.counts)
    cells = min(
        MOST,
        MOST if limits.seconds is None else PER_SECOND * limits.seconds,
        MOST if limits.candidates is None else PER_CANDIDATE * limits.candidates,
    )
    cells = int(cells * min(1.0, TUPLES / max(1, tuples)))
    bounds = lower_bounds(trail.problem, trail.evaluator, cells, trail.pause)
    trail.prove(bounds.whole)
    return bounds


def _load_kernels(trail: Trail, bounds: LowerBounds) -> None:
    """Call each kernel once: loading or compiling it is not searching."""
    top = trail.problem.lattice.maximum
    bounds.between(top, trail.look(top))
    bounds.one_down(top, trail.look(top))
    hopeless = Hopeless(trail.problem.lattice)
    hopeless.add(top, trail.look(top))
    hopeless.above(top)
    climb(bounds.parts, np.array(top), np.array(top), 0.0)


def _outcome(trail: Trail, canceled: bool) -> Outcome:
    if trail.best is None:
        raise _nothing_found(trail)
    candidate = trail.problem.candidate(trail.best)
    outcome = outcome_of(
        trail.problem,
        candidate,
        checked=trail.candidates_checked,
        optimal=trail.is_proven,
        bound=trail.proven,
    )
    return replace(outcome, history=tuple(trail.history), canceled=canceled)


def _nothing_found(trail: Trail) -> NoReleaseError:
    if not trail.is_over:
        return no_release(trail.problem, trail.fewest)
    return NoReleaseError(
        f"None of the {trail.candidates_checked:,} candidates looked at within the limit keeps"
        f" every promise (there are {trail.problem.lattice.size:,}); the closest one would suppress"
        f" {trail.fewest:,} of {trail.problem.encoded.records:,} records. Raise the limit of the"
        " search (`seconds`, `candidates`) or `suppression_limit`, or weaken a promise."
    )
