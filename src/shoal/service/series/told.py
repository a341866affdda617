"""What a series has told about the people of a table, as the search needs it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts
from shoal.errors import StudyError
from shoal.privacy.model import minimum_size
from shoal.search.problem import Problem
from shoal.search.series.earlier import Earlier, Told
from shoal.search.series.promised import Promised
from shoal.search.series.recoding import Continued
from shoal.service.ledger import ledger
from shoal.service.ledger.fingerprints import Fingerprints, mixed
from shoal.service.ledger.ledger import Entry
from shoal.service.ledger.record import shown_of
from shoal.service.ledger.released import Both, Released, both_of
from shoal.service.ledger.roster import known_cells, plain_name, roster_of
from shoal.service.ledger.trace import SHOWN, UNTRACED
from shoal.service.prepare import Prepared
from shoal.service.series.chain import chain_of
from shoal.service.series.rungs import first_rung, ladder_of
from shoal.service.study import Study
from shoal.service.workspace import Workspace, ledger_of, workspace_of


def continued(study: Study, prepared: Prepared, problem: Problem) -> Continued:
    """The way of recoding that continues the series which a study names."""
    workspace = ledger_of(workspace_of(study.folder))
    chain = chain_of(workspace, study)
    now = replace(_now(study, prepared, problem, workspace), ladder=chain[-1].facts.get("ladder"))
    sides = [_side(workspace, one, now) for one in chain]
    ladder = ladder_of(study, problem, chain)
    links = _Links.of(study, sides, now)
    earlier = tuple(
        links.earlier(number, first_rung(ladder, chain[0], study)) for number in range(len(sides))
    )
    promised = Promised(now.shown.k, links.diversity(now.shown.diversity))
    return Continued(Told(earlier, links.own, links.values, promised, ladder))


def _now(study: Study, prepared: Prepared, problem: Problem, workspace: Workspace) -> Released:
    """The new table as the ledger would know it; only those who may be released are in it."""
    raw = prepared.table.frame
    known = known_cells(raw, Fingerprints(workspace.key()))
    size = max([2, *map(minimum_size, problem.privacy)])
    shown = shown_of(study, size)
    identifiers = tuple(study.with_role("identifier"))
    trace = pl.DataFrame(
        {
            "state": pl.Series(np.full(raw.height, SHOWN, np.uint8)),
            **{f"id:{plain_name(name)}": known[name] for name in identifiers},
            **{f"cell:{name}": known[name] for name in shown.other if name in known},
        }
    )
    return Released("", tuple(raw.columns), identifiers, shown, trace, roster_of(known))


def _side(workspace: Workspace, one: Entry, now: Released) -> Both:
    """A release of the series beside the new table."""
    released = ledger.released_in(workspace, one)
    both = None if UNTRACED in released.trace.columns else both_of(released, now)
    if both is None:
        raise StudyError(
            f"continues: the release {one.id} is about other people, or of a table"
            " that was never in memory."
        )
    if {*both.earlier.known} != {*now.shown.known}:
        raise StudyError(
            f"continues: {one.id} shows other quasi-identifiers. A series always shows the same."
        )
    return Both(both.records.filter(pl.col("a:state") == SHOWN), both.earlier, both.new)


@dataclass(frozen=True, eq=False)
class _Links:
    """What records show besides quasi-identifiers, in numbers that all releases share.

    Attributes:
        sides: The earlier releases.
        places: Per release: the place of each record in the new table; -1 if it left.
        links: Per release: what each record shows.
        own: What each record of the new table shows.
        sensitive: The sensitive columns.
        values: The values of each link, a row per sensitive column.
    """

    sides: Sequence[Both]
    places: Sequence[Counts]
    links: Sequence[Counts]
    own: Counts
    sensitive: tuple[str, ...]
    values: Counts

    @classmethod
    def of(cls, study: Study, sides: Sequence[Both], now: Released) -> "_Links":
        shown = [set(side.earlier.other) for side in sides]
        both = [name for name in now.shown.other if all(name in one for one in shown)]
        names = [name for name in both if f"cell:{name}" in now.trace.columns]
        tables = [now.trace.rename({f"cell:{name}": f"a:cell:{name}" for name in names})]
        tables += [side.records for side in sides]
        whole = [_linked(one, names) for one in tables]
        places = [
            _places(side.records, mine, whole[0])
            for side, mine in zip(sides, whole[1:], strict=True)
        ]
        if any(name in study.replaced for name in both):  # pseudonyms tell who is who
            whole = _by_person(len(whole[0]), places)
        numbers = np.unique(np.concatenate(whole), return_inverse=True)[1].reshape(-1)
        parts = np.split(numbers, np.cumsum([len(one) for one in whole])[:-1])
        sensitive = tuple(name for name in now.shown.diversity if name in names)
        values = np.zeros((len(sensitive), int(numbers.max(initial=-1)) + 1), np.int64)
        for row, name in enumerate(sensitive):
            cells = np.concatenate([_cells(one, name) for one in tables])
            values[row, numbers] = np.unique(cells, return_inverse=True)[1].reshape(-1)
        return cls(sides, places, parts[1:], parts[0], sensitive, values)

    def earlier(self, number: int, rung: int) -> Earlier:
        """A release as the search knows it; the first one stands on one rung."""
        side, places = self.sides[number], self.places[number]
        cells = [side.records[f"a:cell:{name}"] for name in side.earlier.known]
        _, classes = np.unique(mixed(cells, side.records.height).to_numpy(), return_inverse=True)
        classes = classes.reshape(-1)
        rungs = np.full(int(classes.max(initial=-1)) + 1, -1)
        rungs[classes] = (
            side.records["a:rung"].to_numpy() if "a:rung" in side.records.columns else rung
        )
        promised = Promised(side.earlier.k, self.diversity(side.earlier.diversity))
        return Earlier(classes, places, self.links[number], rungs, promised, len(self.own))

    def diversity(self, promised: Mapping[str, int]) -> tuple[int, ...]:
        """How many values of each sensitive column a release promises."""
        return tuple(promised.get(name, 1) for name in self.sensitive)


def _places(records: pl.DataFrame, mine: Counts, now: Counts) -> Counts:
    """Where each record stands now; one that shows other values is another one."""
    places = records["b:line"].cast(pl.Int64).fill_null(-1).to_numpy().copy()
    here = np.flatnonzero(places >= 0)
    places[here[mine[here] != now[places[here]]]] = -1
    return places


def _linked(records: pl.DataFrame, names: Sequence[str]) -> Counts:
    cells = [records[f"a:cell:{name}"] for name in names]
    return mixed(cells, records.height).to_numpy().view(np.int64)


def _cells(records: pl.DataFrame, name: str) -> Counts:
    return records[f"a:cell:{name}"].fill_null(1).to_numpy().view(np.int64)


def _by_person(records: int, places: Sequence[Counts]) -> list[Counts]:
    """Everybody is one of a kind: the place in the new table, or a number that nobody has."""
    found, free = [np.arange(records)], records
    for one in places:
        found.append(np.where(one >= 0, one, free + np.arange(len(one))))
        free += len(one)
    return found
