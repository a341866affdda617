"""Defects of ARX that concern hierarchies and are absent here."""

import polars as pl
import pytest

from shoal.errors import StudyError
from shoal.hierarchies import builder_of
from shoal.hierarchies.arx_csv import write_arx


def build(values, **settings):
    return builder_of(settings).build(pl.Series(values))


def test_9_the_year_of_a_week_is_the_year_of_the_week():
    given = {"builder": "dates", "granularities": ["week"], "format": "%d.%m.%Y"}
    assert build(["31.12.1999"], **given).levels[1][0] == "01/2000"


def test_12_shares_never_differ_silently(tmp_path):
    """The same table gives the same shares, whoever built it, unless the study says otherwise."""
    values = ["0", "4", "15", "84", "100", "119"]
    second = {
        "builder": "intervals",
        "intervals": [[0, 5]],
        "lower": {"snap": 10, "bottom": 0, "minimum": 0},
        "upper": {"snap": 90, "top": 100, "maximum": 120},
        "groups": [4],
    }
    made = build(values, **second)
    write_arx(made, tmp_path / "x.csv")
    read = build([], builder="file", path=str(tmp_path / "x.csv"))
    assert [c.tolist() for c in made.covers] == [c.tolist() for c in read.covers]
    assert made.domain == read.domain
    wide = build(values, **second, shares="width")
    assert [c.tolist() for c in wide.covers] != [c.tolist() for c in read.covers]


def test_12_properties_of_a_domain_are_not_used_unless_the_study_says_so():
    with pytest.raises(StudyError, match="need `shares: domain`"):
        builder_of({"builder": "masking", "domain_size": 100})


@pytest.mark.parametrize("values", [["1"], ["1", "2"], ["1", "999"], ["-5", "0", "70"]])
@pytest.mark.parametrize(
    "given",
    [
        {"builder": "intervals", "width": 5, "levels": 3},
        {"builder": "intervals", "intervals": [[-9, 0], [0, 1000]], "groups": [2, 2]},
        {"builder": "ordered-groups", "groups": [2, 2, 2]},
    ],
)
def test_14_no_level_is_left_out_because_of_the_values_that_occur(values, given):
    made = build(values, **given)
    assert (made.height, made.has_root) == (4, True)


def test_15_old_dates_do_not_shift():
    given = {"builder": "dates", "granularities": ["day"], "format": "%d.%m.%Y"}
    assert build(["01.01.1890"], **given).levels[1][0] == "01.01.1890"


@pytest.mark.parametrize("word", ["NULL", "null", "*"])
@pytest.mark.parametrize(
    "given",
    [
        {"builder": "masking"},
        {"builder": "ordered-groups", "groups": [1], "label": "set"},
        {"builder": "code-prefixes", "lengths": [1]},
        {"builder": "priorities", "keep": "lowest", "levels": 2},
        {"builder": "suppression"},
    ],
)
def test_null_and_star_are_texts_like_any_other(word, given):
    """Missing is null; the words that ARX takes for it are values with labels of their own."""
    made = build([word, "other"], **given).with_missing()
    assert made.rows(pl.Series([word, None])).tolist() == [0, 2]
    assert made.levels[0].to_list() == [word, "other", None]
    assert made.levels[1][0] is not None
    assert made.levels[1][2] is None or made.height == 1
