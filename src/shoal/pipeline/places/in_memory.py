"""The independent check of a release that no file holds."""

import tempfile
from pathlib import Path
from typing import Any

import polars as pl

from shoal.engine.arrays import Bools
from shoal.pipeline.folder.effective import effective
from shoal.pipeline.folder.hierarchies import stored
from shoal.pipeline.release.graph import (
    ReleasedGraph,
    graph_written,
    known_clusters,
    released_graph,
)
from shoal.pipeline.states.released import Anonymized
from shoal.verify import Verdict, verify_frames


def verify_in_memory(
    done: Anonymized, frame: pl.DataFrame, mask: Bools, graph: ReleasedGraph | None = None
) -> Verdict:
    """Check a table in memory; what has no file gets one for as long as it takes."""
    with tempfile.TemporaryDirectory(prefix="shoal-") as name:
        folder = Path(name)
        graph = graph_written(done.study, folder, graph or released_graph(done))
        keys = effective(stored(done.explicit, folder), home=folder)
        before = done.whole.frame
        known: dict[str, Any] = {"drawn": done.chosen, **known_clusters(graph)}
        return verify_frames(keys, folder, before, frame, pl.Series(mask), **known)
