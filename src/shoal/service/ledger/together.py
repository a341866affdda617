"""All earlier releases of an input taken as one, as if somebody had matched their records.

Pairs of releases may each leave enough candidates although three leave one. The class of a record
in the releases together is the tuple of its classes in each; it is never finer than what somebody
knows who has matched all of them.
"""

from collections.abc import Sequence

import polars as pl

from shoal.service.ledger import ledger
from shoal.service.ledger.facts import Inference, Shown
from shoal.service.ledger.fingerprints import mixed
from shoal.service.ledger.inference import intersected
from shoal.service.ledger.ledger import Entry
from shoal.service.ledger.overlap import side_by_side
from shoal.service.ledger.pair import pair_of
from shoal.service.ledger.trace import OUTSIDE, SHOWN, SUPPRESSED
from shoal.service.workspace import Workspace

CLASS = "class in all earlier releases"


def all_together(
    workspace: Workspace, earlier: Sequence[Entry], new: Entry, trace: pl.DataFrame
) -> list[Inference]:
    """What several earlier releases of the same input and a new one tell together."""
    one, shown = _as_one(workspace, earlier)
    both = side_by_side(one, trace, same_input=True)
    return [] if both is None else [*intersected(pair_of(both, shown, new.shown))]


def _as_one(workspace: Workspace, earlier: Sequence[Entry]) -> tuple[pl.DataFrame, Shown]:
    """A trace whose classes are the tuples of classes, with the columns that all of them show."""
    sides = [one.shown for one in earlier]
    other = [name for name in sides[0].other if all(name in side.other for side in sides)]
    classes, shown, undrawn = [], pl.Series([True]), pl.Series([False])
    for one in earlier:
        trace = ledger.trace_in(workspace, one)
        cells = [trace[f"cell:{name}"] for name in one.shown.known]
        classes.append(mixed(cells, trace.height))
        shown = shown & (trace["state"] == SHOWN)
        undrawn = undrawn | (trace["state"] == OUTSIDE) & one.shown.sampled
    gone = pl.when(undrawn).then(OUTSIDE).otherwise(SUPPRESSED)
    state = pl.select(pl.when(shown).then(SHOWN).otherwise(gone).cast(pl.UInt8)).to_series()
    columns = [name for name in trace.columns if name.startswith("id:") or name[5:] in other]
    return (
        trace.select("record", *columns).with_columns(
            mixed(classes, trace.height).alias(f"cell:{CLASS}"), state=state
        ),
        Shown(
            (CLASS,),
            tuple(other),
            min(side.k for side in sides),
            {name: number for name, number in sides[0].diversity.items() if name in other},
            sampled=any(side.sampled for side in sides),
            person=sides[0].person if len({side.person for side in sides}) == 1 else None,
        ),
    )
