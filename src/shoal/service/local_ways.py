"""The passes of a locally recoded release, as new records can follow them."""

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.learning.labeling import Labeling
from shoal.learning.local_form import LocalForm, Way
from shoal.service.pipeline import Anonymized

ROOT = "*"


def local_form(
    done: Anonymized, names: Sequence[str], labeling: Callable[[str, int], Labeling]
) -> LocalForm:
    """How new records come into the form of a locally recoded release.

    Args:
        done: The anonymized table.
        names: Columns whose levels depend on the class.
        labeling: How values of a column are labeled at a level.
    """
    levels = levels_of_tuples(done)
    columns = [done.study.generalized.index(name) for name in names]
    known: dict[tuple[int, ...], list[int]] = {}
    for tuple_, row in enumerate(levels[:, columns].tolist()):
        known.setdefault(tuple(row), []).append(tuple_)
    kept = _kept_records(done)
    order = [tuple(found[at] for at in columns) for found in done.outcome.passes]
    ways = []
    for found in sorted(known, key=lambda one: order.index(one) if one in order else len(order)):
        tuples = np.array([one for one in known[found] if kept[one]], np.int64)
        if len(tuples):
            ways.append(_way(done, names, found, tuples, labeling))
    return LocalForm(tuple(names), tuple(ways), {name: root_of(done, name) for name in names})


def in_memory(done: Anonymized, names: Sequence[str]) -> LocalForm:
    """The same for records of the table itself, whose values all have labels."""

    def labeling(name: str, level: int) -> Labeling:
        hierarchy, column = done.hierarchies[name], done.study.columns[name]
        table = dict(zip(hierarchy.levels[0], hierarchy.levels[level], strict=True))
        return Labeling(
            name,
            "table",
            column.type_settings,
            table=table,
            root=root_of(done, name),
            unseen="root",
        )

    return local_form(done, names, labeling)


def root_of(done: Anonymized, name: str) -> str:
    """The label that stands for everything."""
    hierarchy: Hierarchy = done.hierarchies[name]
    return str(hierarchy.labels[-1][0]) if hierarchy.has_root and hierarchy.height else ROOT


def levels_of_tuples(done: Anonymized) -> Codes:
    """The levels of each tuple of the recoded table: labels of all levels stand side by side."""
    assert done.recoded is not None  # noqa: S101  (asked by the callers)
    found = []
    for at, column in enumerate(done.problem.encoded.columns):
        starts = np.cumsum([0, *column.sizes])
        codes = done.recoded.codes(at, 0)
        found.append(np.searchsorted(starts, codes, side="right") - 1)
    return np.stack(found, axis=1).astype(np.int32)


def _way(
    done: Anonymized,
    names: Sequence[str],
    levels: tuple[int, ...],
    tuples: np.ndarray[tuple[int], np.dtype[np.int64]],
    labeling: Callable[[str, int], Labeling],
) -> Way:
    recoded = done.recoded
    assert recoded is not None  # noqa: S101  (asked by the callers)
    place = {column.name: at for at, column in enumerate(recoded.columns)}
    shown = [
        recoded.columns[place[name]]
        .labels[0]
        .gather(recoded.codes(place[name], 0)[tuples])
        .cast(pl.String)
        .alias(name)
        for name in names
    ]
    labelings = tuple(labeling(name, level) for name, level in zip(names, levels, strict=True))
    records = int(_kept_records(done)[tuples].sum())
    classes = pl.DataFrame(shown).unique().sort(list(names))
    return Way(dict(zip(names, levels, strict=True)), labelings, classes, records)


def _kept_records(done: Anonymized) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """How many records of each tuple of the recoded table are released."""
    recoded = done.recoded
    assert recoded is not None  # noqa: S101  (asked by the callers)
    places = recoded.tuple_of_record[~done.outcome.suppressed]
    return np.bincount(places, minlength=len(recoded.counts)).astype(np.int64)
