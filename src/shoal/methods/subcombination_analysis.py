"""Sub-combination analysis within Datafly or µ-Argus (Sweeney 1998, paper 003).

All combinations of linked columns are looked at, first the pairs, then the triples and so on. Where
more records are outliers than allowed, the column with the most values is generalized, as Datafly
would; otherwise cells are blanked, those in most outliers first. The paper does not say when to
generalize and when to blank; a limit on the share of outliers reproduces its tables
(docs/theory/methods.md).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
import polars as pl
from annotated_types import Interval
from polars.selectors import by_name

from shoal.engine.arrays import Bools
from shoal.errors import NoReleaseError
from shoal.methods.complementary import complement_blanks
from shoal.methods.datafly import different_values
from shoal.methods.greedy import Combination, Outliers, blank_greedily
from shoal.methods.linked import BinSize, Linked, LinkedSet, sets_of
from shoal.methods.registry import Treated, methods
from shoal.methods.steps import State, Step, step_for_report
from shoal.methods.subcombinations import (
    UnsafeCombinations,
    minimal_unsafe,
    smallest_bins,
    suppressed,
)
from shoal.methods.texts import labels_at, new_blanks
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem

Share = Annotated[float, Interval(ge=0, le=1)]


@methods.register("subcombinations", begin={"bin_size": 5})
@plugin()
class Subcombinations:
    """Cells are blanked until no combination of linked columns is rare, whatever its size.

    A blank cell matches every value. No record is dropped.

    Attributes:
        bin_size: The smallest number of records that must match every combination of a record.
        linked: Sets of columns that somebody could link, each with its own bin size if it has one.
            All quasi-identifiers are one set otherwise.
        maximum_outliers: The share of records that may have a rare combination before a column is
            generalized; without it cells are blanked and levels stay at `min_level`.
        suppression: Which cells are blanked: `optimal`, the cells of least `weight` of each record,
            or `greedy`, those in most rare combinations first, stage by stage as in the paper
            (small tables only).
        restore: With `optimal`, whether cells are given back while no combination becomes rare.
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
    suppression: Literal["optimal", "greedy"] = "optimal"
    restore: bool = False
    complementary: bool = True
    steps: tuple[Step, ...] = ()
    blanks_cells: ClassVar[bool] = True
    own_cells: ClassVar[bool] = False

    def run(self, problem: Problem, watch: Watch) -> Treated:
        """Each set of linked columns after the other."""
        work = _Work(self, problem, watch)
        for one in self._sets([column.name for column in problem.encoded.columns]):
            if problem.encoded.records < one.bin_size:
                raise NoReleaseError(
                    f"The table has {problem.encoded.records:,} records: no bin can hold"
                    f" {one.bin_size:,}. Lower the bin size, or add records."
                )
            work.protect(one)
        nobody = np.zeros(problem.encoded.records, np.bool_)
        return Treated(work.levels, nobody, work.blank, len(work.steps), tuple(work.steps))

    def unsafe(self, frame: pl.DataFrame) -> list[UnsafeCombinations]:
        """The minimal rare combinations of each set."""
        names = np.array(frame.columns)
        return [
            minimal_unsafe(frame.select(by_name(names[list(one.columns)].tolist())), one.bin_size)
            for one in self._sets(frame.columns)
        ]

    def blank_rare(self, frame: pl.DataFrame, weights: Mapping[str, float]) -> pl.DataFrame:
        """The table after cells of rare combinations of every set were blanked."""
        names = np.array(frame.columns)
        for one in self._sets(frame.columns):
            part = frame.select(by_name(names[list(one.columns)].tolist()))
            frame = frame.with_columns(self._blank_part(part, one.bin_size, weights))
        return frame

    def _sets(self, names: Sequence[str]) -> tuple[LinkedSet, ...]:
        return sets_of(self.linked, self.bin_size, names)

    def _blank_part(
        self, part: pl.DataFrame, bin_size: int, weights: Mapping[str, float]
    ) -> pl.DataFrame:
        """One set of linked columns, with cells blanked as the study says."""
        if self.suppression == "optimal":
            costs = {name: weights[name] for name in part.columns}
            return suppressed(part, bin_size, costs, restore=self.restore)
        for size in range(min(2, part.width), part.width + 1):
            part = blank_greedily(part, bin_size, combinations(range(part.width), size))
        return part


