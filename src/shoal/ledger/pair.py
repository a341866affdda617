"""Two releases side by side: the class of each record in both, and what links its records."""

from dataclasses import dataclass

import polars as pl

from shoal.ledger.facts import Shown
from shoal.ledger.fingerprints import mix_cells
from shoal.ledger.trace import OUTSIDE, SHOWN

AGREE = 0.5  # the share of records that must agree on a column by which records are linked
SIDES = ("a", "b")


@dataclass(frozen=True, eq=False)
class Pair:
    """Two releases, a and b, of the same people.

    Attributes:
        records: One line per record; for both sides its state, its cells (`a:cell:NAME`), its
            class (`a`) and what it shows besides (`a:link`); and whose it is (`who`, only if
            people are counted). A record that is in one input only has the state `ABSENT` and
            null cells on the other side.
        sides: What the releases show and promise.
        links: The columns outside the quasi-identifiers that both show, and that are equal in
            most common records.
        is_by_people: Whether people are counted instead of records.
    """

    records: pl.DataFrame
    sides: tuple[Shown, Shown]
    links: tuple[str, ...]
    is_by_people: bool

    @property
    def common_records(self) -> pl.DataFrame:
        """The records that both releases show."""
        return self.records.filter(_is_shown("a") & _is_shown("b"))

    def visible_records(self, side: str) -> pl.DataFrame:
        """The records that one release shows."""
        return self.records.filter(_is_shown(side))

    def is_undrawn(self, side: str) -> pl.Expr:
        """Whether chance, and nothing else, left a record out of one release; for `filter`."""
        if not self.sides[SIDES.index(side)].sampled:
            return pl.lit(value=False)
        return pl.col(f"{side}:state") == OUTSIDE

    @property
    def is_sampled(self) -> bool:
        """Whether chance decided who is in one of the releases."""
        return any(side.sampled for side in self.sides)

    @property
    def count(self) -> pl.Expr:
        """How many records, or people, are in a group; for `agg`."""
        return pl.col("who").n_unique() if self.is_by_people else pl.len()

    @property
    def common_columns(self) -> list[str]:
        """The columns of both releases that are a quasi-identifier of at least one."""
        first, second = self.sides
        known = {*first.known, *second.known}
        return [name for name in first.columns if name in second.columns and name in known]


def pair_of(both: pl.DataFrame, earlier: Shown, new: Shown) -> Pair:
    """The pair of an earlier (a) and a new release (b); `both` comes from `side_by_side`.

    People are counted if both releases name the same identifier for them.
    """
    sides = (earlier, new)
    links = _links(both.filter(_is_shown("a") & _is_shown("b")), sides)
    columns = [
        series
        for side, shown in zip(SIDES, sides, strict=True)
        for series in (
            _tuples(both, side, shown.known).alias(side),
            _tuples(both, side, links).alias(f"{side}:link"),
        )
    ]
    person = f"id:{new.person}"
    known = all(f"{side}:{person}" in both.columns for side in SIDES)
    people = earlier.person is not None and earlier.person == new.person and known
    if people:
        columns.append(both[f"b:{person}"].fill_null(both[f"a:{person}"]).alias("who"))
    return Pair(both.with_columns(columns), sides, links, people)


def _is_shown(side: str) -> pl.Expr:
    return pl.col(f"{side}:state") == SHOWN


def _tuples(both: pl.DataFrame, side: str, names: tuple[str, ...]) -> pl.Series:
    """One fingerprint for each record, of what one release shows in some columns."""
    return mix_cells([both[f"{side}:cell:{name}"] for name in names], both.height)


def _links(common: pl.DataFrame, sides: tuple[Shown, Shown]) -> tuple[str, ...]:
    """Columns that both show as they are; fresh tokens or noise do not link records."""
    first, second = sides

    def agree(name: str) -> bool:
        same = common[f"a:cell:{name}"].eq_missing(common[f"b:cell:{name}"])
        return float(same.mean() or 0) > AGREE  # type: ignore[arg-type]

    return tuple(name for name in first.other if name in second.other and agree(name))
