"""SaNGreeA on tables: clusters of at least k, ranges and ancestors, from a study to its release."""

import json

import numpy as np
import polars as pl
import pytest

import shoal
from methods.clustering.patients import AGES, SEXES, ZIPS
from shoal.errors import NoReleaseError, StudyError

ZIP = {"builder": "masking"}
PATIENTS = pl.DataFrame({"age": AGES, "zip": ZIPS, "sex": SEXES, "disease": list("aaabcdefg")})


def study(k=3, weights=None, **more):
    columns = {
        "age": {"role": "quasi-identifier", "type": "integer"},
        "zip": {"role": "quasi-identifier", "hierarchy": ZIP},
        "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
        "disease": {"role": "insensitive"},
    }
    for name, weight in (weights or {}).items():
        columns[name] = {**columns[name], "weight": weight}
    return {"columns": columns, "method": {"name": "sangreea", "k": k}, **more}


def rows(release, *names):
    return release.table.select(names).rows()


def test_nine_patients_look_alike_in_threes():
    release = shoal.anonymize(PATIENTS, study())
    assert rows(release, "age", "zip", "sex") == [
        *[("[25, 27]", "4107*", "Male")] * 3,
        ("[28, 35]", "41099", "Male"),
        *[("[33, 38]", "4****", "Female")] * 2,
        *[("[28, 35]", "41099", "Male")] * 2,
        ("[33, 38]", "4****", "Female"),
    ]
    assert release.table["disease"].to_list() == PATIENTS["disease"].to_list()


def test_the_summary_tells_what_clusters_lose_and_no_value():
    summary = shoal.anonymize(PATIENTS, study()).summary
    found = summary["method"]
    assert found["steps"] == [{"step": "cluster", "clusters": 3, "smallest": 3, "largest": 3}]
    assert found["ngil_by_column"]["age"] == pytest.approx((2 + 7 + 5) / 13 / 3)
    assert found["ngil"] == pytest.approx(np.mean(list(found["ngil_by_column"].values())))
    assert found["ngil_weighted"] == pytest.approx(found["ngil"])
    assert found["levels"] is None
    assert summary["levels"] is None
    assert summary["classes"] == {"count": 3, "min": 3, "mean": 3.0, "max": 3}
    assert summary["risk"]["after"]["at_risk"] == 0
    assert summary["privacy"][0]["holds"] is True
    assert not any(text in json.dumps(found) for text in ("4107", "Male"))


def test_no_cluster_is_below_k_where_k_does_not_divide_the_records():
    summary = shoal.anonymize(PATIENTS, study(k=4)).summary
    assert summary["classes"] == {"count": 2, "min": 4, "mean": 4.5, "max": 5}


def test_as_many_records_as_k_are_one_cluster_and_fewer_give_no_release():
    assert shoal.anonymize(PATIENTS, study(k=9)).summary["classes"]["count"] == 1
    with pytest.raises(NoReleaseError, match="9 records"):
        shoal.anonymize(PATIENTS, study(k=10))


def test_missing_values_stay_missing_together_and_hide_others_otherwise():
    table = pl.DataFrame({"age": [20, 21, None, None, None, 90], "zip": ["1"] * 6})
    columns = {"age": {"role": "quasi-identifier", "type": "integer"}}
    asked = {"columns": columns, "method": {"name": "sangreea", "k": 2}}
    release = shoal.anonymize(table.select("age"), asked)
    assert release.table["age"].to_list() == ["[20, 21]"] * 2 + [None] * 2 + ["*"] * 2


def test_dates_and_decimals_become_ranges():
    table = pl.DataFrame(
        {"born": ["03.05.1970", "01.02.1970", "09.09.1990", "08.09.1990"], "weight": [1.5, 2, 9, 8]}
    )
    columns = {
        "born": {"role": "quasi-identifier", "type": "date", "format": "%d.%m.%Y"},
        "weight": {"role": "quasi-identifier", "type": "decimal"},
    }
    asked = {"columns": columns, "method": {"name": "sangreea", "k": 2}}
    release = shoal.anonymize(table, asked)
    assert rows(release, "born", "weight") == [
        *[("[01.02.1970, 03.05.1970]", "[1.5, 2]")] * 2,
        *[("[08.09.1990, 09.09.1990]", "[8, 9]")] * 2,
    ]


