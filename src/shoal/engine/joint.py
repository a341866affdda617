"""Values of several columns outside the key that occur together in records.

What is predicted from columns that no level generalizes depends on all of them at once: how often
each one occurs with a tuple of quasi-identifiers is not enough.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts
from shoal.engine.dictionary import Dictionary
from shoal.engine.distinct import distinct


@dataclass(frozen=True, eq=False)
class Joint:
    """How often values of other columns occur together, and with each distinct tuple.

    Attributes:
        tuples: The distinct tuple of each entry.
        counts: In how many records all values of the entry occur together.
        values: Per column: the code of the entry's value; the missing value is one, too.
        by_record: Per column: the code of each record's value; empty in a part of a table.
    """

    tuples: Codes = field(default_factory=lambda: np.zeros(0, np.int32))
    counts: Counts = field(default_factory=lambda: np.zeros(0, np.int64))
    values: Mapping[str, Codes] = field(default_factory=dict)
    by_record: Mapping[str, Codes] = field(default_factory=dict)

    def numbers(self, columns: Sequence[str]) -> Codes:
        """A number for each entry, the same for entries with the same values in these columns."""
        names = tuple(columns)
        if names not in self._numbers:
            self._numbers[names] = number_entries([self.values[name] for name in names])
        return self._numbers[names]

    @cached_property
    def _numbers(self) -> dict[tuple[str, ...], Codes]:
        """Numbers that were asked for: every candidate asks for the same ones."""
        return {}

    def move_tuples(self, place: Codes) -> "Joint":
        """The entries whose tuple still exists, under its new number."""
        tuples = place[self.tuples]
        there = tuples >= 0
        values = {name: codes[there] for name, codes in self.values.items()}
        return replace(self, tuples=tuples[there], counts=self.counts[there], values=values)


def joint_of(tuples: Codes, columns: Mapping[str, pl.Series], counts: Counts) -> Joint:
    """The combinations of values that occur in records, with the tuples they occur with."""
    if not columns:
        return Joint()
    codes = {
        name: Dictionary.of(values.unique().sort()).codes(values)
        for name, values in columns.items()
    }
    return joint_of_codes(tuples, codes, counts)


def joint_of_codes(tuples: Codes, codes: Mapping[str, Codes], counts: Counts) -> Joint:
    """The same for values that have codes already."""
    if not codes:
        return Joint()
    rows = np.stack([tuples, *codes.values()], axis=1).astype(np.uint64)
    keys, sums, _ = distinct(rows, counts)
    found = keys.astype(np.int32).T.copy()
    return Joint(found[0], sums, dict(zip(codes, found[1:], strict=True)), codes)


def number_entries(columns: Sequence[Codes]) -> Codes:
    """A number for each entry, the same for entries that are the same in all columns."""
    return reduce(_number_pairs, columns)


def _number_pairs(one: Codes, other: Codes) -> Codes:
    pairs = (one.astype(np.uint64) << np.uint64(32)) | other.astype(np.uint64)
    return distinct(pairs.reshape(-1, 1), np.ones(len(pairs), np.int64))[2]
