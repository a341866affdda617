"""Rank swapping: numbers change places with numbers of similar rank.

Moore: Controlled data-swapping techniques for masking public use microdata sets. US Bureau of the
Census 1996; docs/theory/methods.md.
"""

from typing import Annotated, ClassVar

import numpy as np
from annotated_types import Ge, Gt, Le
from pydantic import model_validator

from shoal.engine.arrays import Counts, Floats
from shoal.errors import StudyError
from shoal.methods.changed_cells import Changed, numbers_at, places_of, treatment_of
from shoal.methods.perturbation.draws import Draw, system_draw
from shoal.methods.registry import Treated, methods
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem


@methods.register("rank-swapping", begin={"share": 0.1})
@plugin()
class RankSwapping:
    """Numbers are swapped between records whose numbers have similar ranks.

    Every number of the middle is shown, by another record than its own. The largest and the
    smallest ones, which are rare by nature, are replaced by their mean. Columns are swapped
    independently; a missing number stays missing.

    Attributes:
        share: How far partners may be apart, as a share of the ranks.
        top: The share of the largest numbers, which are replaced by their mean.
        bottom: The share of the smallest numbers, which are replaced by their mean.
        columns: The columns that are changed; all quasi-identifiers otherwise, which must be
            numbers without a hierarchy.

    Card:
        promise: Nothing is promised about any record: numbers are swapped with similar ones.
        measure: nothing
        means: Rank swapping makes no promise that could be measured; the report tells what it lost
            and what it still discloses.
        advice: When the distribution of each column must stay exactly as it is. A larger `share`
            moves numbers further and weakens what columns have to do with each other.
        reference: Moore 1996, Controlled data-swapping techniques, US Bureau of the Census
    """

    share: Annotated[float, Gt(0), Le(1)] = 0.1
    top: Annotated[float, Ge(0), Le(1)] = 0.05
    bottom: Annotated[float, Ge(0), Le(1)] = 0.05
    columns: tuple[str, ...] | None = None
    blanks_cells: ClassVar[bool] = False
    own_cells: ClassVar[bool] = True
    changes_values: ClassVar[bool] = True
    by_chance: ClassVar[bool] = True

    @model_validator(mode="after")
    def _together(self) -> "RankSwapping":
        if self.top + self.bottom > 1:
            raise ValueError("`top` and `bottom` must not be above 1 together")
        return self

    def run(self, problem: Problem, watch: Watch, draw: Draw = system_draw) -> Treated:
        """Swap the numbers of one column after the other."""
        watch(Progress("search", 0, 1))
        changed = []
        for at in places_of(problem.encoded, self.columns):
            numbers = numbers_at(problem.encoded, at, "rank-swapping")
            after = rank_swapped(numbers.values, self.share, self.top, self.bottom, draw)
            changed.append(Changed.of(at, numbers, after))
        return treatment_of(problem, changed)


def rank_swapped(
    numbers: Floats,
    share: float = 0.05,
    top: float = 0.05,
    bottom: float = 0.05,
    draw: Draw = system_draw,
) -> Floats:
    """One column with numbers swapped; a missing number (NaN) stays missing.

    Args:
        numbers: The column.
        share: How far partners may be apart, as a share of the ranks.
        top: The share of the largest numbers, which are replaced by their mean.
        bottom: The share of the smallest numbers, which are replaced by their mean.
        draw: Where chance comes from.
    """
    if not (0 <= share <= 1 and top >= 0 and bottom >= 0 and top + bottom <= 1):
        raise StudyError(
            "Rank swapping: shares are from 0 to 1, top and bottom together at most 1."
        )
    here = np.flatnonzero(~np.isnan(numbers))
    ranked = here[np.argsort(-numbers[here], kind="stable")]
    high = round(top * len(ranked))
    low = max(len(ranked) - round(bottom * len(ranked)), high)  # nobody is at both ends
    swapped = numbers.copy()
    for ends in (ranked[:high], ranked[low:]):
        if len(ends):
            swapped[ends] = numbers[ends].mean()
    middle = ranked[high:low]
    swapped[middle] = numbers[middle[_partners(len(middle), share, draw)]]
    return swapped


def _partners(many: int, share: float, draw: Draw) -> Counts:
    """The rank that each rank swaps with: one further down that is still free, or none."""
    partner = np.arange(many)
    free = np.ones(many, np.bool_)
    reach, chance = int(many * share), draw(many)
    for rank in range(many):
        others = rank + 1 + np.flatnonzero(free[rank + 1 : rank + reach])
        if free[rank] and len(others):
            chosen = int(others[int(chance[rank] * len(others))])
            partner[rank], partner[chosen] = chosen, rank
            free[rank] = free[chosen] = False
    return partner
