from decimal import Decimal as D

import pytest

from shoal.hierarchies.round_numbers import floor, plain, roundest


@pytest.mark.parametrize(
    ("above", "upto", "near", "found"),
    [
        ("31", "43", "37", "40"),
        ("17", "19", "18", "18"),
        ("4871", "5102", "4900", "5000"),
        ("0.12", "0.31", "0.2", "0.2"),
        ("-43", "-31", "-37", "-40"),
        ("-5", "5", "1", "0"),
        ("98", "104", "99", "100"),
    ],
)
def test_the_roundest_number_is_found(above, upto, near, found):
    assert roundest(D(above), D(upto), D(near)) == D(found)


def test_of_equally_round_numbers_the_nearest_is_taken():
    assert roundest(D(15), D(85), D(62)) == D(50)
    assert roundest(D(51), D(99), D(83)) == D(80)


def test_the_number_itself_is_in_and_the_lower_bound_is_out():
    assert roundest(D(10), D(20), D(12)) == D(20)
    assert roundest(D("9.5"), D("10"), D("9.7")) == D(10)


def test_floors_of_negative_numbers_go_down():
    assert floor(D(-7), D(5)) == D(-10)


def test_whole_numbers_stay_whole():
    assert (plain(D("40.0")), plain(D("0.5"))) == (40, 0.5)
    assert isinstance(plain(D("40.0")), int)
