"""Methods in studies: what they may stand beside, what a run writes, profiles of recipients."""

import json

import polars as pl
import pytest
import yaml

import shoal
from methods.paper_003 import COLUMNS, TABLE_2, study
from shoal.errors import NoReleaseError, StudyError
from shoal.pipeline.summary.method import wildcard_risk
from shoal.service import verbs
from shoal.service.risk.risk import risk
from shoal.study.method_rules import method_warnings
from shoal.study.recipient import for_recipient
from shoal.study.study import Study

DATAFLY = {"name": "datafly", "bin_size": 2}
ALL = {
    "name": "subcombinations",
    "bin_size": 2,
    "maximum_outliers": 0.1,
    "suppression": "greedy",
}
PROFILES = {
    "public-use": {"groups": {"demographics": {"columns": list(COLUMNS), "bin_size": 3}}},
    "researcher": {
        "groups": {
            "demographics": {"columns": ["ethnicity", "sex"], "trust": "partial", "bin_size": 4},
            "place": {"columns": ["zip"], "trust": "full"},
        },
        "drop": ["birth"],
    },
    "clinician": {"groups": {"all": {"columns": list(COLUMNS), "trust": "full"}}},
}


def problems(**keys):
    with pytest.raises(StudyError) as caught:
        Study.of({**study(DATAFLY), **keys})
    return " ".join(caught.value.problems)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"privacy": [{"model": "k-anonymity", "k": 2}]}, "instead of `privacy`"),
        ({"search": {"strategy": "exhaustive"}}, "instead of `search`"),
        ({"recoding": "local"}, "instead of `recoding: local`"),
        ({"population": {"size": 100}}, "population: no method looks at it"),
        ({"output": {"suppressed": "keep-values"}}, "use `left-out` or `blank`"),
        ({"method": {**DATAFLY, "linked": [{"columns": ["zap"]}]}}, "'zap' is not a column"),
        ({"method": {"name": "datafly"}}, "needs the parameter 'bin_size'"),
        ({"method": {"name": "dataflie", "bin_size": 2}}, "Did you mean 'datafly'"),
        ({"method": "datafly"}, "found a text"),
        ({"method": {**DATAFLY, "bin_size": 1}}, "greater than or equal to 2"),
    ],
)
def test_keys_that_contradict_a_method_are_refused(keys, told):
    assert told in problems(**keys)


def test_a_study_with_a_method_survives_being_written():
    for method in (DATAFLY, ALL, {**DATAFLY, "linked": [{"columns": ["zip"], "bin_size": 4}]}):
        asked = Study.of(study(method))
        assert Study.of(asked.given()) == asked


def test_a_bin_that_no_table_can_fill_is_refused_by_check(tmp_path):
    TABLE_2.write_csv(tmp_path / "t.csv")
    keys = {"data": "t.csv", **study({"name": "datafly", "bin_size": 13})}
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(keys), encoding="utf-8")
    with pytest.raises(NoReleaseError, match="bins of at least 13"):
        verbs.check(tmp_path / "study.yaml")


@pytest.mark.parametrize("name", ["datafly", "argus", "subcombinations", "local-suppression"])
def test_a_bin_that_no_table_can_fill_has_no_release(name):
    rated = {"identifying": {"sex": 1, "zip": 2}} if name == "argus" else {}
    with pytest.raises(NoReleaseError, match="bins of at least 13"):
        shoal.anonymize(TABLE_2, study({"name": name, "bin_size": 13, **rated}))


@pytest.mark.parametrize("method", [DATAFLY, ALL])
def test_a_run_is_written_verified_and_found_good_again(tmp_path, monkeypatch, method):
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "workspace"))
    TABLE_2.write_csv(tmp_path / "t.csv")
    keys = {"data": "t.csv", **study(method)}
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(keys), encoding="utf-8")
    verbs.run(tmp_path / "study.yaml", tmp_path / "run")
    summary = json.loads((tmp_path / "run" / "summary.json").read_text("utf-8"))
    release = pl.read_csv(tmp_path / "run" / "draft.csv", infer_schema=False)
    assert release.height == 12 - summary["suppressed_records"]
    assert (summary["levels"] is None) is (method is ALL)
    assert summary["privacy"][0]["holds"] is True
    assert "search" not in yaml.safe_load((tmp_path / "run" / "study.yaml").read_text("utf-8"))
    assert "What the method did" in (tmp_path / "run" / "report.html").read_text("utf-8")
    again = verbs.verify_run(tmp_path / "run")
    assert again.holds
    broken = release.with_columns(zip=pl.lit("02138"))
    broken.write_csv(tmp_path / "run" / "draft.csv")
    assert not verbs.verify_run(tmp_path / "run").holds


def test_the_summary_tells_blank_cells_and_risks_with_wildcards():
    summary = shoal.anonymize(TABLE_2, study(ALL)).summary
    method = summary["method"]
    assert method["blank_cells_by_column"] == {"ethnicity": 2, "birth": 0, "sex": 0, "zip": 2}
    assert (method["blank_cells"], method["smallest_bin"]) == (4, 2)
    assert summary["risk"]["after"]["highest"] == 1 / 2
    assert summary["risk"]["after"]["at_risk"] == 0
    assert method["risk_if_blank_is_a_value"]["highest"] == 1
    assert summary["utility"]["columns"]["zip"]["missing"] == 2 / 12


def test_the_risk_of_a_release_is_measured_against_the_bin_size(tmp_path):
    shoal.anonymize(TABLE_2, study(ALL)).table.write_csv(tmp_path / "draft.csv")
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(study(ALL)), encoding="utf-8")
    found = risk(tmp_path / "draft.csv", tmp_path / "study.yaml")
    assert found["risk"]["at_risk_below"] == 2


