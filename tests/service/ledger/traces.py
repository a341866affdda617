"""Traces of small releases, written by hand."""

import polars as pl

from shoal.ledger.facts import Shown
from shoal.ledger.fingerprints import Fingerprints, mix_cells
from shoal.ledger.inference import inferences
from shoal.ledger.overlap import side_by_side
from shoal.ledger.trace import SHOWN

PRINTS = Fingerprints(b"k" * 32)


def trace(ids, state=SHOWN, **cells):
    """The trace of a release of these people; cells of those who are not shown are blank."""
    states = pl.Series([state] * len(ids) if isinstance(state, int) else state, dtype=pl.UInt8)
    person = PRINTS.column("id", pl.Series(list(map(str, ids))))
    columns = {"record": mix_cells([person], len(ids)), "state": states, "id:id": person}
    for name, values in cells.items():
        prints = PRINTS.column(name, pl.Series(list(values), dtype=pl.String))
        columns[f"cell:{name}"] = pl.select(pl.when(states == SHOWN).then(prints)).to_series()
    return pl.DataFrame(columns)


def shown(k=2, other=("illness",), **more):
    return Shown(("age", "zip"), other, k, dict.fromkeys(other, 2), **more)


def found(one, two, first=None, second=None, *, same_input=False):
    both = side_by_side(one, two, same_input=same_input)
    return {each.kind: each for each in inferences(both, first or shown(), second or shown())}
