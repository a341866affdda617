"""Noise: random numbers are added (Brand 2002, doi:10.1007/3-540-47804-3_8)."""

from typing import Annotated, ClassVar

import numpy as np
from annotated_types import Gt
from pydantic import model_validator

from shoal.methods.changed_cells import Changed, numbers_at, places_of, treatment_of
from shoal.methods.perturbation.draws import Draw, system_draw
from shoal.methods.perturbation.noise import Kind, with_noise
from shoal.methods.registry import Treated, methods
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem


@methods.register("noise", begin={"amount": 0.5})
@plugin()
class Noise:
    """Random numbers are added to numbers: every record stays, with other numbers than its own.

    Shown numbers have as many digits as those of the column; a missing number stays missing. The
    noise is normal, so it has no end: most numbers move little and some move far. Whoever gets two
    releases of the same records can average them, which takes noise away.

    Attributes:
        amount: How strong the noise is. `additive`: its standard deviation by that of the column;
            `correlated`: its covariance by that of the columns; `keeping-variance`: the share of
            chance in what is shown, at most 1.
        kind: `additive` changes columns independently. `correlated` keeps correlations.
            `keeping-variance` shrinks numbers first, so that mean and variance stay.
        columns: The columns that are changed; all quasi-identifiers otherwise, which must be
            numbers without a hierarchy.
        lowest: Smaller numbers are shown as this one.
        highest: Larger numbers are shown as this one.

    Card:
        promise: Nothing is promised about any record: numbers are shown with random noise.
        measure: nothing
        means: Noise makes no promise that could be measured; the report tells what it lost and what
            it still discloses.
        advice: For statistics of many records, where no record must be safe by itself. Look at the
            share of linked records in the report before anybody gets the release.
        reference: Brand 2002, doi:10.1007/3-540-47804-3_8
    """

    amount: Annotated[float, Gt(0)]
    kind: Kind = "additive"
    columns: tuple[str, ...] | None = None
    lowest: float | None = None
    highest: float | None = None
    blanks_cells: ClassVar[bool] = False
    own_cells: ClassVar[bool] = True
    changes_values: ClassVar[bool] = True
    by_chance: ClassVar[bool] = True

    @model_validator(mode="after")
    def _together(self) -> "Noise":
        if self.kind == "keeping-variance" and self.amount > 1:
            raise ValueError("`amount` must not be above 1 with `kind: keeping-variance`")
        if self.lowest is not None and self.highest is not None and self.lowest >= self.highest:
            raise ValueError("`lowest` must be below `highest`")
        return self

    def run(self, problem: Problem, watch: Watch, draw: Draw = system_draw) -> Treated:
        """Add noise to the numbers of all records."""
        watch(Progress("search", 0, 1))
        places = places_of(problem.encoded, self.columns)
        columns = [numbers_at(problem.encoded, at, "noise") for at in places]
        before = np.column_stack([column.values for column in columns])
        after = with_noise(before, self.amount, self.kind, draw)
        shown = [
            np.clip(
                after[:, at],
                -np.inf if self.lowest is None else np.ceil(column.in_steps(self.lowest)),
                np.inf if self.highest is None else np.floor(column.in_steps(self.highest)),
            )
            for at, column in enumerate(columns)
        ]
        changed = map(Changed.of, places, columns, shown)
        return treatment_of(problem, list(changed))
