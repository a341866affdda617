"""Special uniques: records that few columns suffice to single out (Elliot et al.).

Theory: docs/theory/risk.md.

A minimal sample unique of a record is a set of columns on which no other record is equal, while on
every smaller set some record is. The fewer columns it has, and the more of them there are, the
more special is the record. DIS-SUDA turns the score into the chance that a match is right.
"""

from dataclasses import dataclass
from math import factorial

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.engine.arrays import Floats
from shoal.methods.subcombinations import UnsafeCombinations, minimal_unsafe

MISSING = "\0missing"  # equal to no value of a file
SAMPLING_FRACTION = 0.01


@dataclass(frozen=True, eq=False)
class SpecialUniques:
    """How special each record is.

    Attributes:
        scores: The SUDA score of each record; 0 if it has no minimal sample unique.
        dis: The chance that a match with the record is right, by the data intrusion simulation.
        contributions: By column: the share of the sum of all scores that comes from sets of columns
            with this one.
    """

    scores: Floats
    dis: Floats
    contributions: dict[str, float]


def special_uniques(
    keys: pl.DataFrame, fraction: float = SAMPLING_FRACTION, largest: int | None = None
) -> SpecialUniques:
    """The special uniques of a table; a missing cell is in no minimal sample unique.

    Args:
        keys: The columns by which records are recognized, as texts.
        fraction: The share of the population that is in the table.
        largest: The most columns of a minimal sample unique; all by default.
    """
    combinations = minimal_unsafe(keys.fill_null(MISSING), 2, largest)
    record = np.repeat(np.arange(keys.height), np.diff(combinations.starts))
    missing = _masks(keys.select(pl.all().is_null()))
    known = (combinations.masks & missing[record]) == 0
    weights = _weights(keys.width)[np.bitwise_count(combinations.masks)] * known
    scores = np.bincount(record, weights=weights, minlength=keys.height).astype(np.float64)
    return SpecialUniques(
        scores, _match_chances(keys, scores, fraction), _contributions(combinations, weights)
    )


def _weights(width: int) -> Floats:
    """(m - s)! for sets of s of m columns: in how many orders the other columns can be added."""
    return np.array([0.0, *(float(factorial(width - size)) for size in range(1, width + 1))])


def _masks(flags: pl.DataFrame) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The flags of each record as a number: bit j is the flag of column j."""
    return np.asarray(flags.to_numpy().astype(np.int64) @ (1 << np.arange(flags.width)))


def _contributions(combinations: UnsafeCombinations, weights: Floats) -> dict[str, float]:
    """The share of all weights in combinations with each column."""
    total = float(weights.sum()) or 1.0
    return {
        name: float(weights[combinations.masks >> at & 1 == 1].sum()) / total
        for at, name in enumerate(combinations.columns)
    }


def _match_chances(keys: pl.DataFrame, scores: Floats, fraction: float) -> Floats:
    """DIS-SUDA of each record: the chance that a unique match is right, spread by scores.

    0 for records with score 0.
    """
    sizes = keys.group_by(by_name(keys.columns)).len()["len"]
    uniques, pairs = int((sizes == 1).sum()), 2 * int((sizes == 2).sum())
    special = scores > 0
    if not uniques or not special.any():
        return np.zeros_like(scores)
    overall = uniques * fraction / (uniques * fraction + pairs * (1 - fraction))
    power = 1 + (8 - keys.width) / 20
    spread = scores[special] ** power * (scores[special] ** -power).sum()
    chances = np.zeros_like(scores)
    chances[special] = 1 / (1 + (uniques / overall - uniques) / spread)
    return chances
