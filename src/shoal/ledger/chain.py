"""The releases of a series, from the first to the one that a study continues."""

import json

from shoal.errors import StudyError
from shoal.ledger import ledger
from shoal.ledger.ledger import Entry
from shoal.ledger.workspace import Workspace, workspace_of
from shoal.study.study import Study


def chain_of(workspace: Workspace, study: Study) -> list[Entry]:
    """The releases that a study continues and that somebody has, the first one first.

    StudyError if the last one cannot be continued, or the first one has no single levels.
    """
    known = {entry.id: entry for entry in ledger.entries(workspace)}
    last = ledger.find_entry(workspace, release_name(study))
    _refuse_unfit(last)
    before = [known[name] for name in last.facts.get("series", ()) if name in known]
    chain = [*(entry for entry in before if ledger.has_holders(entry)), last]
    if all(chain[0].facts.get(key) is None for key in ("levels", "ladder")):
        raise StudyError(
            f"continues: in {chain[0].id}, records have levels of their own. A series begins with"
            " a release in which all records have the same (`recoding: global`)."
        )
    return chain


def series_of(workspace: Workspace, study: Study) -> list[str]:
    """The ids of all releases that a study continues, withdrawn ones too; the first one first.

    Empty if it continues none.
    """
    if study.continues is None:
        return []
    last = ledger.find_entry(workspace, release_name(study))
    return [*last.facts.get("series", ()), last.id]


def release_name(study: Study) -> str:
    """The id of the release that a study continues; the study may name its run folder instead.

    On a server, the study names the id. StudyError if the folder's summary names no release.
    """
    said = str(study.continues)
    if workspace_of(study.folder).owner:
        return said
    try:
        text = (study.folder / said / "summary.json").read_text("utf-8")
    except (OSError, ValueError):  # not a run folder, or not even a valid path
        return said
    try:
        return str(json.loads(text)["ledger"]["id"])
    except (ValueError, KeyError, TypeError):
        raise StudyError(f"continues: no ledger knows the run {said}.") from None


def _refuse_unfit(last: Entry) -> None:
    """Raise an error if nobody has the release, or if it is differentially private."""
    if not ledger.has_holders(last):
        raise StudyError(
            f"continues: {last.id} was not given to anybody, or it was withdrawn. Leave `continues`"
            " out, or give it first."
        )
    if last.facts["private"]:
        raise StudyError(
            f"continues: {last.id} is differentially private. Any release may follow it; leave"
            " `continues` out."
        )
