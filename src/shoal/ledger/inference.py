"""What somebody who holds two releases of the same people knows that neither tells alone.

The definitions, and what they leave out, are in docs/decisions/0013. In short, with a and b the
tuples of quasi-identifiers that a record shows in the earlier and in the new release:

- *intersecting*: somebody who knows a person's quasi-identifiers looks the person up in both
  releases. Candidates are those who may be in class a and in class b, as far as the other columns
  that both show can tell. No promise (k candidates, l sensitive values) may break by that alone.
- *differencing*: somebody who makes both releases equally coarse can subtract them. People who are
  in only one of them must not be fewer than k in a class of that coarse table.
- *samples*: nobody knows who was not drawn, so people who were not drawn are candidates like
  everybody else. A sample of everybody hides nobody.
- *cells*: where a column is recoded differently from record to record, records must not show other
  cells each time, unless k records show the same ones both times (Sweeney 1997, paper 003). Nor
  may a new release show a cell that the earlier one left blank because too few share it.
"""

from collections.abc import Iterator

import polars as pl

from shoal.ledger.differences import crossings, exposed_cells, gains, lone_classes
from shoal.ledger.facts import Inference, Shown
from shoal.ledger.intersection import BOTH, exposed_classes, exposed_values
from shoal.ledger.pair import Pair, pair_of


def inferences(both: pl.DataFrame, earlier: Shown, new: Shown) -> list[Inference]:
    """Everything that two releases tell together; `both` comes from `side_by_side`."""
    pair = pair_of(both, earlier, new)
    return [*intersection_inferences(pair), *_difference_inferences(pair)]


def intersection_inferences(pair: Pair) -> Iterator[Inference]:
    """What looking people up in both releases tells."""
    classes, values = exposed_classes(pair), dict(exposed_values(pair))
    by_record = any(side.by_record for side in pair.sides)
    if not by_record and all(exposed.is_empty() for exposed in (classes, *values.values())):
        return
    gained = gains(pair)
    yield from _class_inferences("candidates", _beyond_chance(pair, classes, gained), gained, pair)
    for name, exposed in values.items():
        certain = _beyond_chance(pair, exposed, gained)
        if certain.height:
            yield Inference("values", int(certain["joint"].sum()), certain.height, (name,))
    yield from _class_inferences("cells", exposed_cells(pair, gained), gained, pair)


def _beyond_chance(pair: Pair, exposed: pl.DataFrame, gained: pl.DataFrame) -> pl.DataFrame:
    """Those of the exposed pairs of classes in which the draw of a sample hides nobody.

    People who were not drawn are candidates, too. But where each release separates people whom the
    other shows alike, somebody who was drawn for both can be recognized by both.
    """
    if not pair.is_sampled or exposed.is_empty():
        return exposed
    certain = exposed.filter(pl.col("left") + pl.col("undrawn") < pl.col("need"))
    crossing = exposed.join(crossings(pair, gained), on=BOTH, how="semi")
    return pl.concat([certain, crossing]).unique(BOTH)


def _class_inferences(
    kind: str, classes: pl.DataFrame, gained: pl.DataFrame, pair: Pair
) -> Iterator[Inference]:
    """One inference about some pairs of classes, with the columns that gain; none without pairs."""
    if classes.is_empty():
        return
    inside = gained.join(classes.select(BOTH), on=BOTH, how="semi")
    columns = [
        name for name in pair.common_columns if any(inside[f"{side}:{name}"].any() for side in BOTH)
    ]
    yield Inference(kind, int(classes["joint"].sum()), classes.height, tuple(columns))


def _difference_inferences(pair: Pair) -> Iterator[Inference]:
    """What subtracting one release from the other tells."""
    lone = pl.concat([lone_classes(pair, side).select("records") for side in BOTH])
    if lone.height:
        yield Inference("difference", int(lone["records"].sum()), lone.height)
