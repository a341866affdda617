"""Giving a run that is known by its summary, which says what the ledger calls it."""

from collections.abc import Mapping
from pathlib import Path

from shoal.errors import StudyError
from shoal.ledger.account import now
from shoal.ledger.give import give
from shoal.ledger.workspace import Workspace, ledger_of, workspace_of
from shoal.report.types.certificate import GivenFacts
from shoal.report.types.summary import Summary


def give_in_memory(
    summary: Summary,
    to: str | None,
    note: str | None,
    acknowledge: Mapping[str, str] | None,
) -> GivenFacts:
    """Give the release of a run in memory; returns what its certificate says about that.

    Args:
        summary: The summary of the run, which says what the ledger calls it.
        to: The recipient, if known.
        note: What else is kept about it.
        acknowledge: Reasons why nobody can hold both, by the id of the earlier release.
    """
    id, workspace = find_in_ledger(summary, None)
    give(workspace, id, {"to": to, "note": note}, reasons_of(acknowledge))
    return {"date": now()[:10], "to": to}


def find_in_ledger(
    summary: Mapping[str, object], workspace: Workspace | None
) -> tuple[str, Workspace]:
    """What the ledger calls a run, and the workspace of that ledger.

    StudyError if no ledger knows the run.

    Args:
        summary: The summary of the run.
        workspace: The workspace of the run; None looks for it where the summary says.
    """
    known = summary.get("ledger")
    if not isinstance(known, Mapping):
        raise StudyError(
            "This is no run that can be given: no ledger knows it. Those of older versions, of"
            " `shoal demo` and of tables in memory without a workspace are in none. Run the study,"
            " and give that run."
        )
    return str(known["id"]), ledger_of(workspace or _workspace(known.get("workspace")))


def _workspace(folder: str | None) -> Workspace:
    """The workspace in which a run was made; on a server, the settings name it."""
    return workspace_of(Path()) if folder is None else Workspace(Path(folder))


def reasons_of(acknowledge: Mapping[str, str] | None) -> dict[str, str]:
    """Why nobody can hold both, by the name of an earlier release; an empty reason is an error."""
    reasons = {name: why.strip() for name, why in (acknowledge or {}).items()}
    for name, why in reasons.items():
        if not why:
            raise StudyError(f"Why can nobody hold both? `--acknowledge {name}=REASON`.")
    return reasons
