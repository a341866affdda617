"""Tuples formed anew from records, where records that were equal may no longer be.

Values of columns outside the key follow their records: a table knows them record by record, as
small integers, so nobody has to keep the raw table.
"""

from dataclasses import replace

import numpy as np

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.distinct import distinct
from shoal.engine.encode_population import people_by_number
from shoal.engine.encoded import AggregatedColumn, EncodedColumn, EncodedTable, Occurrences
from shoal.engine.joint import joint_of_codes
from shoal.engine.layout import Layout
from shoal.engine.occurrences import occurrences_of_codes


def regroup_records(
    encoded: EncodedTable, columns: tuple[EncodedColumn, ...], layout: Layout, keys: Keys
) -> EncodedTable:
    """The table with other columns.

    Args:
        encoded: The table whose records these are; not a part of one.
        columns: The new columns.
        layout: Where their codes stand in a key.
        keys: The new key of each record.
    """
    each = np.ones(len(keys), np.int64) if encoded.entries is None else encoded.entries
    found, counts, place = distinct(keys, each)
    follow = _Following(encoded.people, place, each)
    return replace(
        encoded,
        columns=columns,
        layout=layout,
        keys=found,
        counts=counts,
        tuple_of_record=place,
        sensitive={
            name: follow.sensitive_column(values) for name, values in encoded.sensitive.items()
        },
        targets={
            name: follow.column_by_records(values) for name, values in encoded.targets.items()
        },
        people=follow.persons(),
        aggregated=tuple(
            AggregatedColumn(column.name, follow.column_by_records(column.values), column.weight)
            for column in encoded.aggregated
        ),
        joint=joint_of_codes(place, encoded.joint.by_record, each),
    )


class _Following:
    """Values of columns outside the key, under the new numbers of tuples."""

    def __init__(self, people: Occurrences | None, place: Codes, each: Counts) -> None:
        self._people, self._place, self._each = people, place, each

    def sensitive_column(self, values: Occurrences) -> Occurrences:
        """A sensitive column, counted in people where they were."""
        return self._count_again(values, None if values.people is None else _codes(self._people))

    def column_by_records(self, values: Occurrences) -> Occurrences:
        """Any other column, counted in records."""
        return self._count_again(values, None)

    def persons(self) -> Occurrences | None:
        """The persons behind the records."""
        if self._people is None:
            return None
        labels = self._people.labels
        return people_by_number(self._place, _codes(self._people), self._each, labels)

    def _count_again(self, values: Occurrences, people: Codes | None) -> Occurrences:
        found = occurrences_of_codes(self._place, _codes(values), self._each, values.labels, people)
        return replace(found, tree=values.tree, whole=values.reference)


def _codes(values: Occurrences | None) -> Codes:
    if values is None or values.by_record is None:
        raise ValueError("records of a part of a table are not known one by one")
    return values.by_record
