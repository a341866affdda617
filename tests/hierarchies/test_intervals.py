from datetime import date

import polars as pl
import pytest

from shoal.data.types import column_types
from shoal.errors import DataError, StudyError
from shoal.hierarchies import builder_of, fit_to_type
from shoal.hierarchies.intervals import Intervals

# The two worked examples of docs/theory/hierarchies.md; a missing value is null, not the text NULL.
FIRST = {
    "intervals": [[0, 20], [20, 33]],
    "lower": {"snap": 0, "bottom": 0, "minimum": float("-inf")},
    "upper": {"snap": 81, "top": 100, "maximum": float("inf")},
    "groups": [2, 3],
}
SECOND = {
    "intervals": [[0, 5]],
    "lower": {"snap": 10, "bottom": 0, "minimum": 0},
    "upper": {"snap": 90, "top": 100, "maximum": 120},
    "groups": [4],
}


def labels(values, **parameters):
    hierarchy = builder_of({"builder": "intervals", **parameters}).build(pl.Series(values))
    return list(zip(*(level.to_list() for level in hierarchy.levels), strict=True))


def test_the_first_worked_example_of_the_specification():
    values = ["-5", "19", "52", "66", "79", "99", "120"]
    hierarchy = builder_of({"builder": "intervals", **FIRST}).build(pl.Series(values))
    grown = hierarchy.with_missing()
    assert list(zip(*(level.to_list() for level in grown.levels), strict=True)) == [
        ("-5", "<0", "<0", "<0", "*"),
        ("19", "[0, 20[", "[0, 33[", "[0, 100[", "*"),
        ("52", "[33, 53[", "[33, 66[", "[0, 100[", "*"),
        ("66", "[66, 100[", "[66, 100[", "[0, 100[", "*"),
        ("79", "[66, 100[", "[66, 100[", "[0, 100[", "*"),
        ("99", "[66, 100[", "[66, 100[", "[0, 100[", "*"),
        ("120", ">=100", ">=100", ">=100", "*"),
        (None, None, None, None, "*"),
    ]


def test_the_second_worked_example_of_the_specification():
    values = ["0", "9", "14", "15", "84", "89", "99", "119"]
    assert [row[1:3] for row in labels(values, **SECOND)] == [
        ("[0, 15[", "[0, 20["),
        ("[0, 15[", "[0, 20["),
        ("[0, 15[", "[0, 20["),
        ("[15, 20[", "[0, 20["),
        ("[80, 85[", "[80, 100["),
        ("[85, 100[", "[80, 100["),
        ("[85, 100[", "[80, 100["),
        (">=100", ">=100"),
    ]


@pytest.mark.parametrize(("shares", "expected"), [("width", 0.103641), ("values", 0.133333)])
def test_labels_cover_their_width_or_their_values_as_the_study_says(shares, expected):
    """The loss of level 1 in the worked example; both figures were confirmed with ARX."""
    values = ["0", "4", "15", "84", "100", "119"]
    hierarchy = Intervals(**SECOND, shares=shares).build(pl.Series(values))
    covered = hierarchy.covers[1][hierarchy.codes[1]].sum() / hierarchy.domain
    least = len(values) * hierarchy.covers[0][0] / hierarchy.domain
    assert (covered - least) / (len(values) - least) == pytest.approx(expected, abs=1e-6)


def test_widths_of_decimals_are_whole_numbers_too():
    bounds = {"lower": {"minimum": 0}, "upper": {"maximum": 2.5}}
    made = Intervals(width=0.5, shares="width", **bounds).build(pl.Series(["0.25", "2"]))
    assert (made.covers[0].tolist(), made.covers[1].tolist(), made.domain) == (
        [100] * 2,
        [50] * 2,
        250,
    )


def test_intervals_of_one_width_double_on_every_level_and_end_in_a_root():
    assert labels(["34", "7", "-1"], width=5, levels=3) == [
        ("34", "[30, 35[", "[30, 40[", "[20, 40[", "*"),
        ("7", "[5, 10[", "[0, 10[", "[0, 20[", "*"),
        ("-1", "[-5, 0[", "[-10, 0[", "[-20, 0[", "*"),
    ]


def test_the_factor_says_how_much_wider_each_level_is():
    assert labels(["34", "99"], width=1, levels=2, factor=10)[0][1:3] == ("[34, 35[", "[30, 40[")


def test_decimals_are_exact():
    assert [row[1] for row in labels(["0.3", "0.7", "1e-1", "-0.05"], width=0.1)] == [
        "[0.3, 0.4[",
        "[0.7, 0.8[",
        "[0.1, 0.2[",
        "[-0.1, 0[",
    ]


def test_numbers_beyond_64_bits_are_exact_too():
    huge = "123456789012345678901234567890"
    assert labels([huge, "1"], width=10)[0][1] == (
        "[123456789012345678901234567890, 123456789012345678901234567900["
    )


