"""The verb `give`: a draft becomes a release, and the ledger knows who has it.

A draft is verified once more and compared with everything that was given from the same people. Its
folder is then replaced as a whole: files called `draft` are called `release`, and the certificate
says that it was given. Should this be interrupted, the ledger knows the release already; giving it
again ends what was begun.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shoal.errors import DataError, StudyError
from shoal.service import runs
from shoal.service.input_identity import fingerprint
from shoal.service.ledger import ledger
from shoal.service.ledger.give import give as give_in_ledger
from shoal.service.private.account import now
from shoal.service.run.given import given_name, is_draft, published
from shoal.service.verbs import as_study, verify_run
from shoal.service.workspace import Workspace, ledger_of, workspace_of
from shoal.verify.run_folder import RunFolder


@dataclass(frozen=True)
class Given:
    """What was given.

    Attributes:
        id: Its name in the ledger.
        run: Its folder.
        release: Its file.
        together: What it tells together with earlier releases, which was acknowledged.
    """

    id: str
    run: Path
    release: Path
    together: list[str]

    @property
    def summary(self) -> dict[str, Any]:
        """The summary of the run, which lists the files as they are called now."""
        return dict(RunFolder.of(self.run).summary)


def give(
    run: Path,
    workspace: Workspace | None = None,
    *,
    to: str | None = None,
    note: str | None = None,
    acknowledge: Mapping[str, str] | None = None,
) -> Given:
    """Give a run away, or refuse with reasons.

    Args:
        run: The run folder.
        workspace: Where the ledger is; where the run was made if not given.
        to: Who gets it.
        note: What is kept beside it in the ledger.
        acknowledge: Why nobody can hold both, by the name of an earlier release.
    """
    folder = RunFolder.of(run)
    id, workspace = _known(folder.summary, workspace)
    runs.approved(verify_run(run), as_study(run / "study.yaml"))
    _refuse_other(folder, workspace, id)
    together = give_in_ledger(workspace, id, {"to": to, "note": note}, _reasons(acknowledge))
    if is_draft(run):
        published(run, to)
    ledger.add_fact(workspace, id, "certificate_sha256", fingerprint(run / "certificate.json"))
    [release] = [*run.glob("release.*")]
    return Given(id, run, release, together.accepted)


def give_known(
    summary: Mapping[str, Any],
    to: str | None,
    note: str | None,
    acknowledge: Mapping[str, str] | None,
) -> dict[str, str | None]:
    """Give a table in memory away; gives what its certificate says."""
    id, workspace = _known(summary, None)
    give_in_ledger(workspace, id, {"to": to, "note": note}, _reasons(acknowledge))
    return {"date": now()[:10], "to": to}


def _known(summary: Mapping[str, Any], workspace: Workspace | None) -> tuple[str, Workspace]:
    """What the ledger calls a run, and where it is."""
    known = summary.get("ledger")
    if not isinstance(known, Mapping):
        raise StudyError(
            "This is no run that can be given: no ledger knows it. Those of older versions, of"
            " `shoal demo` and of tables in memory without a workspace are in none. Run the study,"
            " and give that run."
        )
    return str(known["id"]), ledger_of(workspace or _workspace(known.get("workspace")))


def _workspace(folder: str | None) -> Workspace:
    """The workspace in which a run was made; a server says it by its settings."""
    return workspace_of(Path()) if folder is None else Workspace(Path(folder))


def _refuse_other(folder: RunFolder, workspace: Workspace, id: str) -> None:
    """What is given is what the ledger has compared, and nothing else."""
    known = ledger.entry(workspace, id).facts["release"]
    if known["file"] is None:
        raise StudyError("This release is a table of a database: it was given when it was written.")
    names = (known["file"], given_name(known["file"]))
    if known["sha256"] not in [fingerprint(folder.path / name) for name in names]:
        raise DataError(f"{folder.path} does not hold the release that the ledger calls {id}.")


def _reasons(acknowledge: Mapping[str, str] | None) -> dict[str, str]:
    reasons = {name: why.strip() for name, why in (acknowledge or {}).items()}
    for name, why in reasons.items():
        if not why:
            raise StudyError(f"Why can nobody hold both? `--acknowledge {name}=REASON`.")
    return reasons
