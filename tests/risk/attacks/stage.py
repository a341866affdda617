"""Small tables and their releases, to attack."""

import numpy as np
import polars as pl

from shoal.risk.attacks.scene import Scene


def scene(before, after, suppressed=()):
    """A scene from rows of texts; the places of suppressed records are given."""
    released = np.array([place not in suppressed for place in range(len(before))])
    shown = [row if kept else [None] * len(row) for row, kept in zip(after, released, strict=True)]
    return Scene(frame(before), frame(shown), released)


def frame(rows):
    names = [f"c{at}" for at in range(len(rows[0]))]
    return pl.DataFrame(
        [list(row) for row in rows], schema=dict.fromkeys(names, pl.String), orient="row"
    )


def codes(values):
    """Values as numbers."""
    return np.unique(list(values), return_inverse=True)[1].astype(np.int64)
