"""Earth mover's distances against their definitions, and by the examples of paper 004."""

from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy.toy import COLUMN, classes_with
from shoal.errors import StudyError
from shoal.privacy.distances import equal, hierarchical, in_order

COUNTS = st.lists(st.integers(0, 5), min_size=7, max_size=7)
TREE = ([0, 1, 2, 3, 4, 5, 6], [0, 0, 1, 1, 2, 2, 2], [0, 0, 0, 0, 1, 1, 1], [0] * 7)


def found(distance, *counts, **more):
    classes = classes_with(*counts, **more)
    return distance(classes.histograms[COLUMN], len(classes.sizes)).tolist()


def test_the_example_of_paper_004():
    # Q = (1/5, 3/5, 1/5); the classes are (1/2, 1/2, 0) and (0, 2/3, 1/3).
    table = [1, 1, 0], [0, 2, 1]
    assert found(in_order, *table) == pytest.approx([0.25, 1 / 6])
    assert found(equal, *table) == pytest.approx([0.3, 0.2])


def test_the_example_of_a_hierarchy_with_two_branches():
    tree, reference = ([0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 0]), [1, 1, 1, 1]
    table = [1, 1, 0, 0], [1, 0, 1, 0]
    assert found(hierarchical, *table, reference=reference, tree=tree) == [0.5, 0.25]


def test_a_hierarchy_whose_values_never_meet_has_a_root_above():
    tree, reference = ([0, 1, 2, 3], [0, 0, 1, 1]), [1, 1, 1, 1]
    table = [1, 1, 0, 0], [1, 0, 1, 0]
    assert found(hierarchical, *table, reference=reference, tree=tree) == [0.5, 0.25]
    assert found(hierarchical, *table, reference=reference, tree=tree[:1]) == [0.5, 0.5]


def test_a_column_of_one_value_has_no_distance():
    for distance in (equal, in_order, hierarchical):
        assert found(distance, [3], [1], tree=([0], [0])) == [0, 0]
        assert found(distance, [3], [1], tree=([0],)) == [0, 0]


def test_a_hierarchical_distance_needs_a_hierarchy():
    with pytest.raises(StudyError, match="hierarchy"):
        found(hierarchical, [1, 1])


def test_values_that_only_others_have_count_as_steps():
    # The middle value does not occur, yet the way from the first to the last is two steps.
    assert found(in_order, [1, 0, 0], reference=[1, 0, 1]) == [0.5]
    assert found(in_order, [1, 0], reference=[1, 1]) == [0.5]


def exactly(counts, reference):
    """Shares of a class and of the table as fractions."""
    return [[Fraction(count, sum(side)) for count in side] for side in (counts, reference)]


def by_definition(counts, reference):
    p, q = exactly(counts, reference)
    apart = [a - b for a, b in zip(p, q, strict=True)]
    return {
        equal: sum(map(abs, apart)) / 2,
        in_order: sum(map(abs, accumulate(apart))) / (len(p) - 1),
        hierarchical: _flow(apart),
    }


def _flow(extra):
    """Li et al.: at each node, what its children exchange, times its height."""
    cost, height = Fraction(0), len(TREE) - 1
    for level in range(1, len(TREE)):
        for node in set(TREE[level]):
            inside = [at for at, found in enumerate(TREE[level]) if found == node]
            below = {
                child: sum(extra[at] for at in inside if TREE[level - 1][at] == child)
                for child in {TREE[level - 1][at] for at in inside}
            }.values()
            gain, loss = sum(x for x in below if x > 0), sum(-x for x in below if x < 0)
            cost += Fraction(level, height) * min(gain, loss)
    return cost


@pytest.mark.parametrize("distance", [equal, in_order, hierarchical])
@given(rows=st.lists(COUNTS.filter(any), min_size=1, max_size=4), more=COUNTS)
def test_distances_are_what_they_are_defined_to_be(distance, rows, more):
    reference = np.sum([*rows, more], axis=0).tolist()
    measured = found(distance, *rows, reference=reference, tree=TREE)
    for row, value in zip(rows, measured, strict=True):
        assert value == pytest.approx(float(by_definition(row, reference)[distance]), abs=1e-14)
        assert -1e-15 <= value <= 1


def test_a_thousand_values_and_a_million_records_are_exact_enough():
    dice = np.random.default_rng(5)
    rows = dice.integers(0, 3, (20, 1000)) * dice.integers(0, 2, (20, 1000))
    reference = rows.sum(axis=0) + dice.integers(0, 2000, 1000)
    measured = found(in_order, *rows, reference=reference)
    for row, value in zip(rows.tolist(), measured, strict=True):
        assert abs(value - by_definition_of_order(row, reference.tolist())) < 1e-14


def by_definition_of_order(row, reference):
    p, q = exactly(row, reference)
    gaps = accumulate(a - b for a, b in zip(p, q, strict=True))
    return float(sum(map(abs, gaps)) / (len(row) - 1))


def test_an_empty_class_is_answered_without_complaint():
    for distance in (equal, in_order, hierarchical):
        values = found(distance, [1, 1, 0, 0, 0, 0, 0], [0] * 7, reference=[1] * 7, tree=TREE)
        assert np.isfinite(values).all()
