"""Intervals from the distribution: round edges, halves, few records nowhere alone."""

from itertools import pairwise

import numpy as np
import polars as pl

from shoal.hierarchies.automatic_numbers import FEWEST, intervals_of
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


def test_skewed_numbers_get_intervals_of_about_as_many_records():
    known = column(incomes())
    made = intervals_of(known, 4)
    sizes = np.bincount(made.build(known.values).codes[1], weights=known.counts)
    assert made.intervals is not None
    assert sizes.min() > 0.3 * sizes.mean()


def test_every_level_has_about_half_as_many_labels():
    known = column(ages())
    counts = [len(labels) for labels in intervals_of(known, 6).build(known.values).labels]
    assert counts[-1] == 1
    assert all(1.2 <= below / above <= 3 for below, above in pairwise(counts))


def test_edges_are_round_the_more_the_higher():
    known = column(incomes())
    made = intervals_of(known, 3)
    assert all(edge % 500 == 0 for edge in made.edges)


def test_an_interval_is_not_cut_below_a_few_records():
    known = column(incomes()[:100])
    hierarchy = intervals_of(known, 6).build(known.values)
    assert np.bincount(hierarchy.codes[1], weights=known.counts).min() >= FEWEST


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


def test_numbers_of_any_size_are_cut():
    known = column([10**15 * value for value in range(1, 60)])
    assert intervals_of(known, 5).build(known.values).has_root
