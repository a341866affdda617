"""Subtracting two releases, and cells that a record shows only once.

Anybody can make two releases coarser until both show a record alike. The finest such table is
found column by column: two cells are one there if records lead from one to the other.
"""

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts
from shoal.ledger.fingerprints import mix_cells
from shoal.ledger.intersection import BOTH, pairs_of_classes
from shoal.ledger.overlap import ABSENT
from shoal.ledger.pair import Pair
from shoal.ledger.trace import OUTSIDE, SHOWN


def lone_classes(pair: Pair, side: str) -> pl.DataFrame:
    """The coarse classes with fewer than k records, or people, that only one release shows.

    Returns one line per class; column `records` counts these records or people. A record whose
    linking columns have changed counts as one that left and one that came. Nobody knows who was not
    drawn for a sample. So if enough people were not drawn, they hide whoever left for another
    reason; and where nobody else left, there is nobody to be told apart.

    Args:
        pair: The two releases.
        side: The release that shows them, "a" or "b"; k is what it promises.
    """
    shown, other = pair.sides[BOTH.index(side)], "b" if side == "a" else "a"
    changed = pl.col("a:link") != pl.col("b:link")
    alone = pair.visible_records(side).filter((pl.col(f"{other}:state") != SHOWN) | changed)
    if not shown.other:
        # Only quasi-identifiers are shown, so a suppressed record tells nothing new.
        alone = alone.filter(pl.col(f"{other}:state").is_in([ABSENT, OUTSIDE]))
    if alone.is_empty():
        return pl.DataFrame(schema={"records": pl.UInt32})
    coarse = mix_cells(
        [_coarse(pair, name, alone, side) for name in pair.common_columns], alone.height
    )
    sizes = (
        alone.with_columns(coarse=coarse)
        .group_by("coarse")
        .agg(records=pair.count, left=(~pair.is_undrawn(other)).any())
    )
    return sizes.filter((pl.col("records") < shown.k) & pl.col("left"))


def gains(pair: Pair) -> pl.DataFrame:
    """For each common record and common column, which release learns from the other.

    Columns `a` and `b` are the classes of the record. `a:NAME` is whether b tells more about the
    column than a, `b:NAME` the reverse.
    """
    common = pair.common_records
    if {"a:rung", "b:rung"} <= {*common.columns}:
        return _gains_on_a_ladder(pair, common)
    found = [common.select(BOTH)]
    for name in pair.common_columns:
        cells = [f"{side}:cell:{name}" for side in BOTH]
        flags = (
            common.select(cells)
            .unique()
            .with_columns(
                **{
                    f"{side}:{name}": _gain(*order)
                    for side, order in zip("ab", (cells, cells[::-1]), strict=True)
                }
            )
        )
        met = common.select(cells).join(
            flags, on=cells, how="left", maintain_order="left", nulls_equal=True
        )
        found.append(met.drop(cells))
    return pl.concat(found, how="horizontal")


def _gains_on_a_ladder(pair: Pair, common: pl.DataFrame) -> pl.DataFrame:
    """The same for a series: only the coarser one of two rungs gains.

    Rungs are numbered from the coarsest, so it is the one with the smaller number.
    """
    lower = {"a": pl.col("a:rung") < pl.col("b:rung"), "b": pl.col("b:rung") < pl.col("a:rung")}
    return common.select(
        *BOTH,
        *(
            (lower[side] & pl.col(f"a:cell:{name}").ne_missing(pl.col(f"b:cell:{name}"))).alias(
                f"{side}:{name}"
            )
            for name in pair.common_columns
            for side in BOTH
        ),
    )


def _gain(mine: str, theirs: str) -> pl.Expr:
    """Whether a cell of the column `theirs` tells more than the one of `mine` beside it.

    Two cells meet if one record shows both. A blank gains from what is not blank. Another cell
    gains only from one that differs: if it meets several of theirs, or, to be safe, if theirs meets
    no other of mine.
    """
    several = pl.col(theirs).n_unique().over(mine) > 1
    alone = pl.col(mine).n_unique().over(theirs) == 1
    differs = pl.col(mine) != pl.col(theirs)
    shown = pl.col(theirs).is_not_null()
    return shown & (pl.col(mine).is_null() | (differs & (several | alone)))


