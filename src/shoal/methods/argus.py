"""µ-Argus (Hundepool & Willenborg 1996; paper 003, "The µ-Argus System").

Somebody says how identifying each column is, and generalizes by hand: `min_level` of a column. Then
rare values, pairs and triples are looked for, as far as the identifying levels ask for it, and
cells are blanked; no record is dropped. Triples must contain a most and a more identifying column,
which is the reading that gives Table 5 (spec/privacy.md §9.2).
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
import polars as pl
from annotated_types import Interval, Len

from shoal.engine.arrays import Bools
from shoal.methods.greedy import Combination, blanked_greedily
from shoal.methods.linked import BinSize
from shoal.methods.registry import Treated, methods
from shoal.methods.subcombinations import covered, unsafe_among
from shoal.methods.texts import newly_blank, texts_at
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem

MOST, MORE = 1, 2
Identifying = Annotated[int, Interval(ge=0, le=3)]


@methods.register("argus")
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
        suppression: Which cells are blanked: `greedy`, those in most rare combinations first, or
            `optimal`, the cells of least `weight` of each record (a weighted set cover).
    """

    bin_size: BinSize
    identifying: Annotated[dict[str, Identifying], Len(1)]
    suppression: Literal["greedy", "optimal"] = "greedy"
    blanks_cells: ClassVar[bool] = True

    def run(self, problem: Problem, watch: Watch) -> Treated:
        """Blank rare values, then cells of rare pairs, then of rare triples."""
        encoded, levels = problem.encoded, problem.lattice.minimum
        names = [column.name for column in encoded.columns]
        before = texts_at(encoded, levels, range(len(names)))
        frame, steps = before, list[dict[str, Any]]()
        for size, found in enumerate(self._stages(names), start=1):
            watch(Progress("search", size, 3))
            after = self._blanked(frame, found, problem)
            cells = int(newly_blank(frame, after).sum())
            steps.append({"step": "blank", "combinations_of": size, "cells": cells})
            frame = after
        nobody = np.zeros(encoded.records, np.bool_)
        return Treated(levels, nobody, newly_blank(before, frame), len(steps), tuple(steps))

    def _stages(self, names: Sequence[str]) -> list[list[Combination]]:
        """The values, pairs and triples that are checked, by the places of their columns."""
        place = {name: at for at, name in enumerate(names)}
        checked = [[place[name] for name in one] for one in checked_combinations(self.identifying)]
        return [[tuple(one) for one in checked if len(one) == size] for size in (1, 2, 3)]

    def _blanked(
        self, frame: pl.DataFrame, found: list[Combination], problem: Problem
    ) -> pl.DataFrame:
        if found and len(found[0]) == 1:
            return _without_rare_values(frame, self.bin_size, found)
        if self.suppression == "greedy":
            return blanked_greedily(frame, self.bin_size, found)
        weights = {column.name: column.weight for column in problem.encoded.columns}
        sets = [[frame.columns[at] for at in one] for one in found]
        return covered(frame, unsafe_among(frame, self.bin_size, sets), weights)


def checked_combinations(identifying: Mapping[str, int]) -> list[tuple[str, ...]]:
    """The combinations of columns that µ-Argus looks at, in the order in which it does.

    Example:
        >>> checked_combinations({"ssn": 1, "zip": 2, "sex": 3})[3:]
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


def _without_rare_values(
    frame: pl.DataFrame, bin_size: int, found: list[Combination]
) -> pl.DataFrame:
    """Every value that fewer records have is blanked, all at once: blank cells do not help here."""
    blank: Bools = np.zeros(frame.shape, np.bool_)
    for (at,) in found:
        name = frame.columns[at]
        rare = frame.select(pl.len().over(name) < bin_size).to_series()
        blank[:, at] = rare.to_numpy()
    return frame.with_columns(
        pl.when(pl.Series(~blank[:, at])).then(pl.col(name)).alias(name)
        for at, name in enumerate(frame.columns)
    )
