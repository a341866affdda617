"""What local recoding did, as part of the summary: how many cells stand at which level."""

from typing import Any

import numpy as np

from shoal.report.summary import plain
from shoal.service.local_ways import kept_records, levels_of_tuples
from shoal.service.pipeline import Anonymized
from shoal.service.plugins import plugin_settings
from shoal.service.recoding_key import recodings


def with_recoding(summary: dict[str, Any], done: Anonymized) -> dict[str, Any]:
    """The summary of a run with the levels of its classes, where these have their own."""
    if not done.study.is_local or done.recoded is None:
        return summary
    levels, records = levels_of_tuples(done), kept_records(done)
    there = records > 0
    by_level = {
        column.name: np.bincount(levels[:, at], records, column.height + 1).astype(np.int64)
        for at, column in enumerate(done.problem.encoded.columns)
    }
    settings = plugin_settings(recodings(), done.study.recoding)
    found = {
        **settings,
        "level_vectors": len(np.unique(levels[there], axis=0)),
        "passes": len(done.outcome.passes) or None,
        "records_by_level": {name: counts.tolist() for name, counts in by_level.items()},
    }
    return {**summary, "recoding": plain(found)}
