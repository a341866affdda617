import pytest

from shoal.report.numbers import (
    count_of,
    number,
    percent,
    seconds,
    share_of_total,
    share_or_count,
    suppression_allowance,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (1204, "1,204"),
        (39676.0, "39,676"),
        (35.5235457, "35.52"),
        (0.41382715, "0.4138"),
        (12345.678, "12,346"),
        (0.00001234, "1.23 × 10⁻⁵"),
        (49_000_000_000_000_000, "4.9 × 10¹⁶"),
        (True, "yes"),
        (None, "not available"),
        (float("nan"), "not available"),
        (float("inf"), "not available"),
        ("12", "not available"),
    ],
)
def test_a_number_is_written_for_people(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0%"),
        (1.0, "100%"),
        (0.2, "20%"),
        (0.4671, "46.7%"),
        (0.0303457, "3.03%"),
        (0.9697, "96.97%"),
        (0.99996, ">99.99%"),
        (0.00004, "<0.01%"),
        (0.001297, "0.13%"),
        (None, "not available"),
    ],
)
def test_only_a_true_zero_or_one_shows_as_none_or_all(share, text):
    assert percent(share) == text


def test_a_float_up_to_one_is_a_share_and_an_integer_a_count():
    assert (share_or_count(1.0), share_or_count(1), share_or_count(2.5)) == ("100%", "1", "2.5")


def test_durations_change_their_unit_with_their_length():
    assert [seconds(x) for x in (0.0034, 1.42, 3725, None)] == [
        "0.0034 s",
        "1.42 s",
        "62 min 5 s",
        "not available",
    ]


def test_a_single_record_is_not_plural():
    assert (count_of(1, "record"), count_of(1204, "record")) == ("1 record", "1,204 records")


def test_the_allowed_records_come_from_the_decimal_text_of_the_limit():
    assert suppression_allowance(0.29, 100) == 29  # 0.29 * 100 is 28.999999999999996 in binary
    assert suppression_allowance(None, 100) is None


def test_a_part_of_nothing_is_not_available():
    assert (share_of_total(1, 4), share_of_total(1, 0), share_of_total(None, 4)) == (
        0.25,
        None,
        None,
    )
