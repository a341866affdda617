"""Columns that are recognized by name and values."""

import polars as pl
import pytest

from shoal.hierarchies.ages import Ages
from shoal.hierarchies.automatic import Automatic
from shoal.hierarchies.code_prefixes import CodePrefixes
from shoal.hierarchies.icd9 import Icd9
from shoal.hierarchies.icd10 import Icd10
from shoal.hierarchies.intervals import Intervals
from shoal.hierarchies.vocabulary import Vocabulary

AGES = [str(age) for age in range(18, 95) for _ in range(3)]
DECADES = [f"[{low}-{low + 10})" for low in range(0, 100, 10) for _ in range(9)]
COUNTRIES = ["United-States", "Mexico", "Peru", "Chile", "India", "China", "South", "Japan"] * 9
DRUGS = ["A10BA02", "A10BB01", "C07AB02", "C09AA05", "N02BE01", "J01CA04"] * 4


def chosen(values, name="", **known):
    return Automatic(levels=known.pop("levels", 6)).choose(pl.Series(values), name=name, **known)


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("age", AGES, Ages()),
        ("wife_age", AGES, Ages()),
        ("Alter", AGES, Ages()),
        ("age", DECADES, Ages(widths=(20, 40))),
        ("native-country", COUNTRIES, Vocabulary(of="country")),
        ("country", ["US", "DE", "FR", "PE", "CA"] * 9, Vocabulary(of="country")),
        ("state", ["NY", "CA", "TX", "NJ", "PA"] * 9, Vocabulary(of="us-state", levels=(1,))),
        ("drug", DRUGS, CodePrefixes(lengths=(4, 1))),
        ("diag", ["250", "428", "401", "427", "786", "9"] * 3, Icd9(levels=("block", "chapter"))),
    ],
)
def test_a_column_is_recognized(name, values, expected):
    assert chosen(values, name) == expected


def test_ages_of_the_type_integer_are_ages():
    assert chosen(AGES, "age", type="integer") == Ages()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("weight", AGES),
        ("age", [str(1000 + n) for n in range(500)]),
        ("page", AGES),
    ],
)
def test_neither_a_name_nor_values_alone_make_an_age(name, values):
    assert isinstance(chosen(values, name), Intervals)


def test_abbreviations_mean_nothing_without_a_name():
    assert not isinstance(chosen(["US", "DE", "FR", "PE", "CA", "IN"] * 9, "group"), Vocabulary)


def test_countries_are_recognized_by_themselves():
    names = [
        "Peru",
        "Chile",
        "India",
        "China",
        "Japan",
        "France",
        "Spain",
        "Kenya",
        "Ghana",
        "Cuba",
    ]
    assert chosen(names * 9, "x") == Vocabulary(of="country")


def test_a_column_with_mostly_unknown_words_is_not_recognized():
    values = ["Peru", "Chile", "India", "ward 1", "ward 2", "ward 3", "ward 4"] * 9
    assert not isinstance(chosen(values, "country"), Vocabulary)


def test_ages_in_bands_that_do_not_fit_are_neighbors_in_their_order():
    values = ["0 to 17", "18 to 29", "30 to 49", "50 to 69", "70 or Older"] * 9
    made = chosen(values, "age_group").build(pl.Series(sorted(set(values))))
    assert "0 to 17 … 18 to 29" in made.labels[1].to_list()


def test_a_few_values_that_are_no_diagnoses_do_not_stop_a_run():
    codes = [f"C{n:02}.{digit}" for n in range(15, 26) for digit in range(4)]
    made = chosen([*codes, "none"] * 3, "icd10")
    assert made == Icd10(levels=("category", "block"), unknown="suppress")
    assert made.build(pl.Series(["none", "C25.1"])).levels[1].to_list() == ["*", "C25.-"]


def test_no_more_levels_than_asked_for():
    for values, name in ((AGES, "age"), (COUNTRIES, "country"), (DRUGS, "drug")):
        for levels in (1, 2, 3):
            made = chosen(values, name, levels=levels).build(pl.Series(sorted(set(values))))
            assert made.height <= levels
