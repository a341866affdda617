"""Which people of two inputs are the same, however their columns are called and values spelled.

Columns belong together if they have the same plain name and mostly the same values, or, where
names do not help, nearly all their values. A record is found again if it is equal in all of these
columns. Two inputs are about the same people if at least half of the smaller one's records are in
the other, and not by chance: where columns tell few people apart, strangers are equal, too.

How many strangers would be equal is estimated by Good and Turing (Good 1953,
doi:10.1093/biomet/40.3-4.237): the chance that one more record of the same kind is like one that
is there already is the share of records that are not the only ones of their kind.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.ledger.fingerprints import mix_cells
from shoal.ledger.roster import frequencies, plain_name

MOSTLY, NEARLY_ALL = 0.5, 0.9  # shares of values, or of records
CHANCE = 1 / 1000  # that strangers are taken for the same people, at most
Pairs = dict[str, str]  # from a column of the first input to one of the second
Likeness = Callable[[pl.Series, pl.Series], float]


@dataclass(frozen=True, eq=False)
class Same:
    """What two inputs have in common.

    Attributes:
        places: The records that are in both: column `a` is the line in the first input, `b` the
            line in the second, from 0.
        columns: The columns of the first that are in the second, with their names there.
    """

    places: pl.DataFrame
    columns: Pairs


def same_people(one: pl.DataFrame, other: pl.DataFrame) -> Same | None:
    """What two inputs have in common, by their rosters; None if they are about others."""
    named = _by_name(one, other)
    if same := _match_people(one, other, named):
        return same
    alike = named | _by_values(one, other, named)
    return _match_people(one, other, alike) if alike != named else None


def _match_people(one: pl.DataFrame, other: pl.DataFrame, columns: Pairs) -> Same | None:
    """What two inputs have in common by these columns; None if they are about other people."""
    smaller = min(one.height, other.height)
    if not columns or not smaller:
        return None
    keys = [_tuples(one, columns), _tuples(other, columns.values())]
    places = equal_places(*keys)
    is_all = len(columns) == one.width == other.width
    chance = 0.0 if is_all else _chance(keys[0] if one.height > other.height else keys[1])
    if not _is_beyond_chance(places.height, smaller, chance):
        return None
    return Same(places, columns | _by_records(one, other, columns, places))


def _is_beyond_chance(found: int, smaller: int, chance: float) -> bool:
    """Whether so many records were found again that they can hardly be strangers.

    Args:
        found: How many records of the smaller input are in the other.
        smaller: How many records the smaller input has.
        chance: What `_chance` says of the larger input; 0 if all columns were compared.
    """
    share = found / smaller
    if not chance:
        return share >= MOSTLY
    if share < (1 + chance) / 2:
        return False
    parts = ((share, chance), (1 - share, 1 - chance))
    surprise = sum(here * math.log(here / there) for here, there in parts if here)
    return smaller * surprise > -math.log(CHANCE)  # Chernoff's bound


def _chance(tuples: pl.Series) -> float:
    """The chance that a stranger is like somebody of an input."""
    alone = int(tuples.is_unique().sum())
    return (len(tuples) - alone + 1) / (len(tuples) + 1)


def equal_places(one: pl.Series, other: pl.Series) -> pl.DataFrame:
    """The places `a` and `b` of equal keys; several equal ones are paired in their order."""

    def number_equals(keys: pl.Series, side: str) -> pl.DataFrame:
        lines = pl.DataFrame({"key": keys, side: pl.int_range(len(keys), eager=True)})
        return lines.drop_nulls().with_columns(nth=pl.int_range(pl.len()).over("key"))

    pairs = number_equals(one, "a").join(number_equals(other, "b"), on=["key", "nth"])
    return pairs.select("a", "b")


def _tuples(roster: pl.DataFrame, names: Iterable[str]) -> pl.Series:
    """One key for each record, from its cells in some columns."""
    return mix_cells([roster[name].cast(pl.UInt64) for name in names], roster.height)


def _by_name(one: pl.DataFrame, other: pl.DataFrame) -> Pairs:
    """Columns of the same plain name that have mostly the same values."""
    theirs = {plain_name(name): name for name in reversed(other.columns)}
    pairs = {name: theirs.get(plain_name(name)) for name in one.columns}
    named = {mine: name for mine, name in pairs.items() if name is not None}
    unique = {mine: name for mine, name in named.items() if [*named.values()].count(name) == 1}
    return {
        mine: name for mine, name in unique.items() if _likeness(one[mine], other[name]) >= MOSTLY
    }


def _by_values(one: pl.DataFrame, other: pl.DataFrame, known: Pairs) -> Pairs:
    """Other columns with nearly the same values."""
    return _best_pairs(one, other, known, _likeness)


def _by_records(
    one: pl.DataFrame, other: pl.DataFrame, known: Pairs, places: pl.DataFrame
) -> Pairs:
    """Other columns that say nearly the same of the records that were found again."""
    first, second = (roster[places[side]] for roster, side in ((one, "a"), (other, "b")))
    return _best_pairs(first, second, known, _agreement)


def _best_pairs(one: pl.DataFrame, other: pl.DataFrame, known: Pairs, likeness: Likeness) -> Pairs:
    """Pairs of columns that are not known yet, nearly equal, and less like any third column."""
    mine = [name for name in one.columns if name not in known]
    theirs = [name for name in other.columns if name not in known.values()]
    if not mine or not theirs:
        return {}
    scores = np.array([[likeness(one[here], other[there]) for there in theirs] for here in mine])
    is_best = scores >= NEARLY_ALL
    for axis in (0, 1):
        at_most = scores == scores.max(axis=axis, keepdims=True)
        is_best &= at_most & (at_most.sum(axis=axis, keepdims=True) == 1)
    return {mine[row]: theirs[column] for row, column in np.argwhere(is_best)}


def _agreement(one: pl.Series, other: pl.Series) -> float:
    """The share of records of which two columns say the same; 0 for a column with one value."""
    return float((one == other).mean() or 0) if one.n_unique() > 1 else 0.0  # type: ignore[arg-type]


def _likeness(one: pl.Series, other: pl.Series) -> float:
    """The share of the shorter column's cells whose values are in the other, too.

    A value counts as often as it is in both.
    """
    both = np.minimum(frequencies(one), frequencies(other)).sum()
    return float(both) / min(len(one), len(other))
