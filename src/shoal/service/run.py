"""The verb `run`: from the file of a study to a verified run folder."""

from pathlib import Path

from shoal.ledger.budget import Tell
from shoal.ledger.record import open_recorder
from shoal.pipeline import spine
from shoal.pipeline.folder.folder import EXAMPLE, explain_disk_errors, open_draft
from shoal.pipeline.places.choice import folder_of
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.progress import Watch
from shoal.report.types.summary import Report
from shoal.study.study import Study, read_study


def run_to(
    asked: Study, out: Path, *, force: bool, watch: Watch, clock: Stopwatch, tell: Tell
) -> Report:
    """Anonymize the file of a study and write a verified run folder; returns the report.

    The run is recorded in the ledger. A run that fails leaves neither folder nor entry.

    Args:
        asked: The study.
        out: The run folder.
        force: Whether a run that is there is replaced.
        watch: Called now and then; raises Canceled to stop.
        clock: Where the time goes.
        tell: Called with what differential privacy will spend.
    """
    kind = folder_of(asked)
    kind.refuse(asked, force=force)
    # The release is visible when `open_draft` ends, and then `open_recorder` has it in the ledger.
    with (
        explain_disk_errors(),
        open_recorder(asked, out, at_once=kind.at_once) as recorder,
        open_draft(out, force=force) as folder,
    ):
        place = kind(asked, folder, force, recorder, tell)
        return spine.run(place, clock, watch).report


def run_example(out: Path, *, watch: Watch, clock: Stopwatch) -> Report:
    """Run the built-in example; its table, hierarchies and study are written along.

    A run that is there is replaced. No ledger records it.
    """
    from shoal.data.example import write_example  # noqa: PLC0415  (runs of others go without)

    with explain_disk_errors(), open_draft(out, force=True) as folder:
        study = read_study(write_example(folder / EXAMPLE))
        return spine.run(folder_of(study)(study, folder), clock, watch).report
