"""Optimal microaggregation of single columns (Hansen & Mukherjee 2003)."""

from typing import Annotated, ClassVar

import numpy as np
from annotated_types import Ge

from shoal.errors import NoReleaseError
from shoal.methods.changed_cells import Changed, numbers_at, places_of, treatment_of
from shoal.methods.perturbation.microaggregation import microaggregate
from shoal.methods.perturbation.numbers import Numbers
from shoal.methods.registry import Treated, methods
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem


@methods.register("univariate-microaggregation", begin={"k": 5})
@plugin()
class UnivariateMicroaggregation:
    """Numbers of each column are replaced by the mean of at least k similar ones.

    Each column is taken by itself, and its groups are the best that exist: no others of at least k
    numbers have a smaller sum of squared distances from their means. Means are rounded to the
    digits of the column. Several columns together can still tell records apart.

    Attributes:
        k: The smallest number of records that show the same number in a column.
        columns: The columns that are changed; all quasi-identifiers otherwise, which must be
            numbers without a hierarchy.

    Card:
        promise: Taken by itself, each of the changed columns shows every value in at least {k}
            records; nothing is promised about several columns together.
        measure: records that show the rarest value of a changed column
        means: Larger is safer, as long as somebody knows one of the columns only.
        unit: records
        symbol: k
        advice: When one number could give people away (income, a laboratory value) and its
            distribution must stay. Use `mdav` where somebody may know several numbers.
        reference: Hansen & Mukherjee 2003, doi:10.1109/TKDE.2003.1209020
    """

    k: Annotated[int, Ge(2)]
    columns: tuple[str, ...] | None = None
    blanks_cells: ClassVar[bool] = False
    own_cells: ClassVar[bool] = True
    changes_values: ClassVar[bool] = True
    by_chance: ClassVar[bool] = False

    def run(self, problem: Problem, watch: Watch) -> Treated:
        """Form the best groups of one column after the other."""
        watch(Progress("search", 0, 1))
        changed = []
        for at in places_of(problem.encoded, self.columns):
            numbers = numbers_at(problem.encoded, at, "univariate-microaggregation")
            self._refuse_few(numbers)
            changed.append(Changed.of(at, numbers, microaggregate(numbers.values, self.k)[0]))
        return treatment_of(problem, changed)

    def _refuse_few(self, numbers: Numbers) -> None:
        """Refuse a column with too few numbers, or so few missing ones that they stand out."""
        missing = int(np.isnan(numbers.values).sum())
        for what, found in (("number", len(numbers.values) - missing), ("missing value", missing)):
            if 0 < found < self.k:
                raise NoReleaseError(
                    f"Column {numbers.name!r} has {found:,} {what}{'s' * (found > 1)}, but at least"
                    f" {self.k:,} records must look alike in it. Leave these records out, or lower"
                    " k."
                )
