"""Local recoding by repeated global searches (docs/theory/recoding.md).

Each pass solves the problem for the records that are left, with suppression free of charge: the
classes it can form at little cost are placed, the others wait for the next pass. So each class has
levels of its own. With two-level hierarchies this is cell suppression.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, Decimal
from typing import Annotated

import numpy as np
from annotated_types import Ge, Interval

from shoal.engine.arrays import Bools
from shoal.engine.lattice import Levels
from shoal.engine.parts import part_of
from shoal.errors import NoReleaseError
from shoal.plugin import plugin
from shoal.privacy.model import minimum_size
from shoal.progress import Watch
from shoal.quality.classification import Classification, Penalties
from shoal.quality.model import QualityModel
from shoal.search.local.recoding import looks_broken, recode_records, recodings, refuse
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.search.problem.strategy import Strategy, no_release

Share = Annotated[float, Interval(ge=0, le=1)]


@recodings.register("iterated")
@plugin()
class Iterated:
    """Each class gets levels of its own: a search for the records that are left, again and again.

    Attributes:
        fraction: The share of all records that each pass places at least; 0 for no minimum.
        passes: The largest number of passes; until nothing more is placed where nothing is said.
        gs_factor: What suppression costs in a pass; at 0 records may wait for a later one for free.
        adaption: By how much `gs_factor` grows when a pass places nothing, instead of ending.

    Card:
        says: one search after the other for what is left
        advice: The older way of local recoding; `local` usually loses less.
    """

    fraction: Share = 0.01
    passes: Annotated[int, Ge(1)] | None = None
    gs_factor: Share = 0.0
    adaption: Share = 0.0

    def run(self, problem: Problem, strategy: Strategy, watch: Watch) -> tuple[Problem, Outcome]:
        """The recoded table as a problem with a single candidate, and that candidate."""
        refuse(problem)
        work = _Work(problem, strategy, watch)
        for gs_factor in self._factors():
            while not self._ends(work) and work.run_pass(self._least(problem), gs_factor):
                pass
        work.settle()
        found = _apply(work)
        while looks_broken(*found):
            work.undo()
            work.settle()
            found = _apply(work)
        return found

    def _factors(self) -> Iterator[float]:
        """The factor, and larger ones if it may adapt."""
        factor = self.gs_factor
        yield factor
        while self.adaption > 0 and factor + self.adaption <= 1:
            factor += self.adaption
            yield factor

    def _ends(self, work: "_Work") -> bool:
        """Whether there is nothing left to do, or no pass left to do it."""
        return work.is_done or (self.passes is not None and len(work.placed) >= self.passes)

    def _least(self, problem: Problem) -> int:
        """How many records each pass places at least."""
        share = Decimal(repr(self.fraction)) * problem.encoded.records
        return int(share.to_integral_value(ROUND_CEILING))


@dataclass
class _Work:
    """What is placed and what is left.

    Attributes:
        left: The tuples that are not placed.
        placed: The tuples that each pass placed, and their levels.
        checked: How many candidates were seen on the data.
        passes: How many passes there were before the rest was settled.
    """

    problem: Problem
    strategy: Strategy
    watch: Watch
    left: Bools = field(init=False)
    placed: list[tuple[Bools, Levels]] = field(default_factory=list)
    checked: int = 0
    passes: int = 0

    def __post_init__(self) -> None:
        self.left = np.ones(len(self.problem.encoded.counts), np.bool_)

    @property
    def records(self) -> int:
        """How many records are left."""
        return int(self.problem.encoded.counts[self.left].sum())

    @property
    def is_done(self) -> bool:
        """Whether what is left is too little for a class."""
        return self.records < max(1, *map(minimum_size, self.problem.privacy))

    def run_pass(self, least: int, gs_factor: float) -> bool:
        """Search among the records that are left; whether some were placed."""
        quality = _price_suppression(self.problem.quality, gs_factor)
        allowed = self.records - least if least else self.records
        return self._place(replace(self.problem, quality=quality), max(0, allowed))

    def settle(self) -> None:
        """Place records beyond the suppression limit, undoing the last passes if necessary."""
        allowed, self.passes = self.problem.maximum_suppressed, len(self.placed)
        while self.records > allowed:
            if self._place(self.problem, allowed):
                return
            if not self.placed:
                raise no_release(self.problem)
            self.left |= self.placed.pop()[0]
            self.passes = len(self.placed)

    def undo(self) -> None:
        """Take back what was settled, and the last pass; in the end a single pass is left."""
        while len(self.placed) > max(0, self.passes - 1):
            self.left |= self.placed.pop()[0]

    def _place(self, problem: Problem, allowed: int) -> bool:
        """Place what one search keeps if it suppresses at most so many records."""
        part = part_of(problem.encoded, self.left)
        # Half a record more than allowed is cut off again, whatever the division rounds to.
        limit = min(Decimal(1), (Decimal(allowed) + Decimal("0.5")) / Decimal(part.records))
        asked = replace(problem, encoded=part, suppression_limit=limit)
        try:
            found = self.strategy.run(asked, self.watch)
        except NoReleaseError:
            return False
        self.checked += found.candidates_checked
        chosen = np.zeros_like(self.left)
        chosen[self.left] = ~found.suppressed
        if not chosen.any():
            return False
        self.placed.append((chosen, found.levels))
        self.left = self.left & ~chosen
        return True


def _price_suppression(quality: QualityModel, gs_factor: float) -> QualityModel:
    """The loss in which suppression costs this much; what else costs something stays as it is."""
    if isinstance(quality, Classification):
        prices = quality.prices
        penalties = Penalties(gs_factor, prices.minority, prices.no_majority)
        return replace(quality, gs_factor=None, penalties=penalties)
    return replace(quality, gs_factor=gs_factor)  # type: ignore[type-var]


def _apply(work: _Work) -> tuple[Problem, Outcome]:
    """The table with every tuple at its levels; tuples that are left stay apart and suppressed."""
    encoded = work.problem.encoded
    levels = np.zeros((len(encoded.counts), len(encoded.columns)), np.int16)
    for chosen, found in work.placed:
        levels[chosen] = found
    of = encoded.tuple_of_record
    recoded, outcome = recode_records(work.problem, levels[of], work.left[of], checked=work.checked)
    return recoded, replace(outcome, passes=tuple(found for _, found in work.placed))
