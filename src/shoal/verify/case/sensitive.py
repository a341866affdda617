"""The columns that promises are about: their values in the input and in the release.

A value is known by its code in the input's dictionary. Released cells that are no value of the
input (then other checks fail) share one more code that the input never has.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.verify.case.linked import Linked, input_values
from shoal.verify.study.terms import ColumnTerms, Terms
from shoal.verify.values.dictionary import Coded, Codes, positions
from shoal.verify.values.hierarchies import labels_by_level
from shoal.verify.values.scales import rank_values
from shoal.verify.values.spellings import one_spelling

Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Sensitive:
    """One column that a promise names.

    Attributes:
        terms: What the study says about it.
        data: The input's values.
        release: The value of each released record; None if the column is not released.
        folder: What the path of its hierarchy is relative to.
        people: Whose record each record of the input is; None where records are counted.
    """

    terms: ColumnTerms
    data: Coded
    release: Codes | None
    folder: Path
    people: Whole | None = None

    @property
    def size(self) -> int:
        """How many codes there are, the one of foreign cells included."""
        return len(self.data.texts) + 1

    @cached_property
    def table(self) -> Whole:
        """How many records of the input, or people, have each value."""
        if self.people is None:
            return np.append(self.data.counts, 0)
        everybody = int(self.people.max(initial=0)) + 1
        pairs = np.unique(self.data.codes.astype(np.int64) * everybody + self.people)
        return np.bincount(pairs // everybody, minlength=self.size)

    @cached_property
    def ranks(self) -> Whole:
        """The place of each value in the order of the column's type, foreign cells last."""
        return np.append(rank_values(self.terms, self.data.texts).ranks, len(self.data.texts))

    @cached_property
    def tree(self) -> list[Whole]:
        """Per level of the column's hierarchy, the node of each value; foreign cells are apart."""
        return list(self._levels())

    def _levels(self) -> Iterator[Whole]:
        """The nodes of each level, level 0 first."""
        for level in labels_by_level(self.terms, self.data.texts, self.folder):
            nodes = positions(level, level.unique(maintain_order=True))
            yield np.append(nodes, nodes.max(initial=-1) + 1).astype(np.int64)


def sensitive_columns(
    terms: Terms,
    columns: Iterable[Linked],
    data: pl.DataFrame,
    folder: Path,
    people: Whole | None,
) -> dict[str, Sensitive]:
    """The columns that promises name; those that are not released are read from `data`."""
    released = {column.terms.name: column for column in columns}
    sensitive = {}
    for name in terms.columns_in_promises:
        if name in released:
            column = released[name]
            coded, cells = column.data, _as_input(column)
        else:
            coded, cells = input_values(data[name], terms.columns[name]), None
        sensitive[name] = Sensitive(
            terms.columns[name], *_as_values(coded, cells, terms.columns[name]), folder, people
        )
    return sensitive


def _as_values(given: Coded, cells: Codes | None, terms: ColumnTerms) -> tuple[Coded, Codes | None]:
    """The input's values and the codes of released cells; texts that look alike become one."""
    texts = one_spelling(given.texts, terms)
    values = given.rename(texts)
    if cells is None:
        return values, None
    return values, np.append(positions(texts, values.texts), len(values.texts))[cells]


def _as_input(column: Linked) -> Codes:
    """The released cells as codes of the input's dictionary; foreign ones have the next code."""
    foreign = len(column.data.texts)
    codes = np.full(len(column.release.texts), foreign)
    known = column.levels[0] >= 0
    codes[column.levels[0][known]] = np.flatnonzero(known)
    return codes[column.release.codes]
