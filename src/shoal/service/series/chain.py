"""The releases of a series, from the first to the one that a study continues."""

import json
from pathlib import Path

from shoal.errors import StudyError
from shoal.service.ledger import ledger
from shoal.service.ledger.ledger import Entry
from shoal.service.study import Study
from shoal.service.workspace import Workspace, workspace_of


def chain_of(workspace: Workspace, study: Study) -> list[Entry]:
    """The releases that a study continues, the first one first."""
    known = {one.id: one for one in ledger.entries(workspace)}
    found: list[Entry] = []
    name: str | None = named(study)
    while name is not None:
        one = known.get(name) or ledger.entry(workspace, name)
        _refuse_unfit(one)
        found.insert(0, one)
        name = one.facts.get("continues")
    if found[0].facts["levels"] is None:
        raise StudyError(
            f"continues: in {found[0].id}, records have levels of their own. A series begins with"
            " a release in which all records have the same (`recoding: global`)."
        )
    return found


def named(study: Study) -> str:
    """The name of the release that a study continues; it may say a run folder instead."""
    said = str(study.continues)
    summary = study.folder / said / "summary.json"
    served = workspace_of(study.folder).owner
    if served or not summary.is_file():
        return said
    try:
        return str(json.loads(summary.read_text("utf-8"))["ledger"]["id"])
    except (OSError, ValueError, KeyError, TypeError):
        raise StudyError(f"continues: no ledger knows the run {Path(said)}.") from None


def _refuse_unfit(one: Entry) -> None:
    if not ledger.counts(one):
        raise StudyError(
            f"continues: {one.id} was not given to anybody, or it was withdrawn. Leave `continues`"
            " out, or give it first."
        )
    if one.facts["private"]:
        raise StudyError(
            f"continues: {one.id} is differentially private. Any release may follow it; leave"
            " `continues` out."
        )
