import numpy as np

from shoal.engine.candidate import Candidate
from shoal.engine.grouping import group


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
