"""What a series has told about the people of a table, as the search needs it.

All releases of a series stand on one ladder of levels, which their facts in the ledger hold.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.engine.lattice import Levels
from shoal.errors import StudyError
from shoal.ledger import ledger
from shoal.ledger.chain import chain_of
from shoal.ledger.compare import series_conflict_sentence
from shoal.ledger.facts import build_shown
from shoal.ledger.fingerprints import Fingerprints
from shoal.ledger.ledger import Entry
from shoal.ledger.released import Both, Released, match_releases
from shoal.ledger.roster import cell_fingerprints, plain_name, roster_of
from shoal.ledger.series_links import Links
from shoal.ledger.trace import SHOWN, UNTRACED
from shoal.ledger.workspace import Workspace, ledger_of, workspace_of
from shoal.privacy.model import minimum_size
from shoal.search.problem import Problem
from shoal.search.series.earlier import History
from shoal.search.series.ladder import ladder_through
from shoal.search.series.promised import Promised
from shoal.search.series.recoding import Continued
from shoal.study.study import Study


def series_recoding(study: Study, table: Table, problem: Problem) -> Continued:
    """The recoding that continues the series which a study names.

    StudyError if the series cannot be continued with this table.
    """
    workspace = ledger_of(workspace_of(study.folder))
    chain = chain_of(workspace, study)
    now = replace(
        _new_release(study, table, problem, workspace),
        ladder=chain[-1].facts.get("ladder"),
        series=tuple(entry.id for entry in chain),
    )
    _refuse_beside(workspace, study, chain, now)
    sides = [(entry, _side(workspace, entry, now)) for entry in chain]
    told = [(entry, side) for entry, side in sides if side.records.height]  # others show nobody
    ladder = ladder_of(study, problem, chain)
    links = Links.of([side for _, side in told], now)
    earlier = tuple(
        links.earlier(number, first_rung(ladder, entry, study))
        for number, (entry, _) in enumerate(told)
    )
    promised = Promised(now.shown.k, links.diversity(now.shown.diversity))
    return Continued(History(earlier, links.own, links.values, promised, ladder))


def _new_release(study: Study, table: Table, problem: Problem, workspace: Workspace) -> Released:
    """The new table as the ledger would know its release, with all records shown."""
    raw = table.frame
    known = cell_fingerprints(raw, Fingerprints(workspace.key()))
    size = max([2, *map(minimum_size, problem.privacy)])
    shown = build_shown(study, size)
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
    """Raise an error if somebody has a release of these people that is not part of the series.

    Nobody has checked what it and the series tell together.
    """
    known = {entry.id for entry in chain} | {
        name.removeprefix("earlier-release:") for name in study.acknowledge
    }
    for entry in ledger.entries(workspace):
        if entry.id in known or not ledger.has_holders(entry) or entry.facts["private"]:
            continue
        released = ledger.load_release(workspace, entry)
        if UNTRACED not in released.trace.columns and match_releases(released, now) is not None:
            raise StudyError(f"continues: {series_conflict_sentence(entry.id)}")


def _side(workspace: Workspace, entry: Entry, now: Released) -> Both:
    """A release of the series beside the new table: only the records that the release shows.

    StudyError if it is about other people, or shows other columns.
    """
    released = ledger.load_release(workspace, entry)
    both = None if UNTRACED in released.trace.columns else match_releases(released, now)
    if both is None:
        raise StudyError(
            f"continues: the release {entry.id} is about other people, or of a table"
            " that was never in memory."
        )
    if {*both.earlier.known} != {*now.shown.known}:
        raise StudyError(
            f"continues: {entry.id} shows other quasi-identifiers. A series always shows the same."
        )
    if {*both.earlier.other} != {*now.shown.other}:
        raise StudyError(
            f"continues: {entry.id} shows other columns besides. A series always shows the same."
        )
    return Both(both.records.filter(pl.col("a:state") == SHOWN), both.earlier, both.new)


def ladder_of(study: Study, problem: Problem, chain: Sequence[Entry]) -> tuple[Levels, ...]:
    """The ladder of the last release, or one through the levels of the first.

    Rungs are levels in the order of the study's columns, the coarsest first.
    """
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
    """The rung of a release whose records all have the same levels; -1 if they do not."""
    return -1 if first.facts["levels"] is None else ladder.index(levels_of(first, study))


def levels_of(entry: Entry, study: Study) -> Levels:
    """The levels of a release, in the order of the study's columns."""
    levels = entry.facts["levels"]
    if not set(study.generalized) <= set(levels):
        raise _other_levels(entry)
    return tuple(levels[name] or 0 for name in study.generalized)


def _other_levels(entry: Entry) -> StudyError:
    """The error about a release whose columns or levels the study does not allow."""
    return StudyError(
        f"continues: {entry.id} has columns or levels that this study does not allow. Use its"
        " quasi-identifiers, hierarchies, `min_level` and `max_level`."
    )
