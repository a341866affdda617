"""Sub-combination analysis at work: where to generalize, and what to blank (paper 003, Methods).

"Cell suppression of outliers or generalization of all values within a field occurs until the result
is achieved." By default, whichever keeps more bits of detail, the paper's measure of quality; with
`maximum_outliers`, as long as more records than that are outliers (docs/theory/methods.md).
"""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.engine.arrays import Bools
from shoal.methods.combinations.coded import Crowd
from shoal.methods.complementary import complement_blanks
from shoal.methods.datafly import different_values
from shoal.methods.effect import shown_bits
from shoal.methods.greedy import Combination, Outliers, blank_greedily
from shoal.methods.linked import LinkedSet
from shoal.methods.steps import State, step_for_report
from shoal.methods.subcombinations import smallest_bins
from shoal.methods.texts import new_blanks
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem

if TYPE_CHECKING:
    from shoal.methods.subcombination_analysis import Subcombinations


def part_of(frame: pl.DataFrame, one: LinkedSet) -> pl.DataFrame:
    """The columns of a set."""
    return frame.select(by_name([frame.columns[at] for at in one.columns]))


def stages(columns: int) -> range:
    """How many columns are combined, stage by stage."""
    return range(min(2, columns), columns + 1)


class Analysis:
    """The analysis of a table while it goes on.

    Attributes:
        method: The settings.
        problem: The table.
        watch: Is told how far it is.
        state: Levels and blank cells so far.
        steps: What was done so far, for the report.
    """

    def __init__(self, method: "Subcombinations", problem: Problem, watch: Watch) -> None:
        self.method, self.problem, self.watch = method, problem, watch
        self.state = State.first(problem)
        for step in method.steps:
            self.state = self.state.after(step, problem, method)
        self.steps: list[dict[str, Any]] = [step_for_report(step) for step in method.steps]

    def protect(self, one: LinkedSet) -> None:
        """Generalize and blank until no combination of a set is rare."""
        if self.method.maximum_outliers is None and not self.method.steps:
            self._keep_most_bits(one)
        if self.method.suppression == "greedy":
            for size in stages(len(one.columns)):
                self._stage(one, size)
        else:
            self._at_once(one)
        if self.method.complementary:
            whole = replace(self.state, blank=np.zeros_like(self.state.blank))
            before = part_of(whole.frame(self.problem), one)
            self._take(one, complement_blanks(self._frame(one), before), "complement")

    def _keep_most_bits(self, one: LinkedSet) -> None:
        """Go up as Datafly would, and stay where blanking leaves the most bits of detail.

        Every level leaves fewer values, so the walk ends where not even all cells together would
        have more bits than the best state before.
        """
        state, most = self.state, -1
        raised: list[dict[str, Any]] = []
        done = [*self.steps]
        while shown_bits(part_of(state.frame(self.problem), one)) > most:
            size = self.problem.lattice.size
            self.watch(Progress("search", len(raised), size, may_end_before=True))
            kept = shown_bits(self._blank(state, one))
            if kept > most:
                self.state, self.steps, most = state, [*done, *raised], kept
            at = self._next_column(state, one)
            if at is None:
                return
            state = _raise_column(state, at)
            name = self.problem.encoded.columns[at].name
            raised.append({"step": "generalize", "column": name, "level": state.levels[at]})

    def _stage(self, one: LinkedSet, size: int) -> None:
        """All combinations of one size, as the paper goes through them."""
        chosen: list[Combination] = list(combinations(range(len(one.columns)), size))

        def outliers(frame: pl.DataFrame, crowd: Crowd | None) -> Bools:
            return Outliers(frame, one.bin_size, chosen, crowd).records

        while self._generalize(one, outliers):
            pass
        crowd = self.state.crowd(self.problem)
        blanked = blank_greedily(self._frame(one), one.bin_size, chosen, crowd)
        self._take(one, blanked, "blank", combinations_of=size)

    def _at_once(self, one: LinkedSet) -> None:
        """All sizes together, by the minimal rare combinations of each record."""

        def outliers(frame: pl.DataFrame, crowd: Crowd | None) -> Bools:
            # A rare combination makes the one of all columns rare: nothing has to be mined.
            return smallest_bins(frame, crowd) < one.bin_size

        while self._generalize(one, outliers):
            pass
        self._take(one, self._blank(self.state, one), "blank")

    def _generalize(
        self, one: LinkedSet, outliers: Callable[[pl.DataFrame, Crowd | None], Bools]
    ) -> bool:
        """Raise a column by one level if too many records are outliers; whether it was done.

        Never without `maximum_outliers`, nor if all columns of the set are at the highest level.
        """
        limit, at = self.method.maximum_outliers, self._next_column(self.state, one)
        if limit is None or at is None:
            return False
        most = self.problem.lattice.size
        self.watch(Progress("search", len(self.steps), most, may_end_before=True))
        found = np.count_nonzero(outliers(self._frame(one), self.state.crowd(self.problem)))
        if int(found) <= Decimal(repr(limit)) * self.problem.encoded.records:
            return False
        self.state = _raise_column(self.state, at)
        name, level = self.problem.encoded.columns[at].name, self.state.levels[at]
        done = {"step": "generalize", "column": name, "level": level, "outliers": int(found)}
        self.steps.append(done)
        return True

    def _next_column(self, state: State, one: LinkedSet) -> int | None:
        """The column to generalize next, by the rule of Datafly; None if all are at the highest."""
        encoded, levels, highest = self.problem.encoded, state.levels, self.problem.lattice.maximum
        able = [at for at in one.columns if levels[at] < highest[at]]
        return min(
            able,
            key=lambda at: (-different_values(encoded, at, levels[at]), levels[at], at),
            default=None,
        )

    def _blank(self, state: State, one: LinkedSet) -> pl.DataFrame:
        """The columns of a set at a state's levels, blanked as the study says."""
        weights = {column.name: column.weight for column in self.problem.encoded.columns}
        frame = part_of(state.frame(self.problem), one)
        return self.method.blank_part(frame, one.bin_size, weights, state.crowd(self.problem))

    def _frame(self, one: LinkedSet) -> pl.DataFrame:
        """The columns of a set as they are now, with blank cells."""
        return part_of(self.state.frame(self.problem), one)

    def _take(self, one: LinkedSet, frame: pl.DataFrame, step: str, **more: int) -> None:
        """Take over the cells that a step blanked, and note the step."""
        new = new_blanks(self._frame(one), frame)
        blank = self.state.blank.copy()
        blank[:, one.columns] |= new
        self.state = replace(self.state, blank=blank)
        self.steps.append({"step": step, **more, "cells": int(new.sum())})


def _raise_column(state: State, at: int) -> State:
    """The state with a column one level higher."""
    levels = state.levels
    return replace(state, levels=(*levels[:at], levels[at] + 1, *levels[at + 1 :]))
