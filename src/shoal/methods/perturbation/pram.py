"""Post-randomization that keeps the shares of all values: invariant PRAM.

Gouweleeuw, Kooiman, Willenborg, de Wolf: Post randomisation for statistical disclosure control.
Journal of Official Statistics 14(4), 1998; as sdcMicro does it (docs/theory/methods.md).
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.engine.arrays import Floats
from shoal.errors import StudyError
from shoal.methods.perturbation.draws import Draw, system_draw


@dataclass(frozen=True, eq=False)
class Randomized:
    """A column after post-randomization.

    Attributes:
        column: The values that are shown.
        values: The different values, in the order of the matrix.
        matrix: Row v: how likely value v becomes each value.
        shares: The share of each value before.
    """

    column: pl.Series
    values: list[str]
    matrix: Floats
    shares: Floats

    @property
    def expected_changes(self) -> float:
        """What is lost: the expected share of values that change."""
        return float(1 - self.shares @ np.diag(self.matrix))

    @property
    def confidence(self) -> Floats:
        """What is disclosed: how likely each value, where it is shown, is the true one."""
        shown = self.shares @ self.matrix
        return np.asarray(self.shares * np.diag(self.matrix) / shown, np.float64)


def post_randomized(
    column: pl.Series, least: float = 0.8, strength: float = 0.5, draw: Draw = system_draw
) -> Randomized:
    """The column with values replaced at random so that all shares stay the same on average.

    Args:
        column: Texts; missing ones stay missing.
        least: The least chance of a value to stay before the matrix is made invariant.
        strength: How much of the invariant matrix is used; the rest changes nothing.
        draw: Where chance comes from.
    """
    if not (0 < least <= 1 and 0 <= strength <= 1):
        raise StudyError("PRAM: `least` must be above 0 and at most 1, `strength` from 0 to 1.")
    counts = column.drop_nulls().value_counts().sort(column.name)
    values = counts[column.name].to_list()
    shares = counts["count"].to_numpy() / max(1, counts["count"].sum())
    matrix = invariant_matrix(shares, least, strength, draw)
    return Randomized(_draw_values(column, values, matrix, draw), values, matrix, shares)


def invariant_matrix(shares: Floats, least: float, strength: float, draw: Draw) -> Floats:
    """Chances of replacement under which the shares stay: shares · matrix = shares.

    A random matrix P is followed by the matrix Q that would undo it on average (Bayes), R = P Q.
    """
    size = len(shares)
    if size < 2:  # nothing to change to
        return np.ones((size, size))
    stays = least + (1 - least) * draw(size)
    first = np.repeat(((1 - stays) / (size - 1))[:, None], size, axis=1)
    np.fill_diagonal(first, stays)
    joint = first.T * shares
    back = joint / joint.sum(axis=1, keepdims=True)
    return np.asarray(strength * first @ back + (1 - strength) * np.eye(size), np.float64)


def _draw_values(column: pl.Series, values: list[str], matrix: Floats, draw: Draw) -> pl.Series:
    """Each value replaced by a draw from its row."""
    here = column.drop_nulls()
    if here.is_empty():
        return column
    codes = here.replace_strict(values, range(len(values)), return_dtype=pl.Int64).to_numpy()
    ends = np.cumsum(matrix, axis=1)[codes]
    chosen = np.minimum((ends <= draw(len(codes))[:, None]).sum(axis=1), len(values) - 1)
    shown = pl.Series(column.name, values, pl.String).gather(chosen)
    return column.clone().scatter(column.is_not_null().arg_true(), shown)
