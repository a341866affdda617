"""A ward of six patients, three of whom are in the study: subset, population and people."""

import numpy as np
import polars as pl
import pytest

from shoal.engine.classes import classes_of
from shoal.engine.encode import encode
from shoal.engine.encode_population import number_persons
from shoal.engine.grouping import group
from shoal.errors import DataError
from shoal.hierarchies.hierarchy import Hierarchy

AGE = Hierarchy.of([["34", "36", "61", "66"], ["<50", "<50", ">=50", ">=50"], ["*"] * 4], "age")
WARD = pl.Series("age", ["34", "34", "36", "61", "66", "61"])
STUDY = WARD[[0, 2, 3]]


def texts(*values):
    return pl.Series(values, dtype=pl.String)


def ward(**more):
    return encode({"age": STUDY}, {"age": AGE}, population={"age": WARD}, **more)


@pytest.mark.parametrize(
    ("level", "sizes", "population", "strangers"),
    [(0, [1, 1, 1], [2, 1, 2], 1), (1, [2, 1], [3, 3], 0), (2, [3], [6], 0)],
)
def test_classes_know_everybody_who_looks_alike(level, sizes, population, strangers):
    encoded = ward()
    classes = classes_of(encoded, group(encoded, (level,)))
    assert classes.sizes.tolist() == sizes
    assert classes.population.tolist() == population
    assert classes.strangers == strangers


def test_only_the_released_records_are_records():
    encoded = ward()
    assert encoded.records == 3
    assert encoded.counts.tolist() == [1, 1, 1]
    assert len(encoded.tuple_of_record) == 3


def test_without_a_population_classes_know_nothing_of_it():
    encoded = encode({"age": STUDY}, {"age": AGE})
    classes = classes_of(encoded, group(encoded, (0,)))
    assert classes.population is None
    assert classes.strangers == 0


def test_people_of_the_population_count_once_per_class():
    # Both aged 34 are one person, and so are those aged 61 and 66.
    whole = texts("p", "p", "q", "r", "s", "s")
    encoded = ward(person=whole[[0, 2, 3]], population_person=whole)
    assert classes_of(encoded, group(encoded, (0,))).population.tolist() == [1, 1, 2]
    assert classes_of(encoded, group(encoded, (1,))).population.tolist() == [2, 2]


def test_a_large_hierarchy_is_cut_down_to_the_values_of_table_and_population():
    codes = [str(number) for number in range(5000)]
    zips = Hierarchy.of([codes, ["*"] * 5000], "zip")
    encoded = encode(
        {"zip": texts("7", "9")}, {"zip": zips}, population={"zip": texts("7", "8", "9")}
    )
    assert encoded.columns[0].sizes == (3, 1)
    assert classes_of(encoded, group(encoded, (1,))).population.tolist() == [3]


def test_values_of_the_population_must_be_in_the_hierarchy_too():
    with pytest.raises(DataError, match="'age': the values of 1 of 2 records"):
        encode({"age": texts("34")}, {"age": AGE}, population={"age": texts("34", "99")})


def test_a_person_counts_once_for_each_value_of_a_class():
    # One person with three records of flu and one of hiv, another with flu.
    encoded = encode(
        {"age": texts("34", "34", "36", "36", "34")},
        {"age": AGE},
        sensitive={"ill": texts("flu", "flu", "flu", "hiv", "flu")},
        person=texts("p", "p", "p", "p", "q"),
    )
    apart = classes_of(encoded, group(encoded, (0,)))
    assert apart.sizes.tolist() == [2, 1]
    assert apart.histogram("ill").tolist() == [[2, 0], [1, 1]]
    merged = classes_of(encoded, group(encoded, (1,)))
    assert merged.histogram("ill").tolist() == [[2, 1]]
    assert merged.histograms["ill"].reference.tolist() == [2, 1]


def test_missing_persons_are_one_person():
    assert np.unique(number_persons(texts("p", None, None, "q"))).size == 3