def exposed_cells(pair: Pair, gained: pl.DataFrame) -> pl.DataFrame:
    """The pairs of classes that hide different cells, and that too few records share.

    Columns as those of `pairs_of_classes`. No pairs unless one release recodes record by record.
    """
    if not any(side.by_record for side in pair.sides):
        return pl.DataFrame(schema={"a": pl.UInt64, "b": pl.UInt64, "joint": pl.UInt32})
    other = pl.concat(
        [pairs_that_gain_both_ways(pair, gained), pairs_that_fill_blanks(pair)]
    ).unique()
    pairs = pairs_of_classes(pair).join(other, on=BOTH)
    # Bins of blank cells are wider than classes of equal tuples, so classes may be below k.
    least = min(side.k for side in pair.sides)
    return pairs.filter(pl.col("joint") < pl.max_horizontal("need", least))


def crossings(pair: Pair, gained: pl.DataFrame) -> pl.DataFrame:
    """The pairs of classes in which each release separates people whom the other shows alike."""
    met = pair.common_records.select(BOTH).unique()
    separates = [pl.col(one).n_unique().over(two) > 1 for one, two in (BOTH, BOTH[::-1])]
    return pl.concat([met.filter(*separates), pairs_that_gain_both_ways(pair, gained)]).unique()


def pairs_that_gain_both_ways(pair: Pair, gained: pl.DataFrame) -> pl.DataFrame:
    """The pairs of tuples in which each release tells something that the other does not."""
    none = [pl.lit(value=False)]
    either = [
        pl.any_horizontal([f"{side}:{name}" for name in pair.common_columns] or none)
        for side in BOTH
    ]
    return gained.filter(either[0] & either[1]).select(BOTH).unique()


def pairs_that_fill_blanks(pair: Pair) -> pl.DataFrame:
    """The pairs of tuples in which the new release shows a cell that the earlier one left blank.

    The cell was blank because too few records look like this one. A column that is blank in all
    records was only made coarser, so it does not count.
    """
    shown = [pl.lit(value=False)]
    for name in pair.common_columns:
        before, after = (f"{side}:cell:{name}" for side in BOTH)
        if not pair.visible_records("a")[before].is_null().all():
            shown.append(pl.col(before).is_null() & pl.col(after).is_not_null())
    return pair.common_records.filter(pl.any_horizontal(shown)).select(BOTH).unique()


def _coarse(pair: Pair, name: str, alone: pl.DataFrame, side: str) -> pl.Series:
    """For each record of `alone`, its cell in the finest table that both can be coarsened to.

    The cell is the number of a component, or the fingerprint of a cell that no common record shows.
    """
    cells = [f"{one}:cell:{name}" for one in BOTH]
    edges = pair.common_records.select(pl.col(cells).fill_null(1)).unique()
    mine = edges[f"{side}:cell:{name}"]
    joined = pl.Series(_components(edges[cells[0]], edges[cells[1]]), dtype=pl.UInt64)
    known = pl.DataFrame({"cell": mine, "joined": joined}).unique("cell")
    own = alone.select(cell=pl.col(f"{side}:cell:{name}").fill_null(1))
    return own.join(known, on="cell", how="left", maintain_order="left").select(
        pl.col("joined").fill_null(pl.col("cell"))
    )["joined"]


def _components(first: pl.Series, second: pl.Series) -> Counts:
    """For each edge, the number of its component; edge i joins the cells first[i] and second[i]."""
    left = first.rank("dense").cast(pl.Int64).to_numpy() - 1
    right = second.rank("dense").cast(pl.Int64).to_numpy() - 1
    labels = left.copy()
    while True:
        lowest = np.full(labels.size, labels.size)
        np.minimum.at(lowest, right, labels)
        labels_of_left = np.full(labels.size, labels.size)
        np.minimum.at(labels_of_left, left, lowest[right])
        updated = labels_of_left[left]
        if np.array_equal(updated, labels):
            return labels
        labels = updated
