"""What promises say about a table, in numbers that can be checked by eye."""

import pytest

from shoal.privacy import privacy_models
from shoal.privacy.table_facts import Meaningful, Spread, TableFacts, in_words

TABLE = TableFacts(1000, (), {"illness": Spread(3, 0.5, 0.2, 2.8)}, 2_000_000)


def meaning(name, **parameters):
    return privacy_models.build({"model": name, **parameters}).meaning(TABLE)


def test_small_numbers_are_words():
    assert [in_words(number) for number in (0, 5, 20, 21, 1000)] == [
        *("zero", "five", "twenty", "21", "1,000"),
    ]


@pytest.mark.parametrize("name", list(privacy_models))
def test_every_model_can_say_what_it_means(name):
    assert issubclass(privacy_models.class_of(name), Meaningful)


@pytest.mark.parametrize(
    ("name", "parameters", "said"),
    [
        ("k-anonymity", {"k": 5}, "a guess is right with a chance of at most 20%."),
        ("k-map", {"k": 5, "fraction": 0.1}, "one in five among 2,000,000 people"),
        ("basic-beta-likeness", {"column": "illness", "beta": 0.5}, "may have 30% of a class"),
        ("enhanced-beta-likeness", {"column": "illness", "beta": 9}, "may have 52.2% of a class"),
        ("prosecutor-profitability", {"attack": "none"}, "at least 75 people."),
        ("delta-presence", {"delta_min": 0.1, "delta_max": 0.5}, "at most 90% sure that they are"),
    ],
)
def test_a_promise_says_what_it_means(name, parameters, said):
    assert said in meaning(name, **parameters)


def test_of_a_column_that_is_not_known_nothing_is_said():
    assert meaning("t-closeness", column="ward", t=0.2) == ""
