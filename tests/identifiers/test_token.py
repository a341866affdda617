import polars as pl
import pytest

from shoal.errors import StudyError
from shoal.identifiers import Means
from shoal.identifiers.token import Token

VALUES = pl.Series(["Ann", "Bob", "Eve"])


def test_tokens_are_drawn_anew_each_time():
    first, second = (Token().pseudonyms(VALUES, Means()).to_list() for _ in range(2))
    assert len({*first, *second}) == 6
    assert all(len(token) == 32 and int(token, 16) >= 0 for token in first)


def test_tokens_never_repeat_even_if_the_draw_does():
    draws = iter([b"\x01" * 24, b"\x02" * 8 + b"\x01" * 8, b"\x03" * 8])
    means = Means(draw=lambda size: next(draws))
    found = Token(length=16).pseudonyms(VALUES, means).to_list()
    assert found == ["01" * 8, "02" * 8, "03" * 8]


def test_tokens_tell_nothing_about_the_order_of_values():
    values = pl.Series([f"{n:05}" for n in range(2000)])
    tokens = Token().pseudonyms(values, Means())
    # The number of neighbors in ascending order is that of a random order: 999.5 ± 12.9.
    assert abs((tokens[1:] > tokens[:-1]).sum() - 999.5) < 10 * 12.9


@pytest.mark.parametrize(
    "settings",
    [
        {"mapping": "m"},
        {"mapping": "m", "domain": "patients"},
        {"mapping": "m", "key": "k"},
        {"domain": "patients"},
        {"key": "k"},
        {"create_key": True},
        {"recipient": "lab"},
        {"length": 8},
    ],
)
def test_settings_that_mean_nothing_are_refused(settings):
    with pytest.raises(StudyError):
        Token(**settings)
