"""What a search decided, in a form that can be applied to any batch of records.

A candidate says a level for each column and which classes are left out. Both are small, whatever
the number of records: they are applied batch after batch, or sent to every machine of a cluster.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars.selectors import by_name

from shoal.engine.arrays import Bools, Codes
from shoal.engine.dictionary import Dictionary
from shoal.engine.encoded import EncodedTable
from shoal.errors import DataError
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.search.problem.outcome import Outcome

ROOM = 2**62  # with fewer combinations, the codes of a record fit into one number


@dataclass(frozen=True, eq=False)
class Recoding:
    """Levels, and the classes that are suppressed.

    Attributes:
        hierarchies: The hierarchy of each quasi-identifier, in the order of the study.
        levels: The level of each quasi-identifier.
        suppressed: One row per suppressed class, one column per quasi-identifier: the code of its
            label.
    """

    hierarchies: Mapping[str, Hierarchy]
    levels: Sequence[int]
    suppressed: NDArray[np.int32]

    @classmethod
    def of(
        cls, encoded: EncodedTable, outcome: Outcome, hierarchies: Mapping[str, Hierarchy]
    ) -> "Recoding":
        """What an outcome of a global search does."""
        gone = np.zeros(len(encoded.counts), np.bool_)
        gone[encoded.tuple_of_record] = outcome.suppressed
        columns = []
        for at, column in enumerate(encoded.columns):
            level = outcome.levels[at]
            known = Dictionary.of(hierarchies[column.name].labels[level].cast(pl.String))
            # A large hierarchy was cut down to the values that occur: back to its own codes.
            own = known.codes(column.labels[level].cast(pl.String))
            columns.append(own[encoded.codes(at, level)[gone]])
        names = [column.name for column in encoded.columns]
        classes = np.unique(np.stack(columns, axis=1), axis=0)
        return cls({name: hierarchies[name] for name in names}, outcome.levels, classes)

    def apply(self, texts: Mapping[str, pl.Series]) -> tuple[dict[str, pl.Series], Bools]:
        """The labels of a batch of records, and which of them are suppressed.

        Args:
            texts: For each quasi-identifier, its values as texts; DataError if one was not counted.

        Returns:
            The labels by column, null in suppressed records, and one flag per record.
        """
        codes = [self._codes(at, name, texts[name]) for at, name in enumerate(self.hierarchies)]
        suppressed = self._is_suppressed(codes)
        kept = pl.Series(~suppressed)
        labels = {}
        for at, name in enumerate(self.hierarchies):
            shown = pl.select(pl.when(kept).then(pl.Series(codes[at]))).to_series()
            labels[name] = self._enums[at].gather(shown).alias(name)
        return labels, suppressed

    def codes(self, name: str, texts: pl.Series) -> Codes:
        """The number of the label of each text of a column, at its level."""
        return self._codes(list(self.hierarchies).index(name), name, texts)

    def _codes(self, at: int, name: str, texts: pl.Series) -> Codes:
        """The same for the column at a place."""
        rows = self._dictionaries[at].codes(texts)
        if rows.size and rows.min() < 0:
            raise DataError(
                f"Column {name!r} has values that were not there when the data was counted. It"
                " changed while it was read; run the study again on data that stays as it is."
            )
        return self.hierarchies[name].codes[self.levels[at]][rows]

    def _is_suppressed(self, codes: Sequence[Codes]) -> Bools:
        """One flag per record: whether its class is suppressed; `codes` are by column."""
        if not len(self.suppressed):
            return np.zeros(len(codes[0]), np.bool_)
        if prod(self._sizes) >= ROOM:
            return self._is_suppressed_by_join(codes)
        keys, gone = self._pack(codes), self._keys_of_suppressed
        place = np.minimum(np.searchsorted(gone, keys), len(gone) - 1)
        is_suppressed: Bools = gone[place] == keys
        return is_suppressed

    def _is_suppressed_by_join(self, codes: Sequence[Codes]) -> Bools:
        """The same where the codes of all columns do not fit into one number."""
        names = [str(at) for at in range(len(codes))]
        records = pl.DataFrame(dict(zip(names, codes, strict=True)))
        gone = pl.DataFrame(self.suppressed, schema=names).with_columns(gone=pl.lit(value=True))
        joined = records.join(gone, on=by_name(names), how="left", maintain_order="left")
        is_suppressed: Bools = joined["gone"].fill_null(value=False).to_numpy()
        return is_suppressed

    def _pack(self, codes: Sequence[Codes]) -> NDArray[np.int64]:
        """The codes of each record as one number."""
        keys = np.zeros(len(codes[0]), np.int64)
        for size, column in zip(self._sizes, codes, strict=True):
            keys *= size
            keys += column
        return keys

    @cached_property
    def _keys_of_suppressed(self) -> NDArray[np.int64]:
        """The suppressed classes as numbers, ascending."""
        return np.sort(self._pack(list(self.suppressed.T)))

    @cached_property
    def _sizes(self) -> list[int]:
        """How many labels each column has at its level."""
        pairs = zip(self.hierarchies.values(), self.levels, strict=True)
        return [len(hierarchy.labels[level]) for hierarchy, level in pairs]

    @cached_property
    def _dictionaries(self) -> list[Dictionary]:
        """The values of each column, to look up their places in the hierarchy."""
        return [Dictionary.of(hierarchy.levels[0]) for hierarchy in self.hierarchies.values()]

    @cached_property
    def _enums(self) -> list[pl.Series]:
        """The labels of each column at its level, each once, in the order of their codes."""
        pairs = zip(self.hierarchies.values(), self.levels, strict=True)
        labels = [hierarchy.labels[level] for hierarchy, level in pairs]
        return [texts.cast(pl.Enum(texts.drop_nulls())) for texts in labels]
