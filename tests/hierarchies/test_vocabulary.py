"""Words and what they are a kind of."""

import polars as pl
import pytest

from shoal.errors import StudyError
from shoal.hierarchies.vocabulary import NAMES, Vocabulary, labels_by_word, normalize_words


def labels(name, word):
    return [level[0] for level in Vocabulary(of=name).build(pl.Series([word])).levels[1:-1]]


@pytest.mark.parametrize(
    ("name", "word", "expected"),
    [
        ("country", "United-States", ["Northern America", "Americas"]),
        ("country", "DE", ["Western Europe", "Europe"]),
        ("country", "PER", ["South America", "Americas"]),
        ("country", "Côte d'Ivoire", ["Western Africa", "Africa"]),
        ("country", "Outlying-US(Guam-USVI-etc)", ["United States outlying areas"] * 2),
        ("country", "Iran", ["Southern Asia", "Asia"]),
        ("us-state", "Dist of Columbia", ["South Atlantic", "South"]),
        ("us-state", "WA", ["Pacific", "West"]),
        ("education", "HS-grad", ["Upper secondary", "Secondary", "Up to secondary"]),
        ("education", "PhD", ["Professional or doctorate", "Bachelor or above", "Above secondary"]),
        ("marital-status", "Married-AF-spouse", ["Married", "Ever married"]),
        ("marital-status", "WIDOWED", ["Formerly married", "Ever married"]),
        ("occupation", "Adm-clerical",
         ["Clerical support workers", "Clerical, service and sales workers", "White collar"]),
        ("class-of-worker", "State-gov", ["Government", "Employed"]),
        ("race", "ASIAN - CHINESE", ["Asian"]),
        ("month", "Februar", ["First quarter", "First half"]),
        ("country", "Atlantis", ["(other)", "(other)"]),
    ],
)  # fmt: skip
def test_a_word_becomes_what_it_is_a_kind_of(name, word, expected):
    assert labels(name, word) == expected


@pytest.mark.parametrize("name", NAMES)
def test_no_word_means_two_things_and_every_narrow_group_lies_in_one_wider(name):
    path = f"src/shoal/hierarchies/classifications/{name}.csv"
    words = [
        word
        for line in pl.read_csv(path, separator=";", infer_schema=False)["words"]
        for word in set(normalize_words(pl.Series(line.split("|"))))
    ]
    assert len(words) == len(set(words)) == len(labels_by_word(name))
    # The hierarchy of all words can be built: each level determines the next.
    Vocabulary(of=name).build(pl.Series(sorted(labels_by_word(name))))


def test_levels_can_be_chosen():
    made = Vocabulary(of="country", levels=(2,)).build(pl.Series(["Peru", "Chad"]))
    assert [level.to_list() for level in made.levels[1:]] == [["Americas", "Africa"], ["*", "*"]]


@pytest.mark.parametrize("levels", [(3,), (2, 1), (1, 1)])
def test_levels_must_be_there_and_rise(levels):
    with pytest.raises(StudyError, match="country has 2"):
        Vocabulary(of="country", levels=levels)
