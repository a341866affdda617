"""One spelling per value: in what is promised, in what is released, and for the verifier."""

import polars as pl
import pytest

from shoal import anonymize
from shoal.errors import DataError, NoReleaseError
from shoal.verify import verify_frames

WARD = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
SPELLINGS = [
    ({"type": "boolean"}, ["true", "TRUE", "yes", "1"]),
    ({"type": "integer"}, ["4", "04", "004"]),
    ({"type": "decimal"}, ["1.5", "1.50", "15e-1"]),
    ({"type": "date", "format": "%d.%m.%Y"}, ["1.2.2020", "01.02.2020"]),
    ({"type": "date", "format": "%d.%m.%y", "pivot": 2026}, ["1.2.65", "01.02.65"]),
    ({}, ["Flu", "flu", " FLU "]),
    ({}, ["flu", "   "]),
]


def diverse(**column):
    promise = {"model": "distinct-l-diversity", "column": "ill", "l": 2}
    columns = {"ward": WARD, "ill": {"role": "sensitive", **column}}
    return {"columns": columns, "privacy": [promise]}


def counted(**column):
    columns = {"ward": WARD, "who": {"role": "identifier", **column}}
    return {"columns": columns, "person": "who", "privacy": [{"model": "k-anonymity", "k": 2}]}


def table(name, texts):
    return pl.DataFrame({"ward": ["a"] * len(texts), name: pl.Series(texts, dtype=pl.String)})


def holds(verdict, model):
    return next(one.holds for one in verdict.findings if one.model == model)


@pytest.mark.parametrize(("column", "texts"), SPELLINGS)
def test_spellings_of_one_value_are_not_diverse(column, texts, tmp_path):
    given = table("ill", texts)
    with pytest.raises(NoReleaseError):
        anonymize(given, diverse(**column))
    shown = table("ill", texts[:1] * len(texts)) if column else given
    verdict = verify_frames(diverse(**column), tmp_path, given, shown)
    assert holds(verdict, "distinct-l-diversity") is not True


@pytest.mark.parametrize(
    ("column", "texts"),
    [
        ({"type": "integer"}, ["7", "07", "007"]),
        ({}, ["7", "07", "007"]),
        ({}, ["P7", "p7", " P7"]),
        ({}, ["caf\u00e9", "cafe\u0301"]),
    ],
)
def test_spellings_of_one_person_are_one_person(column, texts, tmp_path):
    given = table("who", texts)
    with pytest.raises(NoReleaseError):
        anonymize(given, counted(**column))
    verdict = verify_frames(counted(**column), tmp_path, given, given.select("ward"))
    assert holds(verdict, "k-anonymity") is not True


@pytest.mark.parametrize(
    ("column", "texts", "shown"),
    [
        ({"type": "boolean"}, ["TRUE", "yes", "no"], ["true", "true", "false"]),
        ({"type": "integer"}, ["4", "04", "5"], ["4", "4", "5"]),
        ({"type": "decimal"}, ["1.50", "15e-1", "2"], ["1.5", "1.5", "2"]),
        ({}, ["Flu", "flu", "HIV"], ["Flu", "flu", "HIV"]),
    ],
)
def test_a_release_shows_one_spelling(column, texts, shown):
    release = anonymize(table("ill", texts), diverse(**column))
    assert release.table["ill"].sort().to_list() == sorted(shown)


def test_how_many_are_spelled_in_several_ways_is_told_without_a_value():
    given = table("ill", ["Flu", "flu", "HIV"]).with_columns(who=pl.Series(["P7", "p7", "q"]))
    study = diverse()
    study["columns"]["who"] = {"role": "identifier"}
    release = anonymize(given, {**study, "person": "who"})
    told = " ".join(release.summary["warnings"])
    assert "1 person is spelled in several ways" in told
    assert "1 sensitive value is spelled in several ways" in told
    assert "P7" not in told
    assert "flu" not in told.lower().replace("'ill'", "")


@pytest.mark.parametrize("leaf", ["4", "04"])
def test_a_hierarchy_is_matched_by_value(leaf, tmp_path):
    (tmp_path / "age.csv").write_text(f"{leaf};low\n12;high\n")
    column = {"role": "quasi-identifier", "type": "integer", "hierarchy": str(tmp_path / "age.csv")}
    study = {"columns": {"age": column}, "privacy": [{"model": "k-anonymity", "k": 2}]}
    release = anonymize(pl.DataFrame({"age": ["4", "04", "12", "12"]}), study)
    assert sorted(release.table["age"]) == ["12", "12", "4", "4"]


def test_a_hierarchy_that_contradicts_itself_is_refused(tmp_path):
    (tmp_path / "age.csv").write_text("4;low\n04;high\n")
    column = {"role": "quasi-identifier", "type": "integer", "hierarchy": str(tmp_path / "age.csv")}
    study = {"columns": {"age": column}, "privacy": [{"model": "k-anonymity", "k": 2}]}
    with pytest.raises(DataError, match="several spellings with different labels"):
        anonymize(pl.DataFrame({"age": ["4", "4"]}), study)


def test_missing_is_a_value_not_a_spelling():
    study = diverse(type="integer", missing=["-9"])
    with pytest.raises(NoReleaseError):
        anonymize(table("ill", ["4", "-9", "-09"]), study)


def test_a_release_in_other_spellings_is_refused(tmp_path):
    given, study = table("ill", ["4", "5", "4"]), diverse(type="integer")
    once = verify_frames(study, tmp_path, given, table("ill", ["04", "5", "04"]))
    twice = verify_frames(study, tmp_path, given, table("ill", ["04", "5", "4"]))
    own = verify_frames(study, tmp_path, given, given)
    assert [records_of(one) for one in (own, once, twice)] == [True, False, False]


def records_of(verdict):
    return next(one.holds for one in verdict.findings if one.check == "records")
