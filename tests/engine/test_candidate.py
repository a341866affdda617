import numpy as np
import polars as pl

from shoal.engine.candidate import Candidate, distinct_values
from shoal.engine.encode import encode
from shoal.engine.grouping import group
from shoal.hierarchies.hierarchy import Hierarchy


def test_suppressed_records_and_tuples_follow_their_classes(toy):
    candidate = Candidate(toy, group(toy, (1, 0)), np.array([False, False, False, True]))
    assert candidate.levels == (1, 0)
    assert candidate.suppressed_records == 1
    assert candidate.suppressed_tuples[toy.tuple_of_record].tolist() == [
        *[False] * 3,
        True,
        *[False] * 3,
    ]


def test_sums_go_over_all_records_and_over_the_suppressed_ones(toy):
    candidate = Candidate(toy, group(toy, (1, 0)), np.array([False, False, False, True]))
    per_code = np.array([1, 100])  # below 50, at least 50; women and men as first seen
    assert candidate.sums(0, per_code) == (304, 100)
    assert candidate.sums(1, per_code) == (304, 100)


def test_different_values_in_a_class_are_those_of_its_records():
    # Ages 1, 3 and 2 of ward A, of which the second stands for no record; age 1 of ward B.
    wards, ages = pl.Series(["A", "A", "A", "B"]), pl.Series(["1", "3", "2", "1"])
    hierarchy = Hierarchy.of([["A", "B"], ["*", "*"]], "wards")
    table = encode(
        {"ward": wards},
        {"ward": hierarchy},
        aggregated={"age": ages},
        counts=np.array([1, 0, 2, 1]),
    )
    [column] = table.aggregated
    assert distinct_values(column.values, group(table, (0,))).tolist() == [2, 1]
    assert distinct_values(column.values, group(table, (1,))).tolist() == [2]
    candidate = Candidate(table, group(table, (0,)), np.array([False, True]))
    assert candidate.distinct_sums(column.values) == (3 * 2 + 1, 1)
