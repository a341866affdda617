"""All earlier releases of the same people taken as one, as if somebody had matched their records.

Each pair of releases may leave enough candidates although three together leave only one. The class
of a record in all releases is the tuple of its classes in each; somebody who has matched all of
them knows at least that.
"""

from collections.abc import Iterable

import polars as pl

from shoal.ledger.facts import Inference, Shown
from shoal.ledger.fingerprints import mix_cells
from shoal.ledger.inference import intersection_inferences
from shoal.ledger.overlap import ABSENT
from shoal.ledger.pair import pair_of
from shoal.ledger.released import Both, Released, match_releases
from shoal.ledger.trace import OUTSIDE, SHOWN, SUPPRESSED

CLASS = "class in all earlier releases"
# The share of the new input's records that must be in an earlier one, so that it takes part.
NEARLY_ALL = 0.9


def infer_from_all(
    earlier: Iterable[tuple[str, Released]], new: Released
) -> tuple[list[Inference], list[str]]:
    """What several earlier releases and a new one tell together, and which of them take part.

    Args:
        earlier: The earlier releases, each after its id.
        new: The new one.

    Returns:
        The inferences, and the ids of the earlier releases that hold nearly all records of the new
        one. If these are fewer than two, there are no inferences.
    """
    names: list[str] = []
    sides: list[Both] = []
    for name, release in earlier:
        both = match_releases(release, new)
        if both is not None and (side := _in_order(both)) is not None:
            names.append(name)
            # All but the first are needed for their classes only.
            sides.append(side if not sides else _classes_of(side))
    if len(sides) < 2:
        return [], names
    shown = _common_facts([side.earlier for side in sides])
    return [*intersection_inferences(pair_of(_as_one(sides, shown), shown, sides[0].new))], names


def _in_order(both: Both) -> Both | None:
    """The records of the new release in its order; None if the earlier one has too few of them."""
    records = both.records.filter(pl.col("b:state") != ABSENT).sort("b:line")
    known = (records["a:state"] != ABSENT).mean()
    return None if float(known or 0) < NEARLY_ALL else Both(records, both.earlier, both.new)  # type: ignore[arg-type]


def _classes_of(side: Both) -> Both:
    """Only what is needed of an earlier release to know the classes of its records."""
    cells = [f"a:cell:{name}" for name in side.earlier.known]
    return Both(side.records.select("a:state", *cells), side.earlier, side.new)


def _common_facts(sides: list[Shown]) -> Shown:
    """What several releases show as if they were one: `CLASS`, and the other columns of all.

    It promises the least k among them, and the diversity of the first.
    """
    other = [name for name in sides[0].other if all(name in side.other for side in sides)]
    return Shown(
        (CLASS,),
        tuple(other),
        min(side.k for side in sides),
        {name: number for name, number in sides[0].diversity.items() if name in other},
        sampled=any(side.sampled for side in sides),
        person=sides[0].person if len({side.person for side in sides}) == 1 else None,
    )


def _as_one(sides: list[Both], shown: Shown) -> pl.DataFrame:
    """The records of all earlier releases as if these were one, beside the new one.

    Column `a:cell:CLASS` is the tuple of a record's classes. A record is shown if all of them show
    it; otherwise it is outside if chance left it out of one, and else suppressed.
    """
    classes, visible, undrawn = [], pl.lit(value=True), pl.lit(value=False)
    for side in sides:
        cells = [side.records[f"a:cell:{name}"] for name in side.earlier.known]
        classes.append(mix_cells(cells, side.records.height))
        state = pl.lit(side.records["a:state"])
        visible = visible & (state == SHOWN)
        undrawn = undrawn | ((state == OUTSIDE) & side.earlier.sampled)
    gone = pl.when(undrawn).then(OUTSIDE).otherwise(SUPPRESSED)
    records = sides[0].records
    ids = [name for name in records.columns if name.startswith(("a:id:", "b:"))]
    return records.select(*ids, *(f"a:cell:{name}" for name in shown.other)).with_columns(
        pl.when(visible).then(SHOWN).otherwise(gone).cast(pl.UInt8).alias("a:state"),
        mix_cells(classes, records.height).alias(f"a:cell:{CLASS}"),
    )
