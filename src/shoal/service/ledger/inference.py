"""What somebody who holds two releases of the same people knows that neither tells alone.

The definitions, and what they leave out, are in docs/decisions/0042. In short, with a and b the
tuples of quasi-identifiers that a record shows in the earlier and in the new release:

- *intersecting*: who knows a person's quasi-identifiers looks the person up in both releases.
  Candidates are those who may be in class a and in class b, as far as the other columns that both
  show can tell. No promise (k candidates, l sensitive values) may break only there.
- *differencing*: who makes both releases equally coarse can subtract them. Those who are in one
  only must not be fewer than k in a class of that coarse table.
- *cells*: where a column is recoded differently from record to record, records must not show other
  cells each time, unless k records show the same ones both times (Sweeney 1997, paper 003).
"""

from collections.abc import Iterator

import polars as pl

from shoal.service.ledger.differences import both_ways, exposed_cells, gains, lone_classes
from shoal.service.ledger.facts import Inference, Shown
from shoal.service.ledger.intersection import BOTH, exposed_classes, exposed_values
from shoal.service.ledger.pair import Pair, pair_of


def inferences(both: pl.DataFrame, earlier: Shown, new: Shown) -> list[Inference]:
    """Everything that two releases tell together; `both` comes from `side_by_side`."""
    pair = pair_of(both, earlier, new)
    return [*_intersected(pair), *exposed_values(pair), *_subtracted(pair)]


def _intersected(pair: Pair) -> Iterator[Inference]:
    classes = exposed_classes(pair)
    by_record = any(side.by_record for side in pair.sides)
    if classes.is_empty() and not by_record:
        return
    gained = gains(pair)
    if any(side.sampled for side in pair.sides):
        # Who is in a sample is chance: only what linked records tell about each other counts.
        classes = classes.join(both_ways(pair, gained), on=BOTH, how="semi")
    yield from _told("candidates", classes, gained, pair)
    yield from _told("cells", exposed_cells(pair, gained), gained, pair)


def _told(
    kind: str, classes: pl.DataFrame, gained: pl.DataFrame, pair: Pair
) -> Iterator[Inference]:
    """The finding about some pairs of classes, with the columns that gain."""
    if classes.is_empty():
        return
    inside = gained.join(classes.select(BOTH), on=BOTH, how="semi")
    columns = [name for name in pair.shared if any(inside[f"{side}:{name}"].any() for side in BOTH)]
    yield Inference(kind, int(classes["joint"].sum()), classes.height, tuple(columns))


def _subtracted(pair: Pair) -> Iterator[Inference]:
    found = pl.concat([lone_classes(pair, side).select("records") for side in BOTH])
    if found.height:
        yield Inference("difference", int(found["records"].sum()), found.height)
