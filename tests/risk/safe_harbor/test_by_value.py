import pytest

from shoal.risk.safe_harbor.by_value import iban_holds, luhn_holds, vin_holds


@pytest.mark.parametrize(
    ("holds", "right", "wrong"),
    [
        (iban_holds, "DE89 3704 0044 0532 0130 00", "DE88 3704 0044 0532 0130 00"),
        (luhn_holds, "4111 1111 1111 1111", "4111 1111 1111 1112"),
        (vin_holds, "1M8GDM9AXKP042788", "1M8GDM9A1KP042788"),
    ],
)
def test_one_wrong_digit_is_noticed(holds, right, wrong):
    assert holds(right)
    assert not holds(wrong)


def test_a_number_of_one_digit_repeated_is_no_card():
    assert not luhn_holds("0000000000000")
