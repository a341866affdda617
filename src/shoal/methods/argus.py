"""µ-Argus (Hundepool & Willenborg 1996; paper 003, "The µ-Argus System").

Somebody says how identifying each column is, and generalizes by hand: `min_level` of a column. Then
rare values, pairs and triples are looked for, as far as the identifying levels ask for it, and
cells are blanked; no record is dropped. Triples must contain a most and a more identifying column,
which is the reading that gives Table 5 (docs/theory/methods.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar

import numpy as np
import polars as pl
from annotated_types import Interval, Len
from polars.selectors import by_name

from shoal.methods.combinations.coded import Crowd
from shoal.methods.greedy import blank_greedily
from shoal.methods.linked import BinSize
from shoal.methods.registry import Treated, methods
from shoal.methods.steps import State, Step, step_for_report
from shoal.methods.subcombinations import UnsafeCombinations, cover_unsafe, unsafe_among
from shoal.methods.suppression import Suppression
from shoal.methods.texts import new_blanks
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem

MOST, MORE = 1, 2
Identifying = Annotated[int, Interval(ge=0, le=3)]


@methods.register("argus", begin={"bin_size": 5})
@plugin()
class Argus:
    """Cells are blanked until no checked value, pair or triple is rare.

    Values of all identifying columns are checked, pairs with a most or a more identifying column,
    and triples with a most and a more identifying column; larger combinations are not. A blank cell
    matches every value.

    Attributes:
        bin_size: The smallest number of records that must share a combination.
        identifying: How identifying columns are: 1 most, 2 more, 3 identifying, 0 not at all;
            columns that are not named are not.
        suppression: Which cells are blanked: `greedy`, those in most rare combinations first, which
            counts the blanks of others as matches; or `by-record`, the cells of least `weight` that
            each record must lose if no other loses any. Those are more.
        steps: What is done by hand before, in order: `[{do: set-level, column: birth, level: 2}]`.

    Card:
        title: µ-Argus: values, pairs and triples
        promise: Every checked value, pair and triple of a record is matched by {bin_size} records.
        measure: records that match the rarest checked combination
        means: Larger is safer; combinations that were not checked may be rarer.
        unit: records
        advice: When somebody knows how identifying each column is, and blank cells are better than
            dropped records.
        reference: Hundepool & Willenborg 1996, µ-Argus
    """

    bin_size: BinSize
    identifying: Annotated[dict[str, Identifying], Len(1)]
    suppression: Suppression = "greedy"
    steps: tuple[Step, ...] = ()
    blanks_cells: ClassVar[bool] = True
    own_cells: ClassVar[bool] = False
    counts_people: ClassVar[bool] = True

    def run(self, problem: Problem, watch: Watch) -> Treated:
        """What was done by hand, then blank cells for what is still rare."""
        watch(Progress("search", 0, 1))
        state = State.first(problem)
        for step in self.steps:
            state = state.after(step, problem, self)
        before, weights = state.frame(problem), _weights(problem)
        done: list[dict[str, Any]] = [step_for_report(step) for step in self.steps]
        frame = before
        for size, after in self._stages(frame, weights, state.crowd(problem)):
            cells = int(new_blanks(frame, after).sum())
            done.append({"step": "blank", "combinations_of": size, "cells": cells})
            frame = after
        nobody = np.zeros(problem.encoded.records, np.bool_)
        blank = state.blank | new_blanks(before, frame)
        return Treated(state.levels, nobody, blank, len(done), tuple(done))

    def unsafe(self, frame: pl.DataFrame, crowd: Crowd | None = None) -> list[UnsafeCombinations]:
        """The rare values, pairs and triples among those that are checked."""
        return [unsafe_among(frame, self.bin_size, combinations_to_check(self.identifying), crowd)]

    def blank_rare(
        self, frame: pl.DataFrame, weights: Mapping[str, float], crowd: Crowd | None = None
    ) -> pl.DataFrame:
        """The table after rare values, then cells of rare pairs and triples were blanked."""
        return [frame, *(after for _, after in self._stages(frame, weights, crowd))][-1]

    def _stages(
        self, frame: pl.DataFrame, weights: Mapping[str, float], crowd: Crowd | None
    ) -> Iterator[tuple[int, pl.DataFrame]]:
        """The table after each number of columns that are combined."""
        place = {name: at for at, name in enumerate(frame.columns)}
        checked = combinations_to_check(self.identifying)
        for size in (1, 2, 3):
            chosen = [one for one in checked if len(one) == size]
            if size == 1:
                frame = _blank_rare_values(frame, self.bin_size, chosen, crowd)
            elif self.suppression == "greedy":
                places = [tuple(place[name] for name in one) for one in chosen]
                frame = blank_greedily(frame, self.bin_size, places, crowd)
            else:
                unsafe = unsafe_among(frame, self.bin_size, chosen, crowd)
                frame = cover_unsafe(frame, unsafe, weights)
            yield size, frame


def _weights(problem: Problem) -> dict[str, float]:
    """The weight of each column by its name."""
    return {column.name: column.weight for column in problem.encoded.columns}


def combinations_to_check(identifying: Mapping[str, int]) -> list[tuple[str, ...]]:
    """The combinations of columns that µ-Argus looks at, in the order in which it does.

    Example:
        >>> combinations_to_check({"ssn": 1, "zip": 2, "sex": 3})[3:]
        [('ssn', 'zip'), ('ssn', 'sex'), ('zip', 'sex'), ('ssn', 'zip', 'sex')]
    """
    used = [name for name, level in identifying.items() if level]

    def levels(chosen: tuple[str, ...]) -> set[int]:
        return {identifying[name] for name in chosen}

    return [
        *((name,) for name in used),
        *(pair for pair in combinations(used, 2) if levels(pair) & {MOST, MORE}),
        *(triple for triple in combinations(used, 3) if levels(triple) >= {MOST, MORE}),
    ]


def _blank_rare_values(
    frame: pl.DataFrame, bin_size: int, chosen: Sequence[tuple[str, ...]], crowd: Crowd | None
) -> pl.DataFrame:
    """The frame without values that too few records, or people, have, all blanked at once.

    Unlike in combinations, blank cells do not count as matches here.
    """
    whose = pl.int_range(pl.len()) if crowd is None else pl.lit(pl.Series(crowd.people))
    return frame.with_columns(
        pl.when(whose.n_unique().over(by_name(name)) >= bin_size).then(by_name(name)).alias(name)
        for (name,) in chosen
    )
