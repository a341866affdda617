"""k-anonymity: every record looks like at least k - 1 others (Sweeney 2002)."""

import numpy as np
import pytest

from bridge import problem_of
from golden.tables import column
from reference import Question
from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models
from shoal.privacy.model import is_decided_by_size, minimum_size

SIZES = np.array([1, 2, 3, 4, 5])


def k_anonymity(k):
    return privacy_models.build({"model": "k-anonymity", "k": k})


@pytest.mark.parametrize(
    ("k", "flags"),
    [
        (2, [True, False, False, False, False]),
        (4, [True, True, True, False, False]),
        (6, [True] * 5),
    ],
)
def test_classes_with_fewer_than_k_members_break_the_promise(k, flags):
    classes = EquivalenceClasses(SIZES, SIZES)
    assert k_anonymity(k).violations(classes).tolist() == flags


def test_people_count_not_records():
    classes = EquivalenceClasses(sizes=np.array([1, 2]), records=np.array([9, 9]))
    assert k_anonymity(2).violations(classes).tolist() == [True, False]


def test_the_toy_table_suppresses_the_fourth_record():
    problem = problem_of(Question((column("toy", "age"), column("toy", "sex")), 2, "1"))
    candidate = problem.candidate((1, 0))
    flags = candidate.suppressed_tuples[problem.encoded.tuple_of_record]
    assert flags.tolist() == [False, False, False, True, False, False, False]


def test_it_declares_what_the_search_needs():
    promise = k_anonymity(7)
    assert promise.monotonic is Monotonic.ALWAYS
    assert is_decided_by_size(promise)
    assert minimum_size(promise) == 7


@pytest.mark.parametrize("k", [1, 0, -1, 2.5, "two", None])
def test_k_is_a_whole_number_of_at_least_two(k):
    with pytest.raises(StudyError, match="'k'"):
        k_anonymity(k)
