"""What a series has told about the people of a table, as the search needs it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.engine.lattice import Levels
from shoal.errors import StudyError
from shoal.ledger import ledger
from shoal.ledger.chain import chain_of
from shoal.ledger.compare import beside_a_series
from shoal.ledger.fingerprints import Fingerprints
from shoal.ledger.ledger import Entry
from shoal.ledger.record import shown_of
from shoal.ledger.released import Both, Released, both_of
from shoal.ledger.roster import known_cells, plain_name, roster_of
from shoal.ledger.series_links import Links
from shoal.ledger.trace import SHOWN, UNTRACED
from shoal.ledger.workspace import Workspace, ledger_of, workspace_of
from shoal.privacy.model import minimum_size
from shoal.search.problem import Problem
from shoal.search.series.earlier import Told
from shoal.search.series.ladder import ladder_through
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
    links = Links.of([side for _, side in told], now)
    earlier = tuple(
        links.earlier(number, first_rung(ladder, one, study))
        for number, (one, _) in enumerate(told)
    )
    promised = Promised(now.shown.k, links.diversity(now.shown.diversity))
    return Continued(Told(earlier, links.own, links.values, promised, ladder))


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


def ladder_of(study: Study, problem: Problem, chain: Sequence[Entry]) -> tuple[Levels, ...]:
    """The ladder of the last release, or one through the levels of the first."""
    known = chain[-1].facts.get("ladder")
    if known is None:
        levels = levels_of(chain[0], study)
        if levels not in problem.lattice:
            raise _other_levels(chain[0])
        return ladder_through(problem, levels)
    if sorted(known["columns"]) != sorted(study.generalized):
        raise _other_levels(chain[-1])
    order = [known["columns"].index(name) for name in study.generalized]
    ladder = tuple(tuple(rung[at] for at in order) for rung in known["rungs"])
    if any(rung not in problem.lattice for rung in ladder):
        raise _other_levels(chain[-1])
    return ladder


def first_rung(ladder: tuple[Levels, ...], first: Entry, study: Study) -> int:
    """The rung on which a release stands whose records have the same levels; -1 for others."""
    return -1 if first.facts["levels"] is None else ladder.index(levels_of(first, study))


def levels_of(one: Entry, study: Study) -> Levels:
    """The levels of a release, in the order of the study's columns."""
    told = one.facts["levels"]
    if not set(study.generalized) <= set(told):
        raise _other_levels(one)
    return tuple(told[name] or 0 for name in study.generalized)


def _other_levels(one: Entry) -> StudyError:
    return StudyError(
        f"continues: {one.id} has columns or levels that this study does not allow. Use its"
        " quasi-identifiers, hierarchies, `min_level` and `max_level`."
    )