class _Work:
    """The state of the analysis: levels, blank cells and steps so far."""

    def __init__(self, method: Subcombinations, problem: Problem, watch: Watch) -> None:
        self.method, self.problem, self.watch = method, problem, watch
        state = State.first(problem)
        for step in method.steps:
            state = state.after(step, problem, method)
        self.levels, self.blank = state.levels, state.blank
        self.steps: list[dict[str, Any]] = [step_for_report(step) for step in method.steps]

    def protect(self, one: LinkedSet) -> None:
        """Generalize and blank until no combination of a set is rare."""
        if self.method.suppression == "greedy":
            for size in range(min(2, len(one.columns)), len(one.columns) + 1):
                self._stage(one, size)
        else:
            self._at_once(one)
        if self.method.complementary:
            self._take(one, complement_blanks(self._frame(one), self._before(one)), "complement")

    def _stage(self, one: LinkedSet, size: int) -> None:
        """All combinations of one size, as the paper goes through them."""
        chosen: list[Combination] = list(combinations(range(len(one.columns)), size))
        while self._generalize(one, lambda frame: Outliers(frame, one.bin_size, chosen).records):
            pass
        blanked = blank_greedily(self._frame(one), one.bin_size, chosen)
        self._take(one, blanked, "blank", combinations_of=size)

    def _at_once(self, one: LinkedSet) -> None:
        """All sizes together, by the minimal rare combinations of each record."""

        def outliers(frame: pl.DataFrame) -> Bools:
            # A rare combination makes the one of all columns rare: nothing has to be mined.
            return smallest_bins(frame) < one.bin_size

        while self._generalize(one, outliers):
            pass
        columns = [self.problem.encoded.columns[at] for at in one.columns]
        weights = {column.name: column.weight for column in columns}
        restore = self.method.restore
        blanked = suppressed(self._frame(one), one.bin_size, weights, restore=restore)
        self._take(one, blanked, "blank")

    def _generalize(self, one: LinkedSet, outliers: Callable[[pl.DataFrame], Bools]) -> bool:
        """Raise a column by one level if too many records are outliers; whether it was done.

        Never without `maximum_outliers`, nor if all columns of the set are at the highest level.
        """
        limit = self.method.maximum_outliers
        able = list(self._able(one))
        if limit is None or not able:
            return False
        self.watch(Progress("search", len(self.steps), self.problem.lattice.size))
        found = int(np.count_nonzero(outliers(self._frame(one))))
        if found <= Decimal(repr(limit)) * self.problem.encoded.records:
            return False
        encoded, levels = self.problem.encoded, self.levels
        at = min(able, key=lambda at: (-different_values(encoded, at, levels[at]), levels[at], at))
        self.levels = (*levels[:at], levels[at] + 1, *levels[at + 1 :])
        name = encoded.columns[at].name
        done = {"step": "generalize", "column": name, "level": self.levels[at]}
        self.steps.append({**done, "outliers": found})
        return True

    def _able(self, one: LinkedSet) -> Iterator[int]:
        """The columns of a set that are below their highest level."""
        highest = self.problem.lattice.maximum
        return (at for at in one.columns if self.levels[at] < highest[at])

    def _frame(self, one: LinkedSet) -> pl.DataFrame:
        """The columns of a set as they are now, with blank cells."""
        return labels_at(self.problem.encoded, self.levels, one.columns, self.blank)

    def _before(self, one: LinkedSet) -> pl.DataFrame:
        """The columns of a set at their levels, without any blank cell."""
        return labels_at(self.problem.encoded, self.levels, one.columns)

    def _take(self, one: LinkedSet, frame: pl.DataFrame, step: str, **more: int) -> None:
        """Take over the cells that a step blanked, and note the step."""
        blank = new_blanks(self._frame(one), frame)
        self.blank[:, one.columns] |= blank
        self.steps.append({"step": step, **more, "cells": int(blank.sum())})
