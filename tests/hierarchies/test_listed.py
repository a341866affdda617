import polars as pl

from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.listed import Listed, useful_levels


def levels(*sizes):
    return [pl.Series([str(n * size // 64) for n in range(64)]) for size in sizes]


def test_levels_that_tell_no_fewer_values_apart_are_left_out():
    assert useful_levels(levels(64, 64, 8, 8, 1), 6) == [2]


def test_the_levels_missed_least_go_first():
    assert useful_levels(levels(64, 60, 32, 4, 2), 3) == [2, 3]


def test_there_is_always_a_root():
    made = Listed.of(levels(64, 8), 1, "test").hierarchy
    assert [len(labels) for labels in made.labels] == [64, 1]
    assert made.labels[-1][0] == "*"


def test_a_listed_hierarchy_is_what_it_is():
    hierarchy = Hierarchy.of([["a", "b"], ["*", "*"]], "test")
    assert Listed(hierarchy).build(pl.Series(["c"])) is hierarchy
