"""The independent check of a release that no file holds."""

import tempfile
from pathlib import Path

import polars as pl

from shoal.pipeline.folder.effective import effective
from shoal.pipeline.folder.hierarchies import stored
from shoal.pipeline.release.graph import graph_written, known_clusters
from shoal.pipeline.states.written import Written
from shoal.verify import Verdict, verify_frames


def verify_in_memory(written: Written) -> Verdict:
    """Check a table in memory; what has no file gets one for as long as it takes."""
    done = written.released
    with tempfile.TemporaryDirectory(prefix="shoal-") as name:
        folder = Path(name)
        graph = graph_written(done.study, folder, written.graph)
        return verify_frames(
            effective(stored(done.explicit, folder), home=folder),
            folder,
            done.whole.frame,
            written.place,
            pl.Series(written.suppressed),
            drawn=done.chosen,
            **known_clusters(graph),
        )
