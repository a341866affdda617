"""Ages in bands: 5, 10, 20 years, the oldest together."""

import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.hierarchies.ages import Ages


def labels(builder, value):
    return [level[0] for level in builder.build(pl.Series([value])).levels]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("34", ["34", "30–34", "30–39", "20–39", "*"]),
        ("0", ["0", "0–4", "0–9", "0–19", "*"]),
        ("89", ["89", "85–89", "80–89", "80+", "*"]),
        ("90", ["90", "90+", "90+", "80+", "*"]),
        ("117", ["117", "90+", "90+", "80+", "*"]),
        ("34.9", ["34.9", "30–34", "30–39", "20–39", "*"]),
        ("7 years", ["7 years", "5–9", "0–9", "0–19", "*"]),
        ("30-34", ["30-34", "30–34", "30–39", "20–39", "*"]),
        ("<5", ["<5", "0–4", "0–9", "0–19", "*"]),
        ("90 or older", ["90 or older", "90+", "90+", "80+", "*"]),
    ],
)
def test_an_age_becomes_a_band(value, expected):
    assert labels(Ages(), value) == expected


def test_ranges_of_ages_lie_in_wider_bands():
    """As the diabetes table writes them: half open, ten years each."""
    assert labels(Ages(widths=(20, 40)), "[70-80)") == ["[70-80)", "60–79", "40–79", "*"]
    assert labels(Ages(widths=(20, 40)), "[90-100)") == ["[90-100)", "80+", "80+", "*"]


def test_a_range_across_two_bands_is_an_error_without_quoting_it():
    with pytest.raises(DataError, match="1 of 2 different values are no ages") as error:
        Ages().build(pl.Series(["18 to 29", "3"]))
    assert "18 to" not in str(error.value)


def test_what_is_no_age_can_be_suppressed():
    assert labels(Ages(unknown="suppress"), "unknown") == ["unknown", "*", "*", "*", "*"]
    assert labels(Ages(unknown="suppress"), "999") == ["999", "*", "*", "*", "*"]


def test_widths_must_divide_each_other():
    with pytest.raises(StudyError, match="multiple"):
        Ages(widths=(5, 12))


def test_bands_of_another_top():
    assert labels(Ages(widths=(5, 10), top=85), "88") == ["88", "85+", "80+", "*"]
