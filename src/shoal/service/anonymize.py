"""The verb `anonymize`: takes a table in memory, and returns the same kind of table."""

from pathlib import Path

from shoal.pipeline import spine
from shoal.pipeline.places.choice import memory_of
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.progress import Watch
from shoal.service.release import Release
from shoal.study.study import Study


def anonymize_in_memory(
    data: object, asked: Study, watch: Watch, workspace: Path | None
) -> Release:
    """The release of a table in memory, or of a file, as the same kind of table.

    Args:
        data: The table, or the path of a file.
        asked: The study.
        watch: Called now and then; raises Canceled to stop.
        workspace: The folder whose ledger records the release; None if none does.
    """
    place = memory_of(data, asked, workspace)
    reported = spine.run(place, Stopwatch(), watch)
    written = reported.written
    assert written.suppressed is not None  # noqa: S101  (they are in memory)
    table = getattr(place, "table", None)
    frame = written.place if table is None else table.back(written.place)
    about = (reported.report, asked.given(), written.shown, written.graph)
    return Release(frame, written.suppressed, *about)
