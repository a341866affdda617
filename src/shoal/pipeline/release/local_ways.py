"""The classes of a locally recoded release, as new records can follow them.

If records were placed in passes, classes of earlier passes come first, because a new record would
have been placed there. Otherwise the class that loses least comes first.
"""

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.parts import levels_of
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.learning.labeling import Labeling
from shoal.learning.local_form import LocalForm
from shoal.pipeline.states.released import Released

ROOT = "*"


def local_form(
    done: Released, names: Sequence[str], labeling: Callable[[str, int], Labeling]
) -> LocalForm:
    """How new records come into the form of a locally recoded release.

    Args:
        done: The anonymized table.
        names: Columns whose levels depend on the class.
        labeling: How values of a column are labeled at a level.
    """
    classes = _classes(done, names)
    levels = np.stack([classes[f"level {name}"].to_numpy() for name in names], axis=1)
    labelings = {
        name: {level: labeling(name, level) for level in np.unique(levels[:, at]).tolist()}
        for at, name in enumerate(names)
    }
    roots = {name: root_of(done, name) for name in names}
    shown, records = classes.select(by_name(names)), classes["records"].to_numpy().astype(np.int64)
    return LocalForm(labelings, levels.astype(np.int32), shown, records, roots)


def local_form_in_memory(done: Released, names: Sequence[str]) -> LocalForm:
    """The same for records of the table itself, whose values all have labels.

    Values are looked up in the hierarchy; nothing of this form is meant to be exported.
    """

    def label_by_table(name: str, level: int) -> Labeling:
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

    return local_form(done, names, label_by_table)


def root_of(done: Released, name: str) -> str:
    """The label of a column that stands for everything; `*` if its hierarchy has no root."""
    hierarchy: Hierarchy = done.hierarchies[name]
    return str(hierarchy.labels[-1][0]) if hierarchy.has_root and hierarchy.height else ROOT


def levels_of_tuples(done: Released) -> Codes:
    """The levels of the recoded table: one line for each tuple, one column for each column."""
    assert done.recoded is not None  # noqa: S101  (asked by the callers)
    return levels_of(done.problem.encoded, done.recoded)


def levels_of_classes(done: Released) -> Codes:
    """The same for tuples that have released records; tuples of one class have a line each."""
    return levels_of_tuples(done)[count_released_records(done) > 0]


def _classes(done: Released, names: Sequence[str]) -> pl.DataFrame:
    """Released classes in the order in which new records try them.

    The frame has a column of labels for each name, its level as `level NAME`, the number of
    `records`, and the `place` in the order.
    """
    recoded = done.recoded
    assert recoded is not None  # noqa: S101  (asked by the callers)
    columns = [done.study.generalized.index(name) for name in names]
    levels, records = levels_of_tuples(done)[:, columns], count_released_records(done)
    of_level = [f"level {name}" for name in names]
    shown = {
        name: recoded.columns[at].labels[0].cast(pl.String).gather(recoded.codes(at, 0))
        for name, at in zip(names, columns, strict=True)
    }
    classes = pl.DataFrame(shown).with_columns(
        *(pl.Series(name, levels[:, at]) for at, name in enumerate(of_level)),
        pl.Series("records", records),
        pl.Series("place", _places(done, columns, levels)),
    )
    together = (pl.col("records").sum(), pl.col("place").min())
    classes = classes.filter(pl.col("records") > 0).group_by([*of_level, *names]).agg(*together)
    return classes.sort(["place", *of_level, *names], nulls_last=True)


def _places(done: Released, columns: Sequence[int], levels: Codes) -> Floats:
    """A number for each tuple that orders classes, the first lowest: its pass, or what it loses.

    Args:
        done: The anonymized table.
        columns: The places of the columns that count.
        levels: Their levels, one line for each tuple.
    """
    passes = [tuple(levels_of_pass[at] for at in columns) for levels_of_pass in done.outcome.passes]
    if passes:
        place = {levels_of_pass: at for at, levels_of_pass in reversed(list(enumerate(passes)))}
        return np.array([place.get(tuple(row), len(passes)) for row in levels.tolist()], np.float64)
    recoded = done.recoded
    assert recoded is not None  # noqa: S101  (asked by the callers)
    lost = np.zeros(len(levels))
    for at in columns:
        column = recoded.columns[at]
        lost += column.weight * column.covers[0][recoded.codes(at, 0)] / max(1, column.domain)
    return lost


def count_released_records(done: Released) -> Counts:
    """How many records of each tuple of the recoded table are released."""
    recoded = done.recoded
    assert recoded is not None  # noqa: S101  (asked by the callers)
    places = recoded.tuple_of_record[~done.outcome.suppressed]
    return np.bincount(places, minlength=len(recoded.counts)).astype(np.int64)
