"""Texts that look alike are one person, and one sensitive value."""

import polars as pl
import pytest

from shoal.data.spellings import (
    comparable_form,
    comparable_people,
    count_spelled_twice,
    unify_spelling,
)


@pytest.mark.parametrize(
    "texts",
    [
        ["P7", "p7", " P7", "P 7", "P7\u200b", "\uff307"],
        ["Straße", "STRASSE"],
        ["caf\u00e9", "cafe\u0301", "CAFÉ"],
        ["no\u00a0flu", "no flu", "NoFlu"],
    ],
)
def test_case_blanks_and_unicode_form_do_not_matter(texts):
    assert comparable_form(pl.Series(texts)).n_unique() == 1
    assert unify_spelling(pl.Series(texts)).unique().to_list() == [min(texts)]
    assert count_spelled_twice(pl.Series(texts)) == 1


def test_other_differences_matter():
    texts = pl.Series(["flu", "flux", "7", "07", "e", "é"])
    assert unify_spelling(texts).to_list() == texts.to_list()
    assert count_spelled_twice(texts) == 0


def test_leading_zeros_tell_no_people_apart():
    texts = pl.Series(["7", "07", "007", "7.0", "70", "P07", "P7", "000", "0"])
    assert comparable_people(texts).to_list() == ["7", "7", "7", "7", "70", "p07", "p7", "0", "0"]


def test_blanks_only_are_missing():
    assert unify_spelling(pl.Series([" ", "\t", "a", None])).to_list() == [None, None, "a", None]
