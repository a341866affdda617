"""Knowing that nothing was generalized without need (Wong et al. 2007).

Who knows the method knows that a finer release would have broken a promise. Within a class, the
groups that a finer release would have shown can be told apart by a register. A group that is large
enough by itself must then have broken the promise about values: its members are likely to have the
value that is most frequent in the class.
"""

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts
from shoal.risk.attacks.attack import Attack, attacked, unavailable
from shoal.risk.attacks.disclosure import shares_of
from shoal.risk.attacks.scene import Scene

AIM = "inference"


def minimality(scene: Scene, finer: pl.DataFrame, values: Counts, k: int, what: str) -> Attack:
    """Bet on the most frequent value for members of groups that size alone cannot explain.

    Args:
        scene: The table and its release.
        finer: The quasi-identifiers one level lower, as a register would tell them.
        values: The sensitive value of each record, as a number.
        k: The size from which on a class is large enough.
        what: The name of the sensitive column.
    """
    name = f"minimality of {what}"
    sizes = finer.select(pl.len().over(pl.struct(pl.all()))).to_series().to_numpy()
    split = finer.select(pl.struct(pl.all()).rank("dense")).to_series().to_numpy()
    parts = _parts(scene, split)
    suspects = scene.released & (sizes >= k) & (parts > 1)
    if not suspects.any():
        return unavailable(name, AIM, "size alone explains every class")
    shares = shares_of(scene, values)
    guess = shares.inside.argmax(axis=1)[scene.classes[suspects]]
    chances = (guess == values[suspects]).astype(np.float64)
    usual = float((shares.inside.argmax(axis=1)[shares.classes] == shares.values).mean())
    return attacked(name, AIM, chances, usual)


def _parts(scene: Scene, split: Counts) -> Counts:
    """For each record, into how many groups its class would have been split."""
    frame = pl.DataFrame({"class": scene.classes, "part": split})
    return frame.select(pl.col("part").n_unique().over("class")).to_series().to_numpy()
