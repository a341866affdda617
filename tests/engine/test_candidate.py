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


def test_marginals_count_kept_and_suppressed_records_apart(toy):
    candidate = Candidate(toy, group(toy, (1, 0)), np.array([False, False, False, True]))
    assert candidate.marginal(0, suppressed=False).tolist() == [4, 2]
    assert candidate.marginal(0, suppressed=True).tolist() == [0, 1]
    assert candidate.marginal(1, suppressed=False).tolist() == [4, 2]
    assert candidate.marginal(1, suppressed=True).tolist() == [0, 1]