def test_different_texts_of_one_number_are_different_values_under_the_same_label():
    assert [row[1] for row in labels(["7", "07", "7.0"], width=5)] == ["[5, 10["] * 3


def test_no_level_is_left_out_unless_a_single_label_may_be_the_top():
    assert labels(["1", "2"], width=5, levels=2) == [
        ("1", "[0, 5[", "[0, 10[", "*"),
        ("2", "[0, 5[", "[0, 10[", "*"),
    ]
    as_arx = labels(["1", "2"], width=5, levels=2, always_root=False)
    assert as_arx == [("1", "[0, 5["), ("2", "[0, 5[")]
    assert labels(["1", "7"], width=5, always_root=False)[0] == ("1", "[0, 5[", "*")


def test_new_values_get_the_labels_they_would_have_had():
    few = dict(zip(["34", "7"], labels(["34", "7"], width=5, levels=3), strict=True))
    more = labels(["34", "900", "7", "-8"], width=5, levels=3)
    assert [row for row in more if row[0] in few] == list(few.values())


# Label functions see the two bounds (docs/theory/hierarchies.md).
@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("interval", "[20, 33]"),
        ({"function": "interval", "lower": "open", "upper": "open"}, "]20, 33["),
        ("bounds", "[20, 33]"),
        ("set", "{20, 33}"),
        ("mean-of-bounds", "26.5"),
        ("mean", "26.5"),
        ("geometric-mean", "25.6904651573"),
        ({"function": "constant", "value": "adult"}, "adult"),
        ({"function": "prefixes", "length": 1}, "2-3"),
    ],
)
def test_every_label_function_sees_the_bounds(label, expected):
    assert labels(["24"], intervals=[[0, 20], [20, 33]], label=label)[0][1] == expected


def test_means_of_integers_are_integers():
    assert labels(["24"], intervals=[[20, 33]], label="mean", type="integer")[0][1] == "26"
    builder = builder_of({"builder": "intervals", "intervals": [[20, 33]], "label": "mean"})
    made = fit_to_type(builder, column_types.build({"type": "integer"})).build(pl.Series(["24"]))
    assert made.levels[1][0] == "26"


def test_intervals_and_groups_can_have_their_own_labels():
    child, adult = ({"function": "constant", "value": value} for value in ("child", "adult"))
    found = labels(
        ["3", "30", "80"],
        intervals=[[0, 18, child], [18, 65, adult], [65, 120]],
        groups=[[{"size": 2, "label": "set"}, 1]],
    )
    assert [row[1:3] for row in found] == [
        ("child", "{0, 65}"),
        ("adult", "{0, 65}"),
        ("[65, 120[", "[65, 120["),
    ]


def test_equal_labels_of_different_intervals_are_told_apart_from_below():
    same = {"function": "constant", "value": "x"}
    assert [row[1] for row in labels(["12", "3", "7", "4"], width=5, label=same)] == [
        *("x-2", "x", "x-1", "x")
    ]
    ends = {"lower": {"bottom": 0, "minimum": -9}, "label": {"function": "constant", "value": "<0"}}
    found = labels(["-1", "3"], intervals=[[0, 5]], **ends)
    assert [row[1] for row in found] == ["<0", "<0-1"]


# Dates lie on a line too: docs/theory/hierarchies.md names them beside integers and decimals.
def test_intervals_of_days_start_on_a_monday():
    found = labels(["2024-02-28", "2024-03-03", "2024-03-04"], width=7, levels=2, type="date")
    assert [row[1] for row in found] == [
        "[2024-02-26, 2024-03-04[",
        "[2024-02-26, 2024-03-04[",
        "[2024-03-04, 2024-03-11[",
    ]


def test_dates_have_ranges_groups_and_coded_ends_like_numbers():
    found = labels(
        ["31.12.1889", "15.01.1890", "29.01.1890", "01.03.1890"],
        intervals=[["1890-01-01", "1890-01-08"]],
        groups=[4],
        lower={"minimum": "1800-01-01"},
        upper={"snap": date(1890, 1, 29), "top": "1890-02-01", "maximum": "1900-01-01"},
        format="%d.%m.%Y",
    )
    assert [row[1:] for row in found] == [
        ("<01.01.1890", "<01.01.1890", "*"),
        ("[15.01.1890, 22.01.1890[", "[01.01.1890, 01.02.1890[", "*"),
        ("[22.01.1890, 01.02.1890[", "[01.01.1890, 01.02.1890[", "*"),
        (">=01.02.1890", ">=01.02.1890", "*"),
    ]


