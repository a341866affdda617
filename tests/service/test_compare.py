"""The verb `compare`."""

import json

import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.service import verbs
from shoal.service.compare import Asked, compare, levels_beside
from shoal.study.study import Study
from shoal.utility import Include
from shoal.utility.measured import scalars

RELEASE = "age,sex,dis\n<50,m,flu\n>=50,m,hiv\n<50,f,hiv\n<50,m,flu\n>=50,m,hiv\n<50,f,flu\n"


@pytest.fixture
def release(toy):
    """The toy release, shuffled and without the suppressed record."""
    (toy / "draft.csv").write_text(RELEASE)
    return toy / "draft.csv"


def test_a_release_has_the_worked_values_also_shuffled_and_with_records_left_out(toy, release):
    found = compare(toy / "toy.csv", release, toy / "study.yaml")
    assert found["pairing"] == "by-generalization"
    assert found["records"] == {"input": 7, "suppressed": 1, "kept": 6}
    assert found["quality"]["granularity"]["arithmetic-mean"] == pytest.approx(0.685714, abs=1e-6)
    assert found["quality"]["sse_sst"]["quality"] == pytest.approx(0.715244, abs=1e-6)
    assert found["classes"]["after"] == {"count": 3, "min": 2, "mean": 2.0, "max": 2}
    assert found["only_in_input"] == ["id"]
    assert found["roles"] == {"age": "quasi-identifier", "sex": "quasi-identifier",
                              "dis": "insensitive"}  # fmt: skip


def test_a_run_and_a_comparison_tell_one_number_for_one_thing(toy):
    report = verbs.run(toy / "study.yaml", toy / "run")
    summary = report["summary"]["utility"]
    found = scalars(
        compare(toy / "toy.csv", toy / "run" / "draft.csv", toy / "study.yaml")["quality"]
    )
    assert summary["granularity"] == pytest.approx(0.685714, abs=1e-6)
    for name, number in summary.items():
        if isinstance(number, float):
            assert found[name] == pytest.approx(number), name
    for name, column in summary["columns"].items():
        assert found["columns"][name] == pytest.approx(column)


def test_without_a_study_types_are_seen_and_what_is_missing_is_said(toy, release):
    found = compare(toy / "toy.csv", release)
    assert found["quality"]["columns"]["age"]["type"] == "integer"
    reasons = {(one["column"], one["measure"]): one["reason"] for one in found["not_available"]}
    assert "no hierarchy" in reasons["age", "generalization_intensity"]
    assert found["quality"]["together"] == ["age", "sex", "dis"]


def test_columns_to_measure_together_can_be_named(toy, release):
    found = compare(toy / "toy.csv", release, None, Asked(columns=("age", "sex")))
    assert found["classes"]["before"]["count"] == 7
    with pytest.raises(StudyError, match="Did you mean 'sex'"):
        compare(toy / "toy.csv", release, None, Asked(columns=("age", "sexx")))


def test_tables_in_memory_are_compared_too():
    before = pl.DataFrame({"n": [1, 2, 3], "t": ["a", "b", None]})
    found = compare(before, before)
    assert found["pairing"] == "in-order"
    assert {found["quality"]["columns"][name]["granularity"]["quality"] for name in "nt"} == {1}


def test_everything_is_plain_json_without_values_that_do_not_exist(toy, release):
    found = compare(toy / "toy.csv", release, toy / "study.yaml")
    assert json.loads(json.dumps(found, allow_nan=False))["format"] == 1
    assert "steward" in found["note"]


def test_suppressed_cells_can_be_left_out_everywhere(toy, release):
    asked = Asked(include=Include(suppressed=False))
    found = compare(toy / "toy.csv", release, toy / "study.yaml", asked)
    assert found["quality"]["columns"]["age"]["granularity"]["value"] == pytest.approx(0.5)
    assert found["quality"]["discernibility"]["value"] == 12
    assert [value for value, _ in found["values"]["age"]["after"]["records"]] == ["<50", ">=50"]
    assert found["include"] == {"suppressed": False, "missing": True, "list_wise": True}


def test_pairs_of_columns_are_crossed(toy, release):
    asked = Asked(pairs=(("age", "dis"),))
    [found] = compare(toy / "toy.csv", release, toy / "study.yaml", asked)["contingency"]
    assert found["columns"] == ["age", "dis"]
    assert sum(map(sum, found["after"]["shares"])) == pytest.approx(1)


def test_aggregated_columns_are_numbers(tmp_path):
    before = pl.DataFrame({"sex": ["m", "m", "f", "f"], "pay": [10, 20, 30, 40]})
    after = pl.DataFrame({"sex": ["f", "m", "f", "m"], "pay": [35.0, 15.0, 35.0, 15.0]})
    found = compare(before, after, None, Asked(columns=("sex",)))
    assert found["pairing"] == "by-generalization"
    assert found["statistics"]["pay"]["after"]["mean"] == 25


BAD = {
    "different columns": ("a,b\n1,2\n", "c,d\n1,2\n", "no column in common"),
    "an empty input": ("", "a\n1\n", "empty"),
    "an empty output": ("a\n1\n", "", "empty"),
    "only a header": ("a\n1\n", "a\n", "record"),
    "only a header before": ("a\n", "a\n1\n", "record"),
}


@pytest.mark.parametrize("case", BAD)
def test_tables_that_cannot_be_compared_are_refused(case, tmp_path):
    before, after, told = BAD[case]
    (tmp_path / "before.csv").write_text(before)
    (tmp_path / "after.csv").write_text(after)
    with pytest.raises(DataError, match=told):
        compare(tmp_path / "before.csv", tmp_path / "after.csv")