def test_records_that_only_blanks_of_others_protect_are_told():
    table = pl.DataFrame({"age": ["34", "39", "66", None], "sex": ["f", "m", "x", None]})
    column = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    keys = {"columns": {"age": column, "sex": column}}
    method = {"name": "subcombinations", "bin_size": 2}
    summary = shoal.anonymize(table, {**keys, "method": method}).summary
    assert summary["risk"]["after"]["uniques"] == 0
    assert any("4 records look like no other unless blank" in one for one in summary["warnings"])
    safe = shoal.anonymize(pl.concat([table, table]), {**keys, "method": method}).summary
    assert safe["warnings"] == []


def test_argus_warns_of_columns_that_it_does_not_look_at():
    asked = study({"name": "argus", "bin_size": 2, "identifying": {"sex": 1, "zip": 0}})
    (told,) = [one for one in method_warnings(Study.of(asked)) if "identifying" in one]
    assert "3 quasi-identifiers are not called identifying: 'ethnicity', 'birth', 'zip'" in told


def test_a_pseudonym_that_ties_records_gets_advice_that_a_method_can_follow():
    table = pl.DataFrame({"id": ["1", "2"] * 2, "sex": ["f", "m"] * 2})
    columns = {
        "id": {"role": "identifier", "pseudonym": {"method": "token"}},
        "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    }
    with pytest.raises(StudyError, match="Say `person: id`, so that they count people"):
        shoal.anonymize(table, study(DATAFLY, columns))
    with pytest.raises(StudyError, match="instead of `method`"):  # it counts records only
        shoal.anonymize(table, study({"name": "pram"}, columns))


def test_risk_with_wildcards_counts_each_record_by_its_own_bin():
    import numpy as np  # noqa: PLC0415

    assert wildcard_risk(np.array([1, 2, 4, 4]), 3) == {
        "highest": 1.0,
        "average": (1 + 1 / 2 + 1 / 4 + 1 / 4) / 4,
        "lowest": 1 / 4,
        "uniques": 1,
        "at_risk": 2 / 4,
    }


def told(name, method=DATAFLY):
    return for_recipient(Study.of(study(method, recipient={"name": name, "profiles": PROFILES})))


def sets(asked):
    return [(one.columns, one.bin_size) for one in asked.method.linked]


def test_no_trust_means_all_columns_are_linked_together():
    assert sets(told("public-use")) == [(("ethnicity", "birth", "sex", "zip"), 3)]


def test_some_trust_means_sets_of_their_own_full_trust_none_and_columns_are_dropped():
    asked = told("researcher")
    assert sets(asked) == [(("ethnicity", "sex"), 4)]
    assert list(asked.columns) == ["ethnicity", "sex", "zip"]
    assert sets(told("clinician")) == []


def test_a_column_that_no_group_names_is_trusted_to_nobody():
    only = {"x": {"groups": {"place": {"columns": ["zip", "elsewhere"], "trust": "full"}}}}
    asked = Study.of(study(DATAFLY, recipient={"name": "x", "profiles": only}))
    assert sets(for_recipient(asked)) == [(("ethnicity", "birth", "sex"), 2)]


def test_where_groups_contradict_each_other_the_smallest_trust_counts():
    groups = {
        "all": {"columns": list(COLUMNS), "trust": "none"},
        "sex": {"columns": ["sex"], "trust": "full"},
        "place": {"columns": ["zip"], "trust": "partial"},
    }
    profiles = {"somebody": {"groups": groups}}
    asked = study(DATAFLY, recipient={"name": "somebody", "profiles": profiles})
    linked = for_recipient(Study.of(asked)).method.linked
    assert [one.columns for one in linked] == [tuple(COLUMNS), ("zip",)]


def test_a_profile_holds_only_once():
    asked = told("researcher")
    assert for_recipient(asked) == asked


def test_profiles_stand_in_a_file_beside_the_study(tmp_path):
    (tmp_path / "recipients.yaml").write_text(yaml.safe_dump(PROFILES), encoding="utf-8")
    asked = Study.of(study(DATAFLY, recipient="researcher"), tmp_path)
    assert asked.given()["recipient"] == "researcher"
    assert sets(for_recipient(asked)) == sets(told("researcher"))


@pytest.mark.parametrize(
    ("recipient", "method", "complaint"),
    [
        ("researcher", DATAFLY, "no file recipients.yaml"),
        ({"name": "resaercher", "profiles": PROFILES}, DATAFLY, "Did you mean 'researcher'"),
        (
            {"name": "clinician", "profiles": PROFILES},
            {"name": "argus", "bin_size": 2, "identifying": {"zip": 1}},
            "follow a profile",
        ),
    ],
)
def test_a_profile_that_cannot_be_followed_is_refused(tmp_path, recipient, method, complaint):
    with pytest.raises(StudyError, match=complaint):
        for_recipient(Study.of(study(method, recipient=recipient), tmp_path))


def test_a_recipient_without_a_method_is_refused():
    keys = {**study(DATAFLY), "privacy": [{"model": "k-anonymity", "k": 2}], "recipient": "x"}
    del keys["method"]
    with pytest.raises(StudyError, match="Give a `method`"):
        Study.of(keys)


def test_the_release_for_a_recipient_warns_of_what_is_not_protected():
    asked = study(DATAFLY, recipient={"name": "researcher", "profiles": PROFILES})
    release = shoal.anonymize(TABLE_2, asked)
    assert release.table.columns == ["ethnicity", "sex", "zip"]
    warnings = " ".join(release.summary["warnings"])
    assert "The profile 'researcher' drops 1 column: 'birth'." in warnings
    assert "1 quasi-identifiers are in no linked set: 'zip'." in warnings
