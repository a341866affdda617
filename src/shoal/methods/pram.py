"""PRAM: values are replaced at random so that their shares stay (Gouweleeuw et al. 1998)."""

from typing import Annotated, ClassVar

import polars as pl
from annotated_types import Ge, Gt, Le

from shoal.engine.encoded import EncodedTable
from shoal.methods.changed_cells import Changed, codes_at, places_of, treatment_of
from shoal.methods.perturbation.draws import Draw, system_draw
from shoal.methods.perturbation.pram import post_randomized
from shoal.methods.registry import Treated, methods
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem


@methods.register("pram", begin={"least": 0.8})
@plugin()
class Pram:
    """Values are replaced by other values of their column, by chances that keep all shares.

    The chances are drawn and made invariant: on average, every value is shown as often as it
    occurs. Values are shown as they are, never coarser; a missing value stays missing. Columns are
    changed independently, so what two of them have to do with each other gets weaker.

    Attributes:
        least: The least chance of a value to stay, before chances are made invariant.
        strength: How much of the invariant chances is used; the rest changes nothing.
        columns: The columns that are changed; all quasi-identifiers otherwise.

    Card:
        promise: Nothing is promised about any record: values are replaced by random others.
        measure: nothing
        means: PRAM makes no promise that could be measured; the report tells how many values
            changed and how sure a shown value is.
        advice: For categories whose shares matter and whose records need not be safe one by one.
            With a smaller `least` and a larger `strength`, a shown value is less certain.
        reference: Gouweleeuw, Kooiman, Willenborg & de Wolf 1998, Journal of Official Statistics 14
    """

    least: Annotated[float, Gt(0), Le(1)] = 0.8
    strength: Annotated[float, Ge(0), Le(1)] = 0.5
    columns: tuple[str, ...] | None = None
    blanks_cells: ClassVar[bool] = False
    own_cells: ClassVar[bool] = True
    changes_values: ClassVar[bool] = True
    by_chance: ClassVar[bool] = True

    def run(self, problem: Problem, watch: Watch, draw: Draw = system_draw) -> Treated:
        """Replace the values of one column after the other."""
        watch(Progress("search", 0, 1))
        places = places_of(problem.encoded, self.columns)
        return treatment_of(problem, [self._change(problem.encoded, at, draw) for at in places])

    def _change(self, encoded: EncodedTable, at: int, draw: Draw) -> Changed:
        """The column at a place, randomized."""
        column = encoded.columns[at]
        texts = column.labels[0].cast(pl.String).gather(codes_at(encoded, at)).alias(column.name)
        randomized = post_randomized(texts, self.least, self.strength, draw)
        surest = float(randomized.confidence.max()) if len(randomized.values) else None
        return Changed(at, randomized.column, confidence=surest)
