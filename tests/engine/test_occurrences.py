"""Values of other columns, counted per distinct tuple."""

import numpy as np
import polars as pl

from shoal.engine.occurrences import occurrences_of

TUPLES = np.array([0, 1, 0, 1, 1], np.int32)
VALUES = pl.Series(["flu", None, "flu", "angina", None])


def told(found):
    """Tuple, value and count of each entry, with the value's text."""
    labels = found.labels.to_list()
    lines = zip(found.tuples.tolist(), found.values.tolist(), found.counts.tolist(), strict=True)
    return {(place, labels[value]): count for place, value, count in lines}


def test_values_are_counted_with_their_tuples_and_known_record_by_record():
    found = occurrences_of(TUPLES, VALUES, np.ones(5, np.int64))
    assert told(found) == {(0, "flu"): 2, (1, None): 2, (1, "angina"): 1}
    assert found.labels.to_list() == ["angina", "flu", None]
    assert found.labels.gather(found.by_record).to_list() == VALUES.to_list()


def test_an_entry_may_stand_for_several_records():
    found = occurrences_of(TUPLES, VALUES, np.array([5, 1, 2, 1, 1], np.int64))
    assert told(found)[(0, "flu")] == 7


def test_a_person_counts_once_for_each_value():
    people = np.array([0, 1, 0, 1, 2], np.int32)
    found = occurrences_of(TUPLES, VALUES, np.ones(5, np.int64), people=people)
    assert sorted(zip(found.tuples.tolist(), found.people.tolist(), strict=True)) == [
        *((0, 0), (1, 1), (1, 1), (1, 2)),
    ]
