"""Sub-combination analysis within Datafly or µ-Argus (Sweeney 1998, paper 003).

All combinations of linked columns are looked at, first the pairs, then the triples and so on. What
is rare is blanked, or a column is generalized. The paper does not say when to do which. Here it is
what keeps more bits by its own measure, along the levels that Datafly would go through; or, if the
study sets a limit on the share of outliers, as that limit says, which reproduces its tables
(docs/theory/methods.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, ClassVar

import numpy as np
import polars as pl
from annotated_types import Interval

from shoal.engine.encoded import EncodedTable
from shoal.errors import StudyError
from shoal.methods.combinations.coded import Crowd
from shoal.methods.few import refuse_few
from shoal.methods.generalize_or_blank import Analysis, part_of, stages
from shoal.methods.greedy import blank_greedily
from shoal.methods.linked import BinSize, Linked, LinkedSet, sets_of
from shoal.methods.registry import Treated, methods
from shoal.methods.steps import Step
from shoal.methods.subcombinations import UnsafeCombinations, minimal_unsafe, suppressed
from shoal.methods.suppression import Suppression
from shoal.plugin import plugin
from shoal.progress import Watch
from shoal.search.problem import Problem

SECONDS_EACH = 11e-6  # per record and combination, as `greedy` takes on one core of 2.5 GHz
PATIENCE = 600  # seconds that `greedy` may take by this reckoning

Share = Annotated[float, Interval(ge=0, le=1)]


@methods.register("subcombinations", begin={"bin_size": 5})
@plugin()
class Subcombinations:
    """Cells are blanked, or columns generalized, until no combination of linked columns is rare.

    That holds for combinations of any size. A blank cell matches every value. No record is dropped.

    Attributes:
        bin_size: The smallest number of records that must match every combination of a record.
        linked: Sets of columns that somebody could link, each with its own bin size if it has one.
            All quasi-identifiers are one set otherwise.
        maximum_outliers: The share of records that may have a rare combination before a column is
            generalized; 1 never generalizes. Without it, and without `steps`, columns are
            generalized as far as that keeps more bits than blanking (the paper's measure).
        suppression: Which cells are blanked: `by-record`, the cells of least `weight` that each
            record must lose if no other loses any; or `greedy`, those in most rare combinations
            first, stage by stage as in the paper, which counts the blanks of others as matches (for
            small tables: its time doubles with every column).
        restore: With `by-record`, whether cells are given back while no combination becomes rare.
            Records may then be safe only because others have blanks; without it every released
            record fits at least `bin_size` records of the input.
        complementary: Whether a column with a single blank cell gets another one.
        steps: What is done by hand before, in order: `[{do: set-level, column: birth, level: 2}]`.

    Card:
        title: Sub-combination analysis: all combinations
        promise: Every combination of linked columns is matched by {bin_size} records.
        measure: records that match the rarest combination of linked columns
        means: Larger is safer; blank cells match every value.
        unit: records
        advice: When no combination of linked columns may be rare, whatever its size.
        reference: Sweeney 1998
    """

    bin_size: BinSize
    linked: tuple[Linked, ...] | None = None
    maximum_outliers: Share | None = None
    suppression: Suppression = "by-record"
    restore: bool = False
    complementary: bool = True
    steps: tuple[Step, ...] = ()
    blanks_cells: ClassVar[bool] = True
    own_cells: ClassVar[bool] = False
    counts_people: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuses what would be ignored."""
        if self.restore and self.suppression == "greedy":
            raise StudyError(
                "restore: `greedy` counts the blanks of others from the start, so it has no cells"
                " to give back. Leave it out, or use `suppression: by-record`."
            )

    def problems(self, encoded: EncodedTable) -> Iterator[str]:
        """Why the method is not for a table: `greedy` would take too long."""
        sets = self._sets([column.name for column in encoded.columns])
        widest = max(len(one.columns) for one in sets)
        seconds = encoded.records * 2**widest * SECONDS_EACH
        if self.suppression == "greedy" and seconds > PATIENCE:
            yield (
                "method.suppression: `greedy` is the paper's way to choose cells, for small tables:"
                f" it counts all {encoded.records:,} records in {2**widest:,} combinations of"
                f" {widest} columns again and again, for about {round(seconds / 60):,} minutes at"
                " least. Use `suppression: by-record`, or link fewer columns."
            )

    def run(self, problem: Problem, watch: Watch) -> Treated:
        """Each set of linked columns after the other."""
        work = Analysis(self, problem, watch)
        crowd = work.state.crowd(problem)
        members = problem.encoded.records if crowd is None else crowd.size
        for one in self._sets([column.name for column in problem.encoded.columns]):
            refuse_few(members, one.bin_size, people=crowd is not None)
            work.protect(one)
        nobody = np.zeros(problem.encoded.records, np.bool_)
        levels, blank = work.state.levels, work.state.blank
        return Treated(levels, nobody, blank, len(work.steps), tuple(work.steps))

    def unsafe(self, frame: pl.DataFrame, crowd: Crowd | None = None) -> list[UnsafeCombinations]:
        """The minimal rare combinations of each set."""
        return [
            minimal_unsafe(part_of(frame, one), one.bin_size, crowd=crowd)
            for one in self._sets(frame.columns)
        ]

    def blank_rare(
        self, frame: pl.DataFrame, weights: Mapping[str, float], crowd: Crowd | None = None
    ) -> pl.DataFrame:
        """The table after cells of rare combinations of every set were blanked."""
        for one in self._sets(frame.columns):
            blanked = self.blank_part(part_of(frame, one), one.bin_size, weights, crowd)
            frame = frame.with_columns(blanked)
        return frame

    def blank_part(
        self,
        part: pl.DataFrame,
        bin_size: int,
        weights: Mapping[str, float],
        crowd: Crowd | None,
    ) -> pl.DataFrame:
        """One set of linked columns, with cells blanked as the study says."""
        if self.suppression != "greedy":
            costs = {name: weights[name] for name in part.columns}
            return suppressed(part, bin_size, costs, restore=self.restore, crowd=crowd)
        for size in stages(part.width):
            part = blank_greedily(part, bin_size, combinations(range(part.width), size), crowd)
        return part

    def _sets(self, names: Sequence[str]) -> tuple[LinkedSet, ...]:
        return sets_of(self.linked, self.bin_size, names)
