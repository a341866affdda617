"""What local recoding did, as part of the summary: how many cells are at which level."""

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts
from shoal.pipeline.states.released import Released
from shoal.report.summary import plain
from shoal.report.types.sections import Shape
from shoal.report.types.summary import Summary
from shoal.study.keys.plain import Settings
from shoal.study.keys.plugins import plugin_settings
from shoal.study.keys.recoding import recodings

MOST_SHAPES = 50  # combinations of levels that a summary lists


def with_recoding(summary: Summary, done: Released) -> Summary:
    """The summary of a run with the levels of its classes; unchanged if all share their levels."""
    if not done.way.by_class or done.recoded is None:
        return summary
    from shoal.pipeline.release.local_ways import (  # noqa: PLC0415  (for local recoding only)
        count_released_records,
        levels_of_tuples,
    )

    levels, records = levels_of_tuples(done), count_released_records(done)
    there = records > 0
    by_level = {
        column.name: np.bincount(levels[:, at], records, column.height + 1).astype(np.int64)
        for at, column in enumerate(done.problem.encoded.columns)
    }
    settings = plugin_settings(recodings(), done.study.recoding)
    facts = {
        **settings,
        **_series(done),
        "level_vectors": len(np.unique(levels[there], axis=0)),
        "passes": None if done.study.continues else len(done.outcome.passes) or None,
        "records_by_level": {name: counts.tolist() for name, counts in by_level.items()},
        "shapes": _shapes(done, levels, records),
    }
    blurred = int(records[_at_the_top(done, levels)].sum())
    return {**summary, "fully_generalized_records": blurred, "recoding": plain(facts)}


def _shapes(done: Released, levels: Codes, records: Counts) -> list[Shape]:
    """Combinations of levels with their classes and records, those of most records first.

    They tell how coarse classes are, never what is in them.

    Args:
        done: The anonymized table.
        levels: The levels of each tuple of the recoded table.
        records: How many of its records are released.
    """
    recoded = done.recoded
    assert recoded is not None  # noqa: S101  (asked by the caller)
    there, columns = records > 0, range(len(recoded.columns))
    shown = np.stack([recoded.codes(at, 0) for at in columns], axis=1)[there]
    classes, place = np.unique(np.hstack((levels[there], shown)), axis=0, return_inverse=True)
    sizes = np.bincount(place.reshape(-1), records[there]).astype(np.int64)
    vectors, shape = np.unique(classes[:, : levels.shape[1]], axis=0, return_inverse=True)
    shape = shape.reshape(-1)
    totals = np.bincount(shape, sizes).astype(np.int64)
    return [
        {
            "levels": vectors[at].tolist(),
            "classes": int((shape == at).sum()),
            "records": int(totals[at]),
            "smallest": int(sizes[shape == at].min()),
            "largest": int(sizes[shape == at].max()),
        }
        for at in np.argsort(-totals, kind="stable")[:MOST_SHAPES].tolist()
    ]


def _series(done: Released) -> Settings:
    """What the next release of a series must know; empty where no series is continued."""
    if done.study.continues is None:
        return {}
    names = [column.name for column in done.problem.encoded.columns]
    ladder: Settings = {"columns": [*names], "rungs": [list(rung) for rung in done.outcome.passes]}
    return {"continues": done.study.continues, "ladder": ladder}


def _at_the_top(done: Released, levels: Codes) -> Bools:
    """Which tuples of the recoded table are at the top of every column."""
    recoded = done.recoded
    assert recoded is not None  # noqa: S101  (asked by the caller)
    top = np.ones(len(levels), np.bool_)
    for at, (before, after) in enumerate(
        zip(done.problem.encoded.columns, recoded.columns, strict=True)
    ):
        whole = after.covers[0][recoded.codes(at, 0)] == before.domain
        top &= whole | (levels[:, at] == before.height)
    return top
