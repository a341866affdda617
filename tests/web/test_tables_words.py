"""Sizes, times and rules of reading, as people say them."""

import pytest

from shoal.web.pages.tables.reading import rule_of
from shoal.web.words import date_of, size_of


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (7, "7 bytes"),
        (999, "999 bytes"),
        (1400, "1.4 kB"),
        (49_279_538, "49.3 MB"),
        (10**16, "10000.0 TB"),
    ],
)
def test_sizes_are_said_in_units(count, said):
    assert size_of(count) == said


def test_a_time_is_told_to_the_minute():
    assert date_of("2026-11-15T21:35:17+00:00") == "2026-11-15 21:35 UTC"


def test_a_rule_is_what_was_typed():
    assert rule_of("separator", "") is None
    assert rule_of("separator", "\\t") == "\t"
    assert rule_of("skip", "3") == 3
    assert rule_of("sheet", "2") == 2
    assert rule_of("sheet", "people") == "people"
    assert rule_of("comment", "3") == "3"
