"""What a series has told about the people of a table, as the search needs it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.engine.arrays import Counts
from shoal.errors import StudyError
from shoal.ledger import ledger
from shoal.ledger.chain import chain_of
from shoal.ledger.compare import beside_a_series
from shoal.ledger.fingerprints import Fingerprints, mixed
from shoal.ledger.ledger import Entry
from shoal.ledger.pair import AGREE
from shoal.ledger.record import shown_of
from shoal.ledger.released import Both, Released, both_of
from shoal.ledger.roster import known_cells, plain_name, roster_of
from shoal.ledger.rungs import first_rung, ladder_of
from shoal.ledger.trace import SHOWN, UNTRACED
from shoal.ledger.workspace import Workspace, ledger_of, workspace_of
from shoal.privacy.model import minimum_size
from shoal.search.problem import Problem
from shoal.search.series.earlier import Earlier, History
from shoal.search.series.promised import Promised
from shoal.search.series.recoding import Continued
from shoal.study.study import Study


def continued(study: Study, table: Table, problem: Problem) -> Continued:
    """The way of recoding that continues the series which a study names."""
    workspace = ledger_of(workspace_of(study.folder))
    chain = chain_of(workspace, study)
    now = replace(
        _now(study, table, problem, workspace),
        ladder=chain[-1].facts.get("ladder"),
        series=tuple(one.id for one in chain),
    )
    _refuse_beside(workspace, study, chain, now)
    sides = [(one, _side(workspace, one, now)) for one in chain]
    told = [(one, side) for one, side in sides if side.records.height]  # others show nobody
    ladder = ladder_of(study, problem, chain)
    links = _Links.of([side for _, side in told], now)
    earlier = tuple(
        links.earlier(number, first_rung(ladder, one, study))
        for number, (one, _) in enumerate(told)
    )
    promised = Promised(now.shown.k, links.diversity(now.shown.diversity))
    return Continued(History(earlier, links.own, links.values, promised, ladder))


def _now(study: Study, table: Table, problem: Problem, workspace: Workspace) -> Released:
    """The new table as the ledger would know it; only those who may be released are in it."""
    raw = table.frame
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


def _refuse_beside(
    workspace: Workspace, study: Study, chain: Sequence[Entry], now: Released
) -> None:
    """Other releases of these people would be told together with the series, and nobody looked."""
    known = {one.id for one in chain} | {
        one.removeprefix("earlier-release:") for one in study.acknowledge
    }
    for one in ledger.entries(workspace):
        if one.id in known or not ledger.counts(one) or one.facts["private"]:
            continue
        released = ledger.released_in(workspace, one)
        if UNTRACED not in released.trace.columns and both_of(released, now) is not None:
            raise StudyError(f"continues: {beside_a_series(one.id)}")


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
    if {*both.earlier.other} != {*now.shown.other}:
        raise StudyError(
            f"continues: {one.id} shows other columns besides. A series always shows the same."
        )
    return Both(both.records.filter(pl.col("a:state") == SHOWN), both.earlier, both.new)


@dataclass(frozen=True, eq=False)
class _Links:
    """What records show besides quasi-identifiers, in numbers that all releases share.

    Attributes:
        sides: The earlier releases.
        places: Per release: the place of each record in the new table; -1 if it left or shows
            other values now.
        met: The same, whatever it shows now.
        links: Per release: what each record shows.
        own: What each record of the new table shows.
        sensitive: The sensitive columns.
        values: The values of each link, a row per sensitive column.
    """

    sides: Sequence[Both]
    places: Sequence[Counts]
    met: Sequence[Counts]
    links: Sequence[Counts]
    own: Counts
    sensitive: tuple[str, ...]
    values: Counts

    @classmethod
    def of(cls, sides: Sequence[Both], now: Released) -> "_Links":
        names = _stable(sides, now)
        tables = [now.trace.rename({f"cell:{name}": f"a:cell:{name}" for name in names})]
        tables += [side.records for side in sides]
        whole = [_linked(one, names) for one in tables]
        met = [_places(side.records) for side in sides]
        places = [_same(one, mine, whole[0]) for one, mine in zip(met, whole[1:], strict=True)]
        numbers = np.unique(np.concatenate(whole), return_inverse=True)[1].reshape(-1)
        parts = np.split(numbers, np.cumsum([len(one) for one in whole])[:-1])
        sensitive = tuple(now.shown.diversity)
        values = np.zeros((len(sensitive), int(numbers.max(initial=-1)) + 1), np.int64)
        for row, name in enumerate(sensitive):
            cells = np.concatenate([_cells(one, name) for one in tables])
            values[row, numbers] = np.unique(cells, return_inverse=True)[1].reshape(-1)
        return cls(sides, places, met, parts[1:], parts[0], sensitive, values)

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
        links, met = self.links[number], self.met[number]
        return Earlier(classes, places, links, rungs, promised, len(self.own), met)

    def diversity(self, promised: Mapping[str, int]) -> tuple[int, ...]:
        """How many values of each sensitive column a release promises."""
        return tuple(promised.get(name, 1) for name in self.sensitive)


def _stable(sides: Sequence[Both], now: Released) -> list[str]:
    """The columns that say the same of most people in every release; by them, records are linked.

    What changes from year to year links nothing. But if it is sensitive, nobody can say which
    values are left.
    """
    changing = {name for side in sides for name in now.shown.other if not _agree(side, now, name)}
    for name in now.shown.diversity:
        if name in changing:
            raise StudyError(
                f"continues: {name!r} is sensitive and says something else of most people than in"
                " an earlier release. A series needs sensitive columns that stay the same."
            )
    return [name for name in now.shown.other if name not in changing]


def _agree(side: Both, now: Released, name: str) -> bool:
    places = _places(side.records)
    here = places >= 0
    before = side.records[f"a:cell:{name}"].filter(here)
    after = now.trace[f"cell:{name}"].gather(places[here])
    return not here.any() or float(before.eq_missing(after).mean() or 0) > AGREE  # type: ignore[arg-type]


def _places(records: pl.DataFrame) -> Counts:
    """Where each record stands now; -1 if it left."""
    return records["b:line"].cast(pl.Int64).fill_null(-1).to_numpy()


def _same(places: Counts, mine: Counts, now: Counts) -> Counts:
    """The places of records that show the same values now; others are others."""
    found = places.copy()
    here = np.flatnonzero(places >= 0)
    found[here[mine[here] != now[places[here]]]] = -1
    return found


def _linked(records: pl.DataFrame, names: Sequence[str]) -> Counts:
    cells = [records[f"a:cell:{name}"] for name in names]
    return mixed(cells, records.height).to_numpy().view(np.int64)


def _cells(records: pl.DataFrame, name: str) -> Counts:
    return records[f"a:cell:{name}"].fill_null(1).to_numpy().view(np.int64)
