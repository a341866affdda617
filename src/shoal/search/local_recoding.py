"""Local recoding: cells open from the cheapest on, priced and built again.

Theory: docs/theory/recoding.md.

Each class has levels of its own. With two-level hierarchies this is cell suppression.
docs/local-recoding.md tells how it works and what it reaches; `{mode: iterated}` is the older way.
"""

from dataclasses import replace
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt

from shoal.plugin import plugin
from shoal.progress import Watch
from shoal.search import iterated_recoding
from shoal.search.iterated_recoding import Iterated
from shoal.search.local.recoding import looks_broken, recode_records, recodings, refuse
from shoal.search.local.search import LOOKS, Effort, LocalSearch
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
        found = LocalSearch(problem, strategy, effort, trim=self.trim).run()
        levels = np.where(found.left[:, None], 0, found.levels).astype(np.int16)
        recoded, outcome = recode_records(
            problem,
            levels,
            found.left,
            checked=found.looks,
            bound=found.bound,
        )
        if looks_broken(recoded, outcome):
            return Iterated().run(problem, strategy, watch)
        notes = (TRIMMED,) if found.trimmed else ()
        return recoded, replace(outcome, canceled=found.canceled, notes=notes)
