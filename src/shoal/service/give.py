"""The verb `give`: a draft becomes a release, and the ledger knows who has it.

A draft is verified once more and compared with everything that was given from the same people. Its
folder is then replaced as a whole: files called `draft` are called `release`, and the certificate
says that it was given. If this is interrupted, the ledger has the release already; giving it again
completes the step.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from shoal.data.input_identity import fingerprint
from shoal.errors import DataError, StudyError
from shoal.ledger import ledger
from shoal.ledger.give import give as give_in_ledger
from shoal.ledger.known import find_in_ledger, reasons_of
from shoal.ledger.workspace import Workspace
from shoal.pipeline.spine import approve
from shoal.report.types.summary import Summary
from shoal.service.given import is_draft, name_when_given, publish_release
from shoal.service.verbs import verify_run
from shoal.study.given import as_study
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
    def summary(self) -> Summary:
        """The summary of the run, with the new names of its files."""
        return cast(Summary, dict(RunFolder.of(self.run).summary))


def give(
    run: Path,
    workspace: Workspace | None = None,
    *,
    id: str | None = None,
    to: str | None = None,
    note: str | None = None,
    acknowledge: Mapping[str, str] | None = None,
) -> Given:
    """Give a run away, or refuse with reasons.

    Args:
        run: The run folder.
        workspace: Where the ledger is; where the run was made if not given.
        id: What the ledger calls the run, where the run does not know it.
        to: Who gets it.
        note: What is kept beside it in the ledger.
        acknowledge: Why nobody can hold both, by the name of an earlier release.
    """
    folder = RunFolder.of(run)
    if id is None or workspace is None:
        id, workspace = find_in_ledger(folder.summary, workspace)
    approve(verify_run(run), as_study(run / "study.yaml"))
    refuse_other_release(folder, workspace, id)
    together = give_in_ledger(workspace, id, {"to": to, "note": note}, reasons_of(acknowledge))
    if is_draft(run):
        publish_release(run, to)
    ledger.add_fact(workspace, id, "certificate_sha256", fingerprint(run / "certificate.json"))
    [release] = [*run.glob("release.*")]
    return Given(id, run, release, together.accepted)


def refuse_other_release(folder: RunFolder, workspace: Workspace, id: str) -> None:
    """Refuse a folder that does not hold the release that the ledger has compared."""
    known = ledger.find_entry(workspace, id).facts["release"]
    if known["file"] is None:
        raise StudyError("This release is a table of a database: it was given when it was written.")
    names = (known["file"], name_when_given(known["file"]))
    if known["sha256"] not in [fingerprint(folder.path / name) for name in names]:
        raise DataError(f"{folder.path} does not hold the release that the ledger calls {id}.")
