"""New records in the form of a locally recoded release (spec/utility.md §5.2, open in paper 001).

Local recoding places records pass by pass, each pass with levels of its own. A new record takes the
form of the first pass that released a class which it fits: had it been in the table, that is where
it would have been placed. A record that fits no class looks like the suppressed ones: it shows the
root of every column.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts
from shoal.learning.labeling import Labeling


@dataclass(frozen=True, eq=False)
class Way:
    """One pass: how it labels values, and what its released classes look like.

    Attributes:
        levels: The level of each column.
        labelings: The labels of each column at its level.
        classes: The different released combinations of labels, one column per column.
        records: How many records were released this way.
    """

    levels: Mapping[str, int]
    labelings: tuple[Labeling, ...]
    classes: pl.DataFrame
    records: int


@dataclass(frozen=True, eq=False)
class LocalForm:
    """All ways in their order.

    Attributes:
        names: The columns whose form depends on the class.
        ways: The passes, the first one first.
        roots: What each column shows of a record that fits no class.
    """

    names: tuple[str, ...]
    ways: tuple[Way, ...]
    roots: Mapping[str, str]

    def texts(self, values: Mapping[str, pl.Series]) -> dict[str, pl.Series]:
        """The released texts of values as hierarchies see them."""
        records = len(next(iter(values.values())))
        shown = {name: np.full(records, self.roots[name], object) for name in self.names}
        left = np.arange(records)
        for way in self.ways:
            if not len(left):
                break
            labels = _labels(way, {name: values[name].gather(left) for name in self.names})
            fits = _found(labels, way.classes)
            for name in self.names:
                shown[name][left[fits]] = labels[name].filter(pl.Series(fits)).to_numpy()
            left = left[~fits]
        return {name: pl.Series(name, shown[name], dtype=pl.String) for name in self.names}


def released_texts(
    labelings: Sequence[Labeling], local: LocalForm | None, values: Mapping[str, pl.Series]
) -> dict[str, pl.Series]:
    """The released texts of raw values, column by column."""
    texts = {each.name: each.plain(values[each.name]) for each in labelings}
    found = {each.name: each.labels(texts[each.name]) for each in labelings if each.kind != "local"}
    if local is not None:
        found |= local.texts({name: texts[name] for name in local.names})
    return {each.name: found[each.name] for each in labelings}


def _labels(way: Way, values: Mapping[str, pl.Series]) -> pl.DataFrame:
    columns = [each.labels(values[each.name]).alias(each.name) for each in way.labelings]
    return pl.DataFrame(columns)


def _found(
    labels: pl.DataFrame, classes: pl.DataFrame
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which combinations are among those of the classes."""
    known = classes.with_columns(pl.lit(True).alias("\0known"))
    joined = labels.join(
        known, on=labels.columns, how="left", nulls_equal=True, maintain_order="left"
    )
    return joined["\0known"].is_not_null().to_numpy()


def counted(ways: tuple[Way, ...]) -> Counts:
    """How many records were released each way."""
    return np.array([way.records for way in ways], np.int64)
