"""A generalization hierarchy: every value of a column, at every level.

Level 0 holds the values themselves; each higher level is determined by the one below, so two
values that share a label also share their labels on all levels above. A label covers a part of the
column's domain: by default, as many values as there are under it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.errors import DataError
from shoal.hierarchies.distinct_labels import make_distinct
from shoal.hierarchies.problems import hierarchy_problems

Level = pl.Series | Sequence[str | None]


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """The values of a column and their labels on each level; made by `Hierarchy.of`.

    A row is the position of a value in `levels[0]`; its labels have the same position.

    Attributes:
        levels: Per level, the label of each row; `levels[0]` are the values, null is missing.
        codes: Per level, the label of each row as a number, counted by first occurrence.
        labels: Per level, the label that each code stands for.
        covers: Per level, how much of the domain each code covers, in the unit of `domain`.
        domain: The size of the whole domain: by default, the number of values.
        source: The name of the hierarchy in messages.
    """

    levels: tuple[pl.Series, ...]
    codes: tuple[NDArray[np.int32], ...]
    labels: tuple[pl.Series, ...]
    covers: tuple[NDArray[np.int64], ...]
    domain: int
    source: str

    @classmethod
    def of(cls, levels: Sequence[Level], source: str) -> "Hierarchy":
        """The hierarchy with these levels, or one `DataError` that lists all its problems.

        Args:
            levels: Per level, the values first, the label of each row.
            source: The name of the hierarchy in messages.
        """
        series = tuple(_texts(level) for level in levels)
        problems = hierarchy_problems(series)
        if problems:
            raise DataError(*(f"Hierarchy {source}: {problem}" for problem in problems))
        codes, labels = zip(*(_encode_labels(level) for level in series), strict=True)
        covers = tuple(np.bincount(code).astype(np.int64) for code in codes)
        return cls(series, codes, labels, covers, len(series[0]), source)

    @property
    def height(self) -> int:
        """The number of times a value can be generalized."""
        return len(self.levels) - 1

    @property
    def has_root(self) -> bool:
        """Whether the top level has a single label, so that the column can be removed entirely."""
        return len(self.labels[-1]) == 1

    @property
    def has_missing(self) -> bool:
        """Whether the missing value has a row."""
        return self.levels[0].null_count() > 0

    def rows(self, values: pl.Series) -> NDArray[np.int32]:
        """The row of each value, or -1 if the hierarchy does not have it."""
        leaves, rows = self._index
        return values.replace_strict(leaves, rows, default=-1, return_dtype=pl.Int32).to_numpy()

    def with_covers(self, covers: Sequence[NDArray[np.int64]], domain: int) -> "Hierarchy":
        """The same hierarchy with other covers.

        Args:
            covers: Per level, how much of the domain each code covers.
            domain: The size of the whole domain, in the same unit.
        """
        return replace(self, covers=tuple(covers), domain=domain)

    def relabel(self, shown: NDArray[np.bool_], levels: Sequence[Level]) -> "Hierarchy":
        """The same groups with new labels for some of the values.

        Args:
            shown: One flag per row: whether it gets new labels.
            levels: Per level, the values first, the new labels of these rows only; levels that are
                not given stay as they are. Groups without such a row keep their labels, with a
                suffix if another group has them now.
        """
        changes = zip(self.codes, self.labels, levels, strict=False)
        changed = [_rename_labels(*level, shown) for level in changes]
        labels = [*changed, *self.labels[len(changed) :]]
        texts = (names.gather(codes) for names, codes in zip(labels, self.codes, strict=True))
        return replace(self, levels=tuple(texts), labels=tuple(labels))

    def with_missing(self) -> "Hierarchy":
        """The hierarchy with a row for the missing value, which counts as one more value.

        A missing value stays missing on every level; only a single root covers it too.
        """
        if self.has_missing:
            return self
        tops: list[str | None] = [None] * len(self.levels)
        if self.has_root and self.height:
            tops[-1] = self.labels[-1][0]
        grown = [_append_label(level, top) for level, top in zip(self.levels, tops, strict=True)]
        return self._cover_missing(Hierarchy.of(grown, self.source))

    def _cover_missing(self, grown: "Hierarchy") -> "Hierarchy":
        """Keep the covers of this hierarchy; the missing value covers as little as any value."""
        one = int(self.covers[0].min())
        covers = [
            _covers_with_missing(*pair, one) for pair in zip(self.covers, grown.covers, strict=True)
        ]
        return grown.with_covers(covers, self.domain + one)

    @cached_property
    def _index(self) -> tuple[pl.Series, pl.Series]:
        """The values and their rows, in the form Polars looks them up."""
        return self.levels[0], pl.Series(range(len(self.levels[0])), dtype=pl.Int32)


def _texts(level: Level) -> pl.Series:
    """A level as a series of texts."""
    return pl.Series(level, dtype=pl.String).alias("label")


def _encode_labels(level: pl.Series) -> tuple[NDArray[np.int32], pl.Series]:
    """The code of each row and the label of each code, numbered in order of first rows."""
    labels = level.unique(maintain_order=True)
    if len(labels) == len(level):
        return np.arange(len(level), dtype=np.int32), level
    numbers = {label: number for number, label in enumerate(labels)}
    return np.array([numbers[label] for label in level], np.int32), labels


def _rename_labels(
    codes: NDArray[np.int32], labels: pl.Series, names: Level, shown: NDArray[np.bool_]
) -> pl.Series:
    """The labels of a level's codes after the shown rows got new names.

    Args:
        codes: The code of each row.
        labels: The label of each code so far.
        names: The new label of each shown row.
        shown: One flag per row.
    """
    texts = labels.to_list()
    seen = dict(zip(codes[shown].tolist(), names, strict=True))
    hidden = [code for code, text in enumerate(texts) if code not in seen and text is not None]
    free = make_distinct((texts[code] for code in hidden), (name for name in seen.values() if name))
    renamed = {**seen, **dict(zip(hidden, free, strict=True))}
    return _texts([renamed.get(code) for code in range(len(texts))])


def _append_label(level: pl.Series, label: str | None) -> pl.Series:
    """A level with one more row."""
    return pl.concat([level, _texts([label])])


def _covers_with_missing(
    before: NDArray[np.int64], after: NDArray[np.int64], one: int
) -> NDArray[np.int64]:
    """The covers of one level after the missing value joined, as a label of its own or in the root.

    Args:
        before: The cover of each code without the missing value.
        after: The same with it, counted in values; only its length is used.
        one: How much the missing value covers.
    """
    return np.append(before, one) if len(after) > len(before) else before + one
