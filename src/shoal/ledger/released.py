"""A release as the ledger compares it, and two of them in the same words.

Whether two releases are about the same people, and what they tell together, depends on nothing but
the two: not on when they are compared, nor on who asks.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from shoal.ledger.facts import UNKNOWN, Inference, Shown
from shoal.ledger.inference import inferences
from shoal.ledger.overlap import NOWHERE, side_by_side
from shoal.ledger.recognition import same_people
from shoal.ledger.roster import plain_name
from shoal.ledger.trace import SHOWN, UNTRACED, in_old_form


@dataclass(frozen=True, eq=False)
class Released:
    """A release.

    Attributes:
        input: The fingerprint of its input.
        columns: The columns of its input.
        identifiers: Those of them that identify a person.
        shown: What it shows and promises.
        trace: What is known of each record (`shoal.ledger.trace`).
        roster: By which its people are recognized; None for releases of older versions.
        levels: The level of each column; None if records have levels of their own.
        ladder: The ladder of its series: the `columns`, and the levels of each of the `rungs`,
            coarsest first. None if it is not one of a series.
        name: What the ledger calls it.
        series: The ids of the releases that it continues.
    """

    input: str
    columns: tuple[str, ...]
    identifiers: tuple[str, ...]
    shown: Shown
    trace: pl.DataFrame
    roster: pl.DataFrame | None
    levels: Mapping[str, int | None] | None = None
    ladder: Mapping[str, list[Any]] | None = None
    name: str = ""
    series: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Both:
    """Two releases of the same people: their records side by side, and what each shows.

    Attributes:
        records: What `side_by_side` returns: columns `a:…` of the earlier release, `b:…` of the
            new one.
        earlier: What the earlier release shows; columns have their names in the new one.
        new: What the new release shows.
    """

    records: pl.DataFrame
    earlier: Shown
    new: Shown


def compare_releases(earlier: Released, new: Released) -> list[Inference]:
    """What two releases tell together that neither tells alone.

    Nothing if they are about other people; `UNKNOWN` if they could be about the same people, and
    their records cannot be compared.
    """
    if not _is_comparable(earlier, new):
        return [UNKNOWN] if _may_overlap(earlier, new) else []
    both = match_releases(earlier, new)
    if both is None:
        return []
    return [*_average_changes(both), *inferences(both.records, both.earlier, both.new)]


def _average_changes(both: Both) -> Iterator[Inference]:
    """What two draws tell about values that chance changed, if both show them.

    Chance protects once: the mean of two draws is nearer to the truth, and a true value beside a
    changed one says what chance did (docs/perturbation.md).
    """
    by_chance = {*both.earlier.by_chance, *both.new.by_chance}
    columns = [name for name in both.new.columns if name in by_chance & {*both.earlier.columns}]
    states = both.records.select(pl.col("a:state") == SHOWN, pl.col("b:state") == SHOWN)
    records = int(states.select(pl.all_horizontal(pl.all()).sum()).item())
    if columns and records:
        yield Inference("chance", records, 0, tuple(columns))


def match_releases(earlier: Released, new: Released) -> Both | None:
    """Two releases side by side, with the column names of the new one; None if people differ."""
    if earlier.roster is None or new.roster is None:
        return _match_in_old_form(earlier, new)
    same_input = earlier.input == new.input and earlier.trace.height == new.trace.height
    same = None if same_input else same_people(earlier.roster, new.roster)
    places = NOWHERE if same is None else same.places
    names = _names(earlier.columns, new.columns, {} if same is None else same.columns)
    before, after = _rename_columns(earlier, names), _rename_columns(new, {})
    records = side_by_side(before.trace, after.trace, same_input=same_input, known=places)
    if records is None:
        return None
    return Both(_on_one_ladder(records, earlier, new), before.shown, after.shown)


def _on_one_ladder(records: pl.DataFrame, earlier: Released, new: Released) -> pl.DataFrame:
    """The records with columns `a:rung` and `b:rung`, if the new release continues the earlier one.

    Otherwise at most one of the columns is there, and rungs are not compared. Rungs are numbered
    from the coarsest. A first release has no rungs yet: all its records get the rung of its levels.
    """
    if new.ladder is None or earlier.name not in new.series:
        return records.drop("a:rung", "b:rung", strict=False)
    if earlier.ladder is not None:
        return records
    first = [(earlier.levels or {}).get(name) for name in new.ladder["columns"]]
    if first not in new.ladder["rungs"]:
        return records.drop("b:rung", strict=False)
    return records.with_columns(pl.lit(new.ladder["rungs"].index(first)).alias("a:rung"))


def _is_comparable(earlier: Released, new: Released) -> bool:
    """Whether both have a trace of their records, and both traces have the same form."""
    traces = earlier.trace, new.trace
    if any(UNTRACED in trace.columns for trace in traces):
        return False
    is_old = earlier.roster is None or new.roster is None
    return not is_old or all(in_old_form(trace) is not None for trace in traces)


def _match_in_old_form(earlier: Released, new: Released) -> Both | None:
    """Two releases side by side, compared as older versions did: by the texts as they stand."""
    first, second = in_old_form(earlier.trace), in_old_form(new.trace)
    if first is None or second is None or not _may_overlap(earlier, new):
        return None
    records = side_by_side(first, second, same_input=earlier.input == new.input)
    return None if records is None else Both(records, earlier.shown, new.shown)


def _may_overlap(earlier: Released, new: Released) -> bool:
    """Whether the inputs could hold the same records, by the names of their columns.

    Of records that were never in memory, nothing else is known. At least half of the larger table's
    columns must be in the other one, or the two must share an identifier.
    """
    first, second = ({*map(plain_name, side.columns)} for side in (earlier, new))
    who = [{*map(plain_name, side.identifiers)} for side in (earlier, new)]
    many = 2 * len(first & second) >= max(len(first), len(second))
    return many or bool(who[0] & who[1])


def _names(mine: Iterable[str], theirs: Iterable[str], same: Mapping[str, str]) -> dict[str, str]:
    """What the earlier release's columns are called in the new one, where that is another name.

    Columns with the same values belong together, otherwise those with the same plain name. An
    earlier column whose name belongs to another column now gets a name of its own.
    """
    left = {plain_name(name): name for name in theirs if name not in same.values()}
    named = {name: left.pop(plain_name(name), None) for name in mine if name not in same}
    aside = {name: f"{name} (earlier)" for name in named if name in same.values()}
    return {**{name: to for name, to in named.items() if to}, **aside, **same}


def _rename_columns(released: Released, names: Mapping[str, str]) -> Released:
    """The release with other names of columns in its trace and in what it shows.

    Identifiers, and with them `shown.person`, get plain names.
    """

    def new(name: str) -> str:
        return names.get(name, name)

    shown = released.shown
    cells = {f"cell:{name}": f"cell:{new(name)}" for name in shown.columns}
    ids = {f"id:{plain_name(name)}": f"id:{plain_name(new(name))}" for name in released.identifiers}
    there = {old: to for old, to in (cells | ids).items() if old in released.trace.columns}
    renamed = replace(
        shown,
        known=tuple(map(new, shown.known)),
        other=tuple(map(new, shown.other)),
        by_chance=tuple(map(new, shown.by_chance)),
        diversity={new(name): number for name, number in shown.diversity.items()},
        person=None if shown.person is None else plain_name(new(shown.person)),
    )
    return replace(released, trace=released.trace.rename(there), shown=renamed)