def test_a_column_of_numbers_with_a_hierarchy_shows_its_labels():
    table = pl.DataFrame({"age": [20, 21, 29, 90]})
    age = {"role": "quasi-identifier", "type": "integer", "hierarchy": {"builder": "masking"}}
    asked = {"columns": {"age": age}, "method": {"name": "sangreea", "k": 2}}
    assert shoal.anonymize(table, asked).table["age"].to_list() == ["2*", "2*", "**", "**"]


# Paper 002, data similarity: the record fits one cluster in its categories, the other in its age.
ALIKE = ("Private", "United-States", "White")
OTHER = ("Private", "Mexico", "Black")
PEOPLE = pl.DataFrame(
    [(51, *ALIKE), (65, *ALIKE), (52, *OTHER), (20, *OTHER), (90, *OTHER), (64, *ALIKE)],
    schema=["age", "workclass", "country", "race"],
    orient="row",
)


def companions(weight):
    """Who looks like the first record, where age weighs this much."""
    others = (1 - weight) / 3
    columns = {
        name: {
            "role": "quasi-identifier",
            "hierarchy": {"builder": "suppression"},
            "weight": others,
        }
        for name in ("workclass", "country", "race")
    }
    age = {"role": "quasi-identifier", "type": "integer", "weight": weight}
    asked = {"columns": {"age": age, **columns}, "method": {"name": "sangreea", "k": 2}}
    shown = rows(shoal.anonymize(PEOPLE, asked), *PEOPLE.columns)
    return [at for at, row in enumerate(shown) if at and row == shown[0]]


def test_the_record_goes_to_the_other_cluster_when_age_weighs_most():
    assert companions(1 / 4) == [5]  # alike in everything but age
    assert companions(0.95) == [2]  # of nearly the same age


@pytest.mark.parametrize("key", ["min_level", "max_level"])
def test_levels_are_refused(key):
    asked = study()
    asked["columns"]["zip"][key] = 1
    with pytest.raises(StudyError, match=f"columns.zip.{key}: this method goes as high"):
        shoal.anonymize(PATIENTS, asked)


def test_other_losses_are_refused():
    with pytest.raises(shoal.errors.NotYetAvailable, match="changes single cells"):
        shoal.anonymize(PATIENTS, study(quality={"model": "discernibility"}))


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ({"k": 1}, "parameter 'k'"),
        ({}, "needs the parameter 'k'"),
        ({"k": 2, "bin_size": 3}, "has no parameter 'bin_size'"),
    ],
)
def test_wrong_parameters_are_named(method, message):
    with pytest.raises(StudyError, match=message):
        shoal.anonymize(PATIENTS, study(method={"name": "sangreea", **method}))


def test_the_report_tells_what_is_lost(tmp_path):
    page = tmp_path / "report.html"
    shoal.anonymize(PATIENTS, study()).report(page)
    text = page.read_text(encoding="utf-8")
    assert "3 clusters of 3 to 3 records formed." in text
    assert "Lost in clusters" in text


def test_a_run_folder_is_verified_again(tmp_path):
    PATIENTS.write_csv(tmp_path / "patients.csv")
    (tmp_path / "study.yaml").write_text(
        json.dumps(study(data="patients.csv", acknowledge=["near-unique:disease"])),
        encoding="utf-8",
    )
    shoal.run(tmp_path / "study.yaml", tmp_path / "run")
    verdict = shoal.verify_run(tmp_path / "run")
    assert {one.check: one.holds for one in verdict.findings}["records"] is True
    assert verdict.holds