def test_moments_have_intervals_shorter_than_a_day():
    found = labels(["2024-02-28 13:45"], width=0.25, format="%Y-%m-%d %H:%M")
    assert found[0][1] == "[2024-02-28 12:00, 2024-02-28 18:00["


def test_the_share_of_a_date_is_a_millisecond():
    bounds = {"lower": {"minimum": "2024-01-01"}, "upper": {"maximum": "2024-01-11"}}
    made = Intervals(width=1, shares="width", **bounds).build(pl.Series(["2024-01-03"]))
    shares = [covers[0] / made.domain for covers in made.covers]
    assert shares == [1 / (10 * 86_400_000), 0.1, 1]


def test_the_format_of_dates_comes_from_the_type_of_the_column():
    type = column_types.build({"type": "date", "format": "%d.%m.%Y"})
    builder = fit_to_type(builder_of({"builder": "intervals", "width": 7}), type)
    assert builder.build(pl.Series(["28.02.2024"])).levels[1][0] == "[26.02.2024, 04.03.2024["


def test_bounds_that_the_format_cannot_tell_are_refused():
    with pytest.raises(StudyError, match="cannot tell all bounds"):
        labels(["2024-02-28"], width=0.25, type="date")


def test_numbers_do_not_bound_dates():
    with pytest.raises(StudyError, match="must be dates"):
        labels(["2024-02-28"], width=7, type="date", upper={"top": 5})


def test_what_is_no_date_is_counted_not_quoted():
    with pytest.raises(DataError, match="1 of 2 different values are no dates") as caught:
        labels(["canary", "2024-02-28"], width=7, type="date")
    assert "canary" not in str(caught.value)


def test_group_sizes_take_turns():
    parts = {"intervals": [[0, 1], [1, 2], [2, 3]], "groups": [[1, 2]]}
    assert [row[2] for row in labels(["0", "1", "2"], **parts)] == ["[0, 1[", "[1, 3[", "[1, 3["]


def test_groups_that_do_not_fit_into_the_intervals_are_continued_until_they_do():
    parts = {"intervals": [[0, 10], [10, 30]], "groups": [3], "upper": {"snap": 90}}
    assert [row[2] for row in labels(["0", "39", "40", "89"], **parts)] == [
        "[0, 40[",
        "[0, 40[",
        "[40, 90[",
        "[40, 90[",
    ]


def test_values_outside_the_range_are_counted_not_quoted():
    with pytest.raises(DataError, match="2 of 3 different values lie outside") as caught:
        labels(["-31337", "1", "5"], intervals=[[0, 5]])
    assert "31337" not in str(caught.value)


@pytest.mark.parametrize("text", ["canary", "NaN", "inf", "", "1,5", "1_0", "１"])
def test_what_is_no_finite_number_is_counted_not_quoted(text):
    with pytest.raises(DataError, match="1 of 2 different values are none") as caught:
        labels([text, "1"], width=5)
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ({}, "give either `width` or `intervals`"),
        ({"width": 5, "intervals": [[0, 5]]}, "give either `width` or `intervals`"),
        ({"width": float("inf")}, "must be finite"),
        ({"width": 5, "groups": [2]}, "`groups` belongs to `intervals`"),
        ({"intervals": [[0, 5]], "levels": 2}, "`levels` belongs to `width`"),
        ({"intervals": [[5, 5]]}, "must end after it starts"),
        ({"intervals": [[0, 5], [6, 9]]}, "must start where the one before ends"),
        ({"width": 5, "lower": {"snap": 0, "bottom": 1}}, "snap >= bottom >= minimum"),
        ({"width": 5, "upper": {"snap": 0, "top": -1}}, "snap <= top <= maximum"),
        ({"width": 5, "lower": {"snap": 0, "bottom": float("-inf")}}, "needs a finite `bottom`"),
        ({"width": 5, "upper": {"snap": 0, "top": float("inf")}}, "needs a finite `top`"),
        ({"width": 5, "lower": {"bottom": 9}, "upper": {"top": 9}}, "must be smaller than"),
        ({"width": 5, "lower": {"bottom": float("nan")}}, "must be a number"),
        ({"width": 5, "shares": "width"}, "needs a finite `lower.minimum`"),
        ({"intervals": [["2020-01-01", 5]]}, "all numbers or all dates"),
        ({"width": 0}, "greater than 0"),
        ({"widht": 5}, "Did you mean 'width'"),
    ],
)
def test_parameters_that_contradict_each_other_are_refused(parameters, problem):
    with pytest.raises(StudyError, match="intervals") as caught:
        builder_of({"builder": "intervals", **parameters})
    assert problem in str(caught.value)


def test_groups_that_would_line_up_only_after_ages_are_refused():
    many = [[n, n + 1] for n in range(1009)]
    with pytest.raises(StudyError, match="Choose sizes that divide each other"):
        labels(["1"], intervals=many, groups=[1013])
