"""From typed texts to values of a study."""

import pytest

from shoal.web.forms.texts import (
    EMPTY,
    free_of,
    free_text,
    list_of,
    list_text,
    number_of,
    number_text,
    same,
    short,
)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("5", 5), (" 0.10 ", 0.1), ("1e-6", 1e-6), ("", EMPTY), (None, EMPTY), ("five", "five")],
)
def test_a_number_is_read_and_what_is_none_stays_for_the_library_to_refuse(typed, value):
    assert number_of(typed) == value


def test_a_number_looks_as_a_person_types_it():
    assert [number_text(one) for one in (1200.0, 0.5, 5, None)] == ["1200", "0.5", "5", ""]


def test_a_list_is_written_with_commas():
    assert list_of("1, 2,,3", numbers=True) == [1, 2, 3]
    assert list_of(" ") is EMPTY
    assert list_text([1, 2]) == "1, 2"


def test_free_text_is_yaml_and_comes_back():
    value = [{"size": 2, "label": "set"}, 3]
    assert free_of(free_text(value)) == value
    assert free_of("[1, 2") == "[1, 2"


def test_only_what_differs_from_the_defaults_or_is_needed_is_kept():
    given = {"k": 5, "estimator": "none", "significance": 0.05, "fraction": EMPTY, "on": True}
    defaults = {"estimator": "none", "significance": 0.01, "on": 1}
    assert short(given, defaults, frozenset({"k"})) == {"k": 5, "significance": 0.05, "on": True}


def test_true_is_not_one_and_empty_is_nothing():
    assert not same(True, 1)
    assert same({}, None)
    assert same(0.5, 0.5)
