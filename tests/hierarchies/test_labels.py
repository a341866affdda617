import numpy as np
import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.hierarchies import builder_of
from shoal.hierarchies.distinct_labels import make_distinct


def one_group(label, *values, **options):
    """The label of one group of all values."""
    given = {"builder": "ordered-groups", "groups": [len(values)], "label": label, **options}
    return builder_of(given).build(pl.Series(values)).levels[1][0]


# Every function of docs/theory/hierarchies.md.
@pytest.mark.parametrize(
    ("label", "values", "expected"),
    [
        ("set", ["a", "b", "c"], "{a, b, c}"),
        ("prefixes", ["81667", "81675", "9"], "8-9"),
        ({"function": "prefixes", "length": 2}, ["81667", "81675", "82"], "81-82"),
        ("common-prefix", ["81667", "81675"], "816"),
        ({"function": "common-prefix", "redaction": "*"}, ["81667", "81675"], "816**"),
        ({"function": "common-prefix", "redaction": "#"}, ["81", "8166"], "81##"),
        ("bounds", ["a", "b", "c"], "[a, c]"),
        ("interval", ["a", "b", "c"], "[a, c]"),
        ({"function": "interval", "upper": "open"}, ["1", "5"], "[1, 5["),
        ({"function": "interval", "lower": "open"}, ["1", "5"], "]1, 5]"),
        ({"function": "interval", "lower": "open", "upper": "open"}, ["1", "5"], "]1, 5["),
        ({"function": "constant", "value": "adult"}, ["1", "5"], "adult"),
    ],
)
def test_labels_of_texts(label, values, expected):
    assert one_group(label, *values) == expected


@pytest.mark.parametrize(
    ("label", "order", "values", "expected"),
    [
        ("mean", "integer", ["2", "4", "8"], "4"),  # 14 / 3, cut
        ("mean", "integer", ["-2", "-4", "-8"], "-4"),
        ("mean", "decimal", ["2", "4", "9"], "5"),
        ("mean", "decimal", ["0.1", "0.2"], "0.15"),
        ("mean", "decimal", ["1", "2", "2.0"], "1.6666666666666667"),
        ("geometric-mean", "integer", ["2", "4", "8"], "4"),  # the root of 64 is not 3
        ("geometric-mean", "integer", ["1", "4", "5"], "2"),  # 2.71, cut
        ("geometric-mean", "decimal", ["2", "8", "0.5"], "2"),
        ("geometric-mean", "decimal", ["0", "8"], "0"),
        ("mean-of-bounds", "integer", ["2", "4", "9"], "5"),
        ("mean-of-bounds", "decimal", ["2", "4", "9"], "5.5"),
        ("geometric-mean-of-bounds", "decimal", ["2", "4", "8"], "4"),
        ("mean", "date", ["2020-01-01", "2020-01-02", "2020-01-06"], "2020-01-03"),
        ("mean-of-bounds", "date", ["1890-01-01", "1890-01-04"], "1890-01-02"),
    ],
)
def test_labels_of_numbers_and_dates(label, order, values, expected):
    assert one_group(label, *values, order=order) == expected


def test_means_of_huge_numbers_are_exact():
    huge = 10**18
    assert one_group("mean", *(str(huge + n) for n in range(11)), order="integer") == str(huge + 5)


def test_nothing_in_common_is_a_star_and_never_an_empty_label():
    assert one_group("common-prefix", "a", "b") == "*"


def test_characters_are_not_bytes():
    assert one_group({"function": "common-prefix", "redaction": "*"}, "äb", "äöü") == "ä**"
    assert one_group({"function": "prefixes", "length": 1}, "äb", "öb") == "ä-ö"


@pytest.mark.parametrize(
    ("label", "options", "values", "error"),
    [
        ("mean", {}, ["a", "b"], StudyError),
        ("mean", {"order": ["a", "b"]}, ["a", "b"], StudyError),
        ("geometric-mean", {"order": "date"}, ["2020-01-01"], StudyError),
        ("geometric-mean", {"order": "integer"}, ["-31337"], DataError),
        ("set", {}, ["canary" * 99, "canary" * 100], DataError),
    ],
)
def test_what_has_no_label_is_refused_without_quoting_it(label, options, values, error):
    with pytest.raises(error) as caught:
        one_group(label, *values, **options)
    assert "31337" not in str(caught.value)
    assert "canary" not in str(caught.value)


def test_equal_labels_of_different_groups_get_suffixes():
    given = {"builder": "ordered-groups", "groups": [1], "label": {"function": "prefixes"}}
    level = builder_of(given).build(pl.Series(["a1", "a2", "a3", "b1"])).levels[1]
    assert level.to_list() == ["a", "a-1", "a-2", "b"]


@pytest.mark.parametrize(
    ("labels", "taken", "expected"),
    [
        (["a", "b"], [], ["a", "b"]),
        (["a", "a", "a"], [], ["a", "a-1", "a-2"]),
        (["a-1", "a", "a"], [], ["a-1", "a", "a-2"]),
        (["a", "a", "a-1"], [], ["a", "a-1", "a-1-1"]),
        (["<0", "x"], ["<0"], ["<0-1", "x"]),
    ],
)
def test_suffixes_never_meet_another_label(labels, taken, expected):
    found = make_distinct(labels, taken).to_list()
    assert found == expected
    assert len({*found, *taken}) == len(found) + len(taken)


def test_many_equal_labels_are_told_apart_in_linear_time():
    assert make_distinct(["x"] * 100_000)[99_999] == "x-99999"


@pytest.mark.parametrize(
    ("label", "problem"),
    [
        ("men", "'set', 'prefixes'"),
        ({"function": "prefixes", "length": 0}, "greater than or equal"),
    ],
)
def test_an_unknown_function_is_refused_with_the_known_ones(label, problem):
    with pytest.raises(StudyError) as caught:
        one_group(label, "a")
    assert problem in str(caught.value)


def test_sums_are_exact_where_64_bits_are_not_enough():
    numbers = [str(2**60 - 1)] * 1 + [str(2**60 - n) for n in range(2, 10)]
    exact = sum(map(int, numbers)) // 9
    assert one_group("mean", *numbers, order="integer") == str(exact)
    assert np.iinfo(np.int64).max < sum(map(int, numbers))
