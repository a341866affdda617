"""Laws of quality models."""

from collections.abc import Mapping
from itertools import product
from math import isclose, isfinite
from typing import Any

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts
from shoal.engine.candidate import Candidate
from shoal.engine.encode import encode
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import group
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.quality.model import Bounded, BoundedAbove, QualityModel, quality_models
from shoal.testing.plugins import check_plugin, demand

AGES = [(str(age), f"{age // 10}0s", "*") for age in (21, 25, 34, 38, 47)]
WARDS = [("north", "*"), ("south", "*"), ("west", "*")]
TARGET = "outcome"
CLOSE = 1e-9  # relative: sums may be taken in another order
Levels = tuple[int, ...]


def check_quality_model(name: str, parameters: Mapping[str, Any]) -> None:
    """Run every law of quality models over one of them.

    The tables have the quasi-identifiers `age` and `ward` and the target `outcome`.

    Args:
        name: Its study name.
        parameters: Parameters that a study could give it.
    """
    model = check_plugin(quality_models, name, parameters)
    for seed in range(12):
        rows = _rows(seed)
        losses = _stays_in_range(model, name, _table(rows), smallest=1 + seed % 3)
        shuffled = np.random.default_rng(seed).permutation(len(rows))
        again = _losses(model, _table(rows[shuffled]), 1 + seed % 3)
        for levels, loss in losses.items():
            sentence = f"{name} depends on the order of records."
            demand(_same(loss, again[levels]), sentence)
        _keeps_its_bounds(model, name, _table(rows))
        _grows_if_it_says_so(model, name, _table(rows))


def _rows(seed: int) -> Counts:
    """Records as the places of their age, ward and outcome; one line per record."""
    draw = np.random.default_rng(seed)
    return draw.integers(0, (len(AGES), len(WARDS), 2), (6 + 4 * seed, 3))


def _table(rows: Counts) -> EncodedTable:
    """The encoded table of such records."""
    age, ward, outcome = rows.T.tolist()
    target = pl.Series(TARGET, ["well" if is_well else "ill" for is_well in outcome])
    return encode(
        {
            "age": pl.Series("age", [AGES[at][0] for at in age]),
            "ward": pl.Series("ward", [WARDS[at][0] for at in ward]),
        },
        {
            "age": Hierarchy.of([*map(list, zip(*AGES, strict=True))], "age"),
            "ward": Hierarchy.of([*map(list, zip(*WARDS, strict=True))], "ward"),
        },
        targets={TARGET: target},
        joint={TARGET: target},
    )


def _candidates(encoded: EncodedTable, smallest: int) -> dict[Levels, Candidate]:
    """Every candidate; classes that are too small are suppressed."""
    candidates: dict[Levels, Candidate] = {}
    for levels in product(range(len(AGES[0])), range(len(WARDS[0]))):
        grouping = group(encoded, levels)
        candidates[levels] = Candidate(encoded, grouping, grouping.sizes < smallest)
    return candidates


def _losses(model: QualityModel, encoded: EncodedTable, smallest: int) -> dict[Levels, float]:
    """The loss of every candidate, by levels."""
    candidates = _candidates(encoded, smallest)
    return {levels: float(model.loss(candidate).loss) for levels, candidate in candidates.items()}


def _stays_in_range(
    model: QualityModel, name: str, encoded: EncodedTable, smallest: int
) -> dict[Levels, float]:
    """All losses are within the range that the model tells; returns them, by levels."""
    low, high = model.range(encoded)
    demand(isfinite(low) and isfinite(high), f"{name}.range must give two finite numbers.")
    losses = _losses(model, encoded, smallest)
    for levels, loss in losses.items():
        inside = low <= loss <= high or _same(loss, low) or _same(loss, high)
        sentence = f"{name} loses {loss} at the levels {levels}; its range is {low} to {high}."
        demand(inside, sentence)
    columns = {TARGET, *(column.name for column in encoded.columns)}
    parts = {
        part
        for candidate in _candidates(encoded, 1).values()
        for part in model.loss(candidate).by_column
    }
    demand(parts <= columns, f"{name} tells losses of columns that are not there.")
    return losses


def _keeps_its_bounds(model: QualityModel, name: str, encoded: EncodedTable) -> None:
    """No candidate at or above some levels costs less than what was said there."""
    candidates = _candidates(encoded, 1)
    losses = {levels: float(model.loss(candidate).loss) for levels, candidate in candidates.items()}
    for levels, bound in _bounds(model, encoded, candidates):
        above = [loss for other, loss in losses.items() if _is_above(other, levels)]
        least = min(above)
        sentence = f"{name} says {bound} at the levels {levels}, but {least} is possible there."
        demand(bound <= least or _same(bound, least), sentence)


def _bounds(
    model: QualityModel, encoded: EncodedTable, candidates: Mapping[Levels, Candidate]
) -> list[tuple[Levels, float]]:
    """What the model says that no candidate at or above some levels can beat."""
    bounds: list[tuple[Levels, float]] = []
    if isinstance(model, Bounded):
        said = model.bounds(encoded, np.array(list(candidates)), 0)
        bounds += zip(candidates, said.tolist(), strict=True)
    if isinstance(model, BoundedAbove):
        bounds += [
            (levels, model.bound_above(candidate, 0)) for levels, candidate in candidates.items()
        ]
    return bounds


def _grows_if_it_says_so(model: QualityModel, name: str, encoded: EncodedTable) -> None:
    """A model that says it is monotonic never loses less at higher levels."""
    if getattr(model, "monotonic", False) is not True:
        return
    losses = _losses(model, encoded, 1)
    for (levels, loss), (other, more) in product(losses.items(), repeat=2):
        sentence = f"{name} says that it is monotonic, but loses less at {other} than at {levels}."
        demand(not _is_above(other, levels) or loss <= more or _same(loss, more), sentence)


def _is_above(levels: Levels, others: Levels) -> bool:
    """Whether levels are at least as high in every column."""
    return all(level >= other for level, other in zip(levels, others, strict=True))


def _same(first: float, second: float) -> bool:
    """Whether two losses are equal but for rounding."""
    return isclose(first, second, rel_tol=CLOSE, abs_tol=CLOSE)
