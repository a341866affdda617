from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import StudyError
from shoal.risk.column_subsets import column_subsets

tables = st.lists(st.tuples(*[st.integers(0, 3)] * 4), min_size=2, max_size=30)


def subsets(rows, largest=None):
    tuples, counts = np.unique(np.array(rows, np.int32), axis=0, return_counts=True)
    names = [f"c{at}" for at in range(tuples.shape[1])]
    return column_subsets(names, tuples, counts, largest)


def plain(rows, chosen):
    """Distinction and separation by their definitions."""
    cells = [tuple(row[at] for at in chosen) for row in rows]
    differ = sum(one != other for one, other in combinations(cells, 2))
    return len(set(cells)) / len(cells), differ / (len(cells) * (len(cells) - 1) / 2)


def disagreements(rows, found):
    wrong = 0
    for mask, *values in zip(found.masks, found.distinction, found.separation, strict=True):
        chosen = [at for at in range(4) if mask >> at & 1]
        wrong += values != pytest.approx(plain(rows, chosen))
    return wrong


def test_the_worked_example_of_the_specification():
    found = subsets([[0]] + [[1]] + [[2]] * 2 + [[3]] * 3 + [[4]] * 5)
    assert found.distinction == pytest.approx([5 / 12])
    assert found.separation == pytest.approx([104 / 132])


@given(tables)
def test_every_set_is_as_its_definition_says(rows):
    found = subsets(rows)
    assert sorted(found.masks) == list(range(1, 16))
    assert disagreements(rows, found) == 0


def test_a_lost_class_would_be_noticed():
    rows = [(0, 0, 0, 0), (0, 1, 0, 0), (1, 1, 0, 0)]
    found = subsets(rows)
    found.distinction[3] -= 1 / 3
    assert disagreements(rows, found) == 1


@given(tables)
def test_contributions_add_up_to_the_distinction_of_all_columns(rows):
    found = subsets(rows)
    nothing = 0.0  # the empty set tells nobody apart
    everything = found.distinction[list(found.masks).index(15)]
    assert sum(found.contributions().values()) == pytest.approx(everything - nothing)


def test_a_column_with_one_value_contributes_almost_nothing():
    share = subsets([(0, 1, 2, 0), (0, 2, 1, 0), (0, 0, 0, 0)]).contributions()
    assert share["c0"] < share["c1"]


def test_sets_may_be_kept_small():
    assert len(subsets([(0, 1, 2, 3), (3, 2, 1, 0)], largest=2).masks) == 4 + 6


def test_too_many_sets_are_refused_with_their_number():
    with pytest.raises(StudyError, match=r"30 columns have 1,073,741,823 sets"):
        column_subsets([f"c{at}" for at in range(30)], np.zeros((1, 30), np.int32), np.ones(1))


def test_no_record_has_no_sets():
    none = column_subsets(["c"], np.zeros((0, 1), np.int32), np.zeros(0, np.int64))
    assert none.masks.size == 0
