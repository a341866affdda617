"""Tables with many columns, whose lattices are far too large to be seen as a whole."""

from decimal import Decimal
from functools import cache

import numpy as np
import polars as pl

from shoal.engine.encode import encode
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Problem

VALUES = 8


def generated(columns: int, records: int = 200, k: int = 3, limit: str = "0.05") -> Problem:
    """Columns that depend on each other, four levels each: 4 to the power of columns candidates."""
    encoded = _encoded(columns, records)
    return Problem(
        encoded,
        Lattice((0,) * columns, (3,) * columns),
        (privacy_models.build({"model": "k-anonymity", "k": k}),),
        quality_models.build({"model": "loss"}),
        Decimal(limit),
    )


@cache
def _encoded(columns: int, records: int) -> EncodedTable:
    chance = np.random.default_rng(1)
    hidden = chance.integers(0, VALUES, records)
    hierarchy = Hierarchy.of(
        [[f"{'abcd'[step]}{value >> step}" for value in range(VALUES)] for step in range(4)], "wide"
    )
    texts = {}
    for column in range(columns):
        strange = chance.random(records) < 0.05
        values = np.where(strange, chance.integers(0, VALUES, records), hidden)
        texts[f"c{column}"] = pl.Series([f"a{value}" for value in values.tolist()])
    return encode(texts, dict.fromkeys(texts, hierarchy))
