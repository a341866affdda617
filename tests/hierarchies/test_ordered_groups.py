import polars as pl
import pytest

from shoal.data.types import column_types
from shoal.errors import DataError, StudyError
from shoal.hierarchies import builder_of, fit_to_type


def rows(values, **parameters):
    hierarchy = builder_of({"builder": "ordered-groups", **parameters}).build(pl.Series(values))
    return list(zip(*(level.to_list() for level in hierarchy.levels), strict=True))


def test_the_worked_example_of_the_specification():
    """docs/theory/hierarchies.md, to the letter."""
    levels = [
        [{"size": 2, "label": "interval"}, {"size": 3, "label": "set"}],
        [{"size": 2, "label": "interval"}],
    ]
    assert rows(["1", "2", "3", "4", "7", "8", "9"], groups=levels, order="integer") == [
        ("1", "[1, 2]", "[1, 7]", "*"),
        ("2", "[1, 2]", "[1, 7]", "*"),
        ("3", "{3, 4, 7}", "[1, 7]", "*"),
        ("4", "{3, 4, 7}", "[1, 7]", "*"),
        ("7", "{3, 4, 7}", "[1, 7]", "*"),
        ("8", "[8, 9]", "[8, 9]", "*"),
        ("9", "[8, 9]", "[8, 9]", "*"),
    ]


def test_sizes_take_turns_until_the_values_are_used_up():
    found = rows(list("abcdefg"), groups=[[1, 2]])
    assert [row[1] for row in found] == [
        *("[a, a]", "[b, c]", "[b, c]", "[d, d]", "[e, f]", "[e, f]", "[g, g]")
    ]


def test_higher_levels_group_the_groups_below():
    found = rows(list("abcdefg"), groups=[2, 2], label="set")
    assert [row[2] for row in found] == ["{a, b, c, d}"] * 4 + ["{e, f, g}"] * 3


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (None, ["[10, 100]", "[10, 100]", "[9, 9]"]),
        ("text", ["[10, 100]", "[10, 100]", "[9, 9]"]),
        ("integer", ["[9, 10]", "[100, 100]", "[9, 10]"]),
        (["100", "9", "10"], ["[10, 10]", "[100, 9]", "[100, 9]"]),
    ],
)
def test_values_are_ordered_as_the_study_says(order, expected):
    found = rows(["10", "100", "9"], groups=[2], order=order)
    assert [row[1] for row in found] == expected


def test_dates_are_ordered_by_time():
    found = rows(["01.02.2020", "02.01.2020", "01.03.1890"], groups=[2], order="date",
                 format="%d.%m.%Y")  # fmt: skip
    assert [row[1] for row in found] == [
        "[01.02.2020, 01.02.2020]",
        "[01.03.1890, 02.01.2020]",
        "[01.03.1890, 02.01.2020]",
    ]


@pytest.mark.parametrize(
    ("type", "expected"),
    [
        ({"type": "string"}, "[10, 100]"),
        ({"type": "integer"}, "[9, 10]"),
        ({"type": "decimal"}, "[9, 10]"),
        ({"type": "ordered", "order": ["100", "10", "9"]}, "[100, 10]"),
    ],
)
def test_without_an_order_the_type_of_the_column_decides(type, expected):
    builder = builder_of({"builder": "ordered-groups", "groups": [2]})
    level = (
        fit_to_type(builder, column_types.build(type))
        .build(pl.Series(["10", "100", "9"]))
        .levels[1]
    )
    assert level[0] == expected


def test_an_order_in_the_study_comes_before_the_type():
    builder = builder_of({"builder": "ordered-groups", "groups": [2], "order": "text"})
    assert fit_to_type(builder, column_types.build({"type": "integer"})) == builder


def test_the_format_of_dates_comes_from_the_type():
    builder = builder_of({"builder": "ordered-groups", "groups": [1]})
    type = column_types.build({"type": "date", "format": "%d.%m.%Y"})
    assert (
        fit_to_type(builder, type)
        .build(pl.Series(["01.02.2020"]))
        .levels[1][0]
        .startswith("[01.02")
    )


def test_no_level_is_left_out_unless_a_single_group_may_be_the_top():
    assert rows(["a", "b"], groups=[2, 2]) == [
        ("a", "[a, b]", "[a, b]", "*"),
        ("b", "[a, b]", "[a, b]", "*"),
    ]
    assert rows(["a"], groups=[2], always_root=False) == [("a", "[a, a]")]


def test_equal_numbers_of_different_texts_are_ordered_by_their_texts():
    assert [row[1] for row in rows(["7.0", "7", "07"], groups=[2], order="decimal")] == [
        "[7.0, 7.0]",
        "[07, 7]",
        "[07, 7]",
    ]


def test_numbers_beyond_64_bits_are_ordered_too():
    huge = ["1" + "0" * 30, "9" * 30, "5"]
    assert rows(huge, groups=[2], order="integer")[1][1] == f"[5, {'9' * 30}]"


@pytest.mark.parametrize(
    ("values", "order", "problem"),
    [
        (["canary", "low"], ["low", "high"], "1 of 2 different values are not in `order`"),
        (["canary", "1"], "integer", "1 of 2 different values are none"),
        (["canary", "2020-01-01"], "date", "1 of 2 different values are no dates"),
    ],
)
def test_values_that_have_no_place_are_counted_not_quoted(values, order, problem):
    with pytest.raises(DataError, match=problem) as caught:
        rows(values, groups=[2], order=order)
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize(
    "wrong", [{}, {"groups": []}, {"groups": [0]}, {"groups": [[]]}, {"groups": [2], "order": "x"}]
)
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(StudyError, match="ordered-groups"):
        builder_of({"builder": "ordered-groups", **wrong})
