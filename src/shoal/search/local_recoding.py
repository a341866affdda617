"""Local recoding: cells open from the cheapest on, priced and built again.

Theory: docs/theory/recoding.md.

Each class has levels of its own. With two-level hierarchies this is cell suppression.
docs/local-recoding.md tells how it works and what it reaches; `{mode: iterated}` is the older way.
"""

from dataclasses import replace
from functools import partial
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt

from shoal.plugin import plugin
from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.model import minimum_size
from shoal.progress import Watch
from shoal.quality.aggregate import Aggregate, losses_by_size
from shoal.quality.columns import weights_of
from shoal.quality.publisher_payout import PublisherPayout
from shoal.search import iterated_recoding
from shoal.search.iterated_recoding import Iterated
from shoal.search.local.recoding import looks_broken, recode_records, recodings, refuse
from shoal.search.local.search import LOOKS, Effort, Found, LocalSearch
from shoal.search.local_starts import Answer, ask_others
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.search.problem.strategy import Strategy
from shoal.search.series import recoding as series

__all__ = ["Local", "iterated_recoding", "recodings", "refuse", "series"]

TRIMMED = (
    "Cells were trimmed: records of values that are too common in a cell were generalized further"
    " than the others. Somebody who knows this may learn from it that a record has a common value"
    " (minimality attack). `recoding: {mode: local, trim: false}` keeps records of a cell together."
)


@recodings.register("local")
@plugin()
class Local:
    """Each class gets levels of its own: cheap cells open first, dear ones are built again.

    Attributes:
        effort: How much work to spend on improving the first answer: 1 for a few seconds on tens of
            thousands of records, 0 for the first answer.
        seconds: Stop improving after this time; the answer then depends on the machine.
        trim: Whether cells may leave out records whose sensitive value is too common there, where a
            promise limits how values are distributed. It loses less; records are then selected by
            their sensitive value, which a minimality attack exploits.

    Card:
        says: each class has levels of its own, and loses less
        advice: When detail matters more than columns of one level; compare values with care.
    """

    effort: Annotated[float, Ge(0)] = 1.0
    seconds: Annotated[float, Gt(0)] | None = None
    trim: bool = True

    def run(self, problem: Problem, strategy: Strategy, watch: Watch) -> tuple[Problem, Outcome]:
        """The recoded table as a problem with a single candidate, and that candidate."""
        refuse(problem)
        effort = Effort(watch, self.effort * LOOKS, self.seconds)
        search = LocalSearch(
            problem, effort, partial(ask_others, problem, strategy), trim=self.trim
        )
        bound = search.bound()
        answers = [_apply(problem, found, search.looks) for found in search.run()]
        answers += search.starts
        if not effort.is_ended:
            answers += self._hide(problem, effort)
        fine = [answer for answer in answers if not looks_broken(*answer)]
        if not fine:
            return Iterated().run(problem, strategy, watch)
        recoded, outcome = min(fine, key=lambda answer: _order(*answer))
        gap = max(0.0, outcome.loss - bound)
        return recoded, replace(outcome, gap=gap, canceled=effort.canceled)

    def _hide(self, problem: Problem, effort: Effort) -> list[Answer]:
        """Answers with classes so large that nobody attacks them, if attacks are what costs."""
        size = _unattacked_size(problem)
        if size is None:
            return []
        asked = replace(problem, privacy=(*problem.privacy, KAnonymity(size)))
        again = Effort(effort.watch, effort.most, effort.seconds)
        search = LocalSearch(asked, again, lambda _: [], trim=self.trim)
        answers = [_apply(problem, found, search.looks) for found in search.run()]
        effort.canceled = again.canceled
        return answers


def _apply(problem: Problem, found: Found, looks: int) -> Answer:
    """The recoded table, and what it costs by the quality model itself."""
    levels = np.where(found.left[:, None], 0, found.levels).astype(np.int16)
    recoded, outcome = recode_records(problem, levels, found.left, checked=looks)
    return recoded, replace(outcome, notes=(TRIMMED,) if found.trimmed else ())


def _order(recoded: Problem, outcome: Outcome) -> tuple[float, ...]:
    """What answers are compared by: the loss, or its parts from the largest on."""
    if getattr(recoded.quality, "aggregate", None) is not Aggregate.RANK:
        return (outcome.loss,)
    losses = list(outcome.loss_by_column.values())
    aggregated = len(losses) > len(recoded.encoded.columns)
    return losses_by_size(losses, weights_of(recoded.encoded, aggregated))


def _unattacked_size(problem: Problem) -> int | None:
    """The smallest class that nobody attacks, where the loss counts attacks on smaller ones."""
    quality = problem.quality
    if not isinstance(quality, PublisherPayout):
        return None
    size, smallest = quality.stakes.attack_limit, max(map(minimum_size, problem.privacy), default=1)
    return size if smallest < size <= problem.encoded.records else None
