"""Intervals with round edges, of one width or growing, whatever loses less."""

from decimal import Decimal
from itertools import pairwise

import numpy as np
import polars as pl

from shoal.hierarchies.automatic_numbers import as_study_number, intervals_of
from shoal.hierarchies.counted import Counted
from shoal.hierarchies.suppression import Suppression


def column(numbers):
    return Counted.of(pl.Series([str(number) for number in numbers]))


def ages():
    return np.random.default_rng(1).normal(45, 15, 5000).clip(0, 99).astype(int)


def incomes():
    return np.random.default_rng(1).lognormal(10, 1, 5000).astype(int)


def test_even_numbers_get_one_round_width():
    made = intervals_of(column([n for n in range(80) for _ in range(50)]), 5)
    assert made.width == 5


def test_skewed_numbers_get_steps_that_grow_with_them():
    known = column(incomes())
    made = intervals_of(known, 4)
    assert made.edges[:8] == (0, 1, 2, 5, 10, 20, 50, 100)
    labels = made.build(known.values).labels
    assert "[20000, 50000[" in labels[1].to_list()
    assert "[10000, 100000[" in labels[2].to_list()


def test_every_level_has_about_half_as_many_labels():
    known = column(ages())
    counts = [len(labels) for labels in intervals_of(known, 6).build(known.values).labels]
    assert counts[-1] == 1
    assert all(1.2 <= below / above <= 3 for below, above in pairwise(counts[1:]))


def test_no_value_decides_an_edge():
    """As it was: the ends lay around the data's own minimum and maximum."""
    known = [intervals_of(column([*incomes(), largest]), 4) for largest in (10**6, 10**8)]
    usual = column(incomes()).values
    one, other = (made.build(usual).levels[1] for made in known)
    assert one.equals(other)


def test_a_number_far_away_does_not_decide_the_width():
    numbers = [n for n in range(80) for _ in range(50)]
    assert intervals_of(column([*numbers, 10**9]), 5).width == 5


def test_numbers_that_cannot_be_cut_are_removed_together():
    assert intervals_of(column([1, 2, 3]), 6) == Suppression()


def test_a_value_that_most_records_have_stays_alone():
    zeros_and_more = [0] * 900 + list(range(1, 101))
    known = column(zeros_and_more)
    hierarchy = intervals_of(known, 6).build(known.values)
    below_root = hierarchy.levels[-2]
    zero = known.values.to_list().index("0")
    assert (below_root == below_root[zero]).sum() == 1


def test_decimals_and_negative_numbers_are_cut_exactly():
    known = column([f"{value / 10}" for value in range(-300, 300)])
    made = intervals_of(known, 5)
    assert made.build(known.values).has_root


def test_whole_numbers_stay_whole():
    assert (as_study_number(Decimal("40.0")), as_study_number(Decimal("0.5"))) == (40, 0.5)
    assert isinstance(as_study_number(Decimal("40.0")), int)


def test_negative_numbers_grow_in_both_directions():
    debts = [sign * income for sign, income in zip([-1, 1] * 2500, incomes(), strict=True)]
    made = intervals_of(column(debts), 4)
    assert {-1000, 0, 1000} <= set(made.edges)
    assert made.edges[0] == -made.edges[-1]


def test_numbers_of_any_size_are_cut():
    known = column([10**15 * value for value in range(1, 60)])
    assert intervals_of(known, 5).build(known.values).has_root