def test_tables_in_memory_without_records_are_refused():
    some, none = pl.DataFrame({"a": ["1"]}), pl.DataFrame({"a": []}, schema={"a": pl.String})
    with pytest.raises(DataError, match="input has no records"):
        compare(none, some)
    with pytest.raises(DataError, match="output has no records"):
        compare(some, none)


def test_lists_are_no_values():
    with pytest.raises(DataError, match="'a' holds lists"):
        compare(pl.DataFrame({"a": ["1"]}), pl.DataFrame({"a": [["1"]]}))


def test_a_column_of_another_type_is_compared_as_far_as_it_goes():
    before = pl.DataFrame({"age": [34, 45, 66]})
    found = compare(before, pl.DataFrame({"age": ["tall", "short", "tall"]}))
    reasons = " ".join(one["reason"] for one in found["not_available"])
    assert "2 of its 2 labels do not say which values they stand for" in reasons


def test_an_input_that_does_not_fit_its_study_is_refused(toy, release):
    (toy / "toy.csv").write_text("age,sex,dis,id\nold,m,flu,1\n")
    with pytest.raises(DataError, match="are not integers"):
        compare(toy / "toy.csv", release, toy / "study.yaml")


def test_values_that_the_hierarchy_does_not_have_are_refused(toy, release):
    (toy / "toy.csv").write_text("age,sex,dis,id\n99,m,flu,1\n")
    with pytest.raises(DataError, match="1 different value of the input is not in its hierarchy"):
        compare(toy / "toy.csv", release, toy / "study.yaml")


def test_a_study_of_other_tables_is_refused(toy):
    other = pl.DataFrame({"x": ["1"]})
    with pytest.raises(StudyError, match="None of the study's columns"):
        compare(other, other, toy / "study.yaml")


def test_only_the_research_subset_of_a_study_is_compared(toy):
    study = toy / "study.yaml"
    study.write_text(study.read_text() + "subset: {column: dis, equals: flu}\n")
    summary = verbs.run(study, toy / "run")["summary"]
    found = compare(toy / "toy.csv", toy / "run" / "draft.csv", study)
    assert found["records"]["input"] == 4
    assert "only the study's research subset" in found["how"]
    assert scalars(found["quality"])["granularity"] == pytest.approx(
        summary["utility"]["granularity"]
    )


def test_records_with_levels_of_their_own_are_measured_as_in_their_run():
    cell = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    keys = {
        "columns": {"age": cell, "sex": cell},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "recoding": "local",
    }
    table = pl.DataFrame({"age": ["34", "34", "66", "70"], "sex": ["m", "m", "m", "m"]})
    release = verbs.anonymize(table, keys)
    found = scalars(compare(table, release.table, keys)["quality"])
    for name, number in release.summary["utility"].items():
        if isinstance(number, float):
            assert found[name] == pytest.approx(number), name


REPEATED = "a1;a;a;*\na2;x;a;*\nb1;b;b;*\nb2;y;b;*\nc1;c;a;*\n"


@pytest.fixture
def repeated(tmp_path):
    """A run whose labels stand on two levels, and cover something else on each."""
    (tmp_path / "code.csv").write_text(REPEATED)
    rows = [("a1", 1), ("a2", 1)] * 3 + [("b1", 2), ("b2", 2)] * 3
    rows += [(code, 10 * at + tenth) for at, code in ((1, "a1"), (2, "b1")) for tenth in range(6)]
    pl.DataFrame(rows, ["code", "ward"], orient="row").write_csv(tmp_path / "t.csv")
    quasi = {"role": "quasi-identifier"}
    study = {
        "data": {"path": "t.csv", "separator": ","},
        "columns": {
            "code": {**quasi, "hierarchy": "code.csv", "min_level": 2, "max_level": 2},
            "ward": {**quasi, "hierarchy": {"builder": "suppression"}, "max_level": 0},
        },
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.6,
    }
    return tmp_path, verbs.run(Study.of(study, tmp_path), tmp_path / "run")


def granularity(found):
    whole = {"": found["granularity"]["arithmetic-mean"]}
    return whole | {name: one["granularity"]["quality"] for name, one in found["columns"].items()}


@pytest.mark.parametrize("place", ["run/draft.csv", "elsewhere.csv"])
def test_a_label_is_looked_up_at_the_level_that_was_released(repeated, place):
    folder, report = repeated
    (folder / "elsewhere.csv").write_bytes((folder / "run" / "draft.csv").read_bytes())
    found = compare(folder / "t.csv", folder / place, folder / "run" / "study.yaml")
    assert granularity(found["quality"]) == pytest.approx(granularity(report["quality"]))


def test_a_label_whose_level_nobody_knows_is_not_measured(repeated):
    folder, _ = repeated
    some = pl.read_csv(folder / "run" / "draft.csv").filter(pl.int_range(pl.len()) % 3 > 0)
    found = compare(folder / "t.csv", some, folder / "run" / "study.yaml")
    code = found["quality"]["columns"]["code"]["granularity"]
    assert code["quality"] is None
    assert code["reason"]


def test_levels_are_taken_from_the_run_of_the_very_release(repeated):
    folder, report = repeated
    release = folder / "run" / "draft.csv"
    assert levels_beside(release) == report["summary"]["levels"]
    assert levels_beside(folder / "t.csv") == levels_beside(None) == {}
    release.write_text(release.read_text() + "\n")
    assert levels_beside(release) == {}
