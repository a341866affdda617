"""Nothing is released before a person has decided about every column, and about who counts."""

import polars as pl
import pytest

import shoal
from shoal.errors import NoReleaseError, StudyError, UndecidedError
from shoal.verify import verify

QUASI = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
TABLE = pl.DataFrame(
    {
        "patient_id": [str(number // 2) for number in range(12)],
        "sex": ["f", "f", "m", "m"] * 3,
        "color": ["red", "blue"] * 6,
        "mood": ["good", "bad", "fair"] * 4,
    }
)
STUDY = {
    "columns": {
        "patient_id": {"role": "identifier"},
        "sex": QUASI,
        "color": {"role": "undecided"},
        "mood": {"role": "undecided"},
    },
    "privacy": [{"model": "k-anonymity", "k": 2}],
}
DECIDED = {**STUDY, "undecided": "drop", "person": "patient_id"}
METHOD = {"privacy": [], "method": {"name": "datafly", "bin_size": 2}}


def without(study, *keys):
    return {key: study[key] for key in study if key not in keys}


def refused(study, table=TABLE, kind=UndecidedError):
    with pytest.raises(kind) as error:
        shoal.anonymize(table, study)
    return error.value


def test_everything_left_to_decide_is_told_at_once():
    error = refused(STUDY)
    assert error.exit_code == NoReleaseError.exit_code == 1
    columns, people = error.problems
    assert "2 columns are undecided" in columns
    assert "'color', 'mood'" in columns
    assert "`undecided: drop`" in columns
    assert "'patient_id' has 6 values in 12 records" in people
    assert "`person: patient_id`" in people
    assert "`person: false`" in people


def test_a_wrong_study_is_told_together_with_what_is_left_to_decide():
    other = {**STUDY["columns"], "height": {"role": "sensitive"}}
    error = refused({**STUDY, "columns": other}, kind=StudyError)
    assert len(error.problems) == 3
    assert "no such column" in error.problems[-1]


def test_dropped_columns_are_not_released_and_the_verifier_looks_for_them(tmp_path):
    assert shoal.anonymize(TABLE, DECIDED).table.columns == ["sex"]
    TABLE.write_csv(tmp_path / "table.csv")
    TABLE.select("sex", "color").write_csv(tmp_path / "draft.csv")
    data = {"data": {"path": "table.csv", "separator": ","}, "output": {"columns": ["sex"]}}
    verdict = verify({**DECIDED, **data}, tmp_path, tmp_path / "draft.csv")
    assert not verdict.holds


def test_an_undecided_column_cannot_be_asked_for():
    with pytest.raises(StudyError, match="'color' is not a released column"):
        shoal.Study.of({**DECIDED, "output": {"columns": ["sex", "color"]}})


@pytest.mark.parametrize("key", [{"hierarchy": {"builder": "suppression"}}, {"target": True}])
def test_an_undecided_column_has_no_keys_of_a_role(key):
    columns = {**STUDY["columns"], "color": {"role": "undecided", **key}}
    with pytest.raises(StudyError, match="undecided"):
        shoal.Study.of({**STUDY, "columns": columns})


@pytest.mark.parametrize("person", ["patient_id", False])
def test_who_counts_is_decided_by_a_column_or_by_false(person):
    shoal.anonymize(TABLE, {**DECIDED, "person": person})


def test_true_is_no_person():
    with pytest.raises(StudyError, match="person: expected the column"):
        shoal.Study.of({**DECIDED, "person": True})


def test_a_study_that_does_not_say_who_counts_is_asked():
    error = refused(without(DECIDED, "person"))
    assert len(error.problems) == 1
    assert "upgrade" in error.problems[0]


def test_a_number_of_people_that_is_not_named_is_asked_about_too():
    columns = without(STUDY["columns"], "patient_id")
    error = refused({**without(DECIDED, "person"), "columns": columns})
    assert "`person: patient_id` and its `role: identifier`" in error.problems[0]


def test_methods_are_asked_who_counts_like_every_other_way():
    study = {**without(DECIDED, "person", "privacy"), "method": METHOD["method"]}
    assert "`person: patient_id`" in refused(study).problems[0]
    shoal.anonymize(TABLE, {**study, "person": False})


WAYS = {
    "search": {},
    "local": {"recoding": "local"},
    "iterated": {"recoding": {"mode": "iterated"}},
    "heuristic": {"search": {"strategy": "top-down"}},
    **{
        name: {"privacy": [], "method": {"name": name, size: 2}}
        for name, size in (
            *(("datafly", "bin_size"), ("subcombinations", "bin_size"), ("mondrian", "k")),
            *(("mdav", "k"), ("local-suppression", "bin_size")),
        )
    },
    "private": {
        "columns": {
            **STUDY["columns"],
            "sex": {**QUASI, "type": "ordered", "order": ["f", "m"]},
        },
        "privacy": [
            {"model": "differential-privacy", "epsilon": 2, "delta": 0.01, "degree": "low"}
        ],
    },
}


@pytest.mark.parametrize("way", WAYS)
def test_no_way_to_a_release_goes_around(way):
    study = {**STUDY, **WAYS[way]}
    assert len(refused(study).problems) == 2
    assert len(refused({**study, "person": False}).problems) == 1
    assert len(refused({**study, "undecided": "drop"}).problems) == 1


def test_the_law_sees_a_way_around(monkeypatch):
    monkeypatch.setattr("shoal.pipeline.prepare.prepare.open_decisions", lambda *_: [])
    with pytest.raises(pytest.fail.Exception):
        test_no_way_to_a_release_goes_around("search")


def test_pseudonyms_that_repeat_are_the_question_of_their_guard():
    ids = {"role": "identifier", "pseudonym": {"method": "token"}}
    study = {**without(DECIDED, "person"), "columns": {**STUDY["columns"], "patient_id": ids}}
    error = refused(study, kind=StudyError)
    assert len(error.problems) == 1
    assert "linked-records" in error.problems[0]
    shoal.anonymize(TABLE, {**study, "acknowledge": ["linked-records:patient_id"]})


def test_no_question_where_everybody_has_one_record():
    alone = TABLE.with_columns(patient_id=pl.Series([str(number) for number in range(12)]))
    shoal.anonymize(alone, without(DECIDED, "person"))


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_run_and_check_ask_whatever_counts_the_records(engine, tmp_path):
    TABLE.write_csv(tmp_path / "table.csv")
    study = shoal.Study.of({**STUDY, "data": "table.csv", "engine": engine}, tmp_path)
    for ask in (shoal.check, lambda study: shoal.run(study, tmp_path / "run")):
        with pytest.raises(UndecidedError) as error:
            ask(study)
        assert len(error.value.problems) == 2
    assert not (tmp_path / "run").exists()
