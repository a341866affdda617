"""Research subsets and populations, from the study file to the verified run folder."""

import json
import random

import numpy as np
import polars as pl
import pytest
import yaml
from typer.testing import CliRunner

import shoal
from shoal.cli.program import app
from shoal.errors import DataError, NoReleaseError, StudyError
from shoal.pipeline.prepare.subset import draw_sample
from shoal.service.verbs import check, run, verify_run
from shoal.study.study import Study

AGE = {"role": "quasi-identifier", "type": "integer", "hierarchy": {"builder": "masking"}}
SEX = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
COLUMNS = {"age": AGE, "sex": SEX, "ward": {"role": "insensitive"}}
K = [{"model": "k-anonymity", "k": 2}]


def patients(records=120):
    chance = random.Random(7)
    return pl.DataFrame(
        {
            "age": [str(chance.randrange(20, 70)) for _ in range(records)],
            "sex": [chance.choice("mf") for _ in range(records)],
            "ward": [f"W{chance.randrange(3)}" for _ in range(records)],
            "site": [chance.choice(["north", "south"]) for _ in range(records)],
            "patient": [f"P{at // 2}" for at in range(records)],
        }
    )


TABLE = patients()
NORTH = TABLE.filter(pl.col("site") == "north")


@pytest.fixture
def folder(tmp_path):
    TABLE.write_csv(tmp_path / "patients.csv")
    return tmp_path


def study(folder, privacy=K, **more):
    keys = {"data": "patients.csv", "columns": COLUMNS, "privacy": privacy, "person": False}
    (folder / "study.yaml").write_text(yaml.safe_dump({**keys, "suppression_limit": 0.1, **more}))
    return folder / "study.yaml"


def summary_of(folder, **more):
    """The summary of a run whose later verification holds, too."""
    run(study(folder, **more), folder / "run")
    verdict = verify_run(folder / "run")
    assert verdict.holds
    return json.loads((folder / "run" / "summary.json").read_text())


@pytest.mark.parametrize(
    "subset",
    [
        {"column": "site", "equals": "north"},
        {"query": "site = north and age >= 40"},
        {"query": "not (age < 30 or sex = m)"},
    ],
)
def test_only_the_subset_is_released(folder, subset):
    summary = summary_of(folder, subset=subset)
    ages = TABLE["age"].cast(pl.Int64)
    expected = {
        "site": NORTH.height,
        "site = north and age >= 40": int(((TABLE["site"] == "north") & (ages >= 40)).sum()),
        "not (age < 30 or sex = m)": int(((ages >= 30) & (TABLE["sex"] == "f")).sum()),
    }[subset.get("query", "site")]
    released = pl.read_csv(folder / "run" / "draft.csv", infer_schema=False)
    assert summary["input"]["records"] == expected
    assert summary["input"]["outside_subset"] == TABLE.height - expected
    assert released.height + summary["suppressed_records"] == expected
    assert any("Only the research subset is released" in text for text in summary["warnings"])


def test_the_release_has_the_values_of_the_subset(folder):
    summary_of(folder, subset={"column": "site", "equals": "north"}, suppression_limit=0)
    released = pl.read_csv(folder / "run" / "draft.csv", infer_schema=False)
    assert sorted(released["ward"]) == sorted(NORTH["ward"])


def test_records_of_a_file_are_matched_as_often_as_they_are_listed(folder):
    listed = pl.concat([TABLE[:3], TABLE[:1], TABLE[50:90]]).select("age", "sex", "ward")
    listed[1:].write_csv(folder / "listed.csv")
    summary = summary_of(folder, subset={"records": "listed.csv"})
    assert summary["input"]["records"] == len(listed) - 1
    kept = yaml.safe_load((folder / "run" / "study.yaml").read_text())
    assert kept["subset"]["records"]["separator"] == ","


def test_a_file_with_records_that_are_not_there_is_refused(folder):
    pl.DataFrame({"age": ["99", "20"], "sex": ["canary", "m"]}).write_csv(folder / "listed.csv")
    with pytest.raises(DataError, match=r"subset: \d of the 2 records in its file are not") as told:
        run(study(folder, subset={"records": "listed.csv"}), folder / "run")
    assert "canary" not in str(told.value)


def test_a_sample_is_random_and_its_run_is_verified_completely(folder):
    sizes = set()
    for at in range(3):
        report = run(study(folder, subset={"sample": 0.5}), folder / f"run{at}")
        summary = report["summary"]
        sizes.add((summary["input"]["records"], summary["loss"]))
        assert all(promise["holds"] is True for promise in summary["privacy"])
    assert len(sizes) > 1
    later = verify_run(folder / "run0")
    assert later.holds
    assert not later.complete  # nobody can draw the sample again


def test_a_reproducible_sample_is_repeatable_and_marked(folder):
    keys = {"subset": {"sample": 0.5}, "reproducible": True, "seed": 3}
    reports = [run(study(folder, **keys), folder / name)["summary"] for name in ("a", "b")]
    assert reports[0]["input"] == reports[1]["input"]
    assert any("the sample can be drawn again" in text for text in reports[0]["warnings"])


def test_sampling_draws_about_the_right_share():
    shares = [draw_sample(20_000, 0.3, seed).mean() for seed in (None, 1)]
    assert all(abs(share - 0.3) < 0.02 for share in shares)
    assert draw_sample(50, 1.0, None).all()


def test_a_query_on_a_column_without_type_is_refused_where_it_would_mislead(folder):
    with pytest.raises(StudyError, match="subset: the column 'ward' holds texts"):
        run(study(folder, subset={"query": "ward > 3"}), folder / "run")


@pytest.mark.parametrize(
    ("keys", "code", "told"),
    [
        ({"subset": {"column": "site", "equals": "east"}}, 2, "none of the 120 records is in it"),
        ({"subset": {"query": "siet = north"}}, 2, "no column 'siet'. Did you mean 'site'?"),
        ({"subset": {"query": "age >"}}, 2, "subset: The query cannot be read at the end"),
        ({"subset": {"query": "(age > 3"}}, 2, "expected a closing parenthesis"),
        ({"subset": {"column": "site"}}, 2, "`column` and `equals` belong together"),
        ({"subset": {"query": "age > 3", "sample": 0.1}}, 2, "expected exactly one of"),
        ({"subset": {"sample": 0}}, 2, "subset.sample"),
        ({"subset": {"colunm": "site", "equals": "north"}}, 2, "Did you mean 'column'?"),
        ({"population": {"region": "Germny"}}, 2, "Did you mean 'Germany'?"),
        ({"population": {"size": 5, "region": "USA"}}, 2, "expected exactly one of"),
        ({"privacy": [{"model": "k-map", "k": 5}]}, 2, "there is none to count"),
        (
            {"privacy": [{"model": "population-uniqueness", "threshold": 0.1}]},
            2,
            "needs to know how large the population is",
        ),
        (
            {
                "privacy": [{"model": "population-uniqueness", "threshold": 0.1}],
                "population": {"size": 100},
            },
            2,
            "it has 100 members, fewer than the 120 records",
        ),
        (
            {"privacy": [{"model": "k-map", "k": 5}], "population": {"table": "gone.csv"}},
            2,
            "gone.csv",
        ),
    ],
)
def test_what_is_wrong_with_a_subset_or_population_is_told(folder, keys, code, told):
    study(folder, **keys)
    arguments = ["run", str(folder / "study.yaml"), "--out", str(folder / "run")]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == code
    assert told in " ".join(result.stderr.split())
    assert not (folder / "run").exists()


def test_a_population_that_does_not_contain_the_data_is_refused(folder):
    TABLE[5:].write_csv(folder / "people.csv")
    promise = [{"model": "k-map", "k": 3}]
    asked = study(folder, privacy=promise, population={"table": "people.csv"})
    with pytest.raises(DataError, match=r"population.table: \d of the 120 records are not in it"):
        run(asked, folder / "run")


def test_a_population_without_a_needed_column_is_refused(folder):
    TABLE.drop("sex").write_csv(folder / "people.csv")
    promise = [{"model": "k-map", "k": 3}]
    with pytest.raises(StudyError, match=r"population.table: it has no column 'sex'"):
        run(study(folder, privacy=promise, population={"table": "people.csv"}), folder / "run")


@pytest.mark.parametrize(
    ("promise", "more"),
    [
        ({"model": "k-map", "k": 4}, {"population": {"table": "people.csv"}}),
        ({"model": "k-map", "k": 4}, {"subset": {"column": "site", "equals": "north"}}),
        (
            {"model": "k-map", "k": 4, "estimator": "poisson", "significance": 0.1},
            {"population": {"fraction": 0.2}},
        ),
        (
            {"model": "delta-presence", "delta_min": 0.1, "delta_max": 0.8},
            {"subset": {"column": "site", "equals": "north"}},
        ),
        ({"model": "average-risk", "threshold": 0.1}, {}),
        ({"model": "average-risk", "threshold": 0.3, "highest": 0.3, "share_at_risk": 0.1}, {}),
        ({"model": "sample-uniqueness", "threshold": 0.02}, {}),
        (
            {"model": "population-uniqueness", "threshold": 0.001},
            {"population": {"region": "Germany"}},
        ),
        (
            {"model": "population-uniqueness", "threshold": 0.05, "estimator": "zayatz"},
            {"population": {"table": "people.csv"}},
        ),
    ],
)
def test_every_promise_runs_and_is_verified(folder, promise, more):
    pl.concat([TABLE, patients(400)]).write_csv(folder / "people.csv")
    summary = summary_of(folder, privacy=[promise], **more)
    [found] = summary["privacy"]
    assert found["holds"] is True
    assert found["measured"] is not None


@pytest.mark.parametrize("name", ["k-map", "average-risk", "sample-uniqueness"])
def test_people_are_counted_where_the_study_says_so(folder, name):
    columns = {**COLUMNS, "patient": {"role": "identifier"}}
    promise = {"model": name, "k": 3} if name == "k-map" else {"model": name, "threshold": 0.2}
    more = {"subset": {"column": "site", "equals": "north"}} if name == "k-map" else {}
    run(study(folder, privacy=[promise], columns=columns, person="patient", **more), folder / "run")
    verdict = verify_run(folder / "run")
    assert verdict.holds
    assert [answer["holds"] for answer in verdict.privacy] == [True]


def test_in_memory_the_records_stay_where_they_were():
    keys = {"columns": COLUMNS, "privacy": K, "subset": {"column": "site", "equals": "north"}}
    release = shoal.anonymize(TABLE, {**keys, "suppression_limit": 0.1, "person": False})
    assert len(release.table) == TABLE.height
    outside = (TABLE["site"] == "south").to_numpy()
    assert release.suppressed[outside].all()
    assert release.table.filter(pl.Series(outside)).null_count().row(0) == (outside.sum(),) * 3
    kept = np.flatnonzero(~release.suppressed)
    assert release.table["ward"][kept].to_list() == TABLE["ward"][kept].to_list()


def test_pandas_tables_keep_their_index():
    frame = TABLE.to_pandas()
    frame.index = [f"r{at}" for at in range(len(frame))]
    keys = {"columns": COLUMNS, "privacy": K, "subset": {"query": "site = north"}}
    release = shoal.anonymize(frame, {**keys, "suppression_limit": 0.1, "person": False})
    assert list(release.table.index) == list(frame.index)


def test_a_population_that_no_promise_asks_for_is_told(folder):
    warnings = check(study(folder, population={"size": 10_000}))
    assert any("No promise asks about the `population`" in text for text in warnings)


@pytest.mark.parametrize(
    "subset",
    [
        {"column": "site", "equals": "north"},
        {"query": "age > 3"},
        {"sample": 0.25},
        {"records": "a.csv"},
    ],
)
def test_subsets_survive_the_study_file(subset):
    keys = {"columns": COLUMNS, "privacy": K, "subset": subset, "population": {"region": "UK"}}
    given = Study.of(keys).given()
    assert given["subset"] == subset
    assert given["population"] == {"region": "UK"}
    assert Study.of(given) == Study.of(keys)


def test_equals_takes_numbers_and_truths():
    keys = {"columns": COLUMNS, "privacy": K}
    values = [Study.of({**keys, "subset": {"column": "x", "equals": v}}) for v in (3, 2.5, True)]
    assert [found.subset.equals for found in values] == ["3", "2.5", "true"]


@pytest.mark.parametrize("model", ["k-map", "population-uniqueness"])
def test_local_recoding_has_no_classes_to_compare_with_a_population(model):
    promise = {"model": model, "k": 5} if model == "k-map" else {"model": model, "threshold": 0.1}
    subset = {"column": "site", "equals": "north"}
    keys = {"columns": COLUMNS, "privacy": [promise], "subset": subset, "recoding": "local"}
    with pytest.raises(StudyError, match="no classes that data and population share"):
        Study.of(keys)


PITMAN = {"model": "population-uniqueness", "threshold": 0.5, "estimator": "pitman"}
# Class sizes for which Pitman's model has no solution (docs/theory/uniques.md).
FEW = [str(20 + at) for at, size in enumerate([1, 1, 1, 1, 2, 2, 2, 3, 3, 4]) for _ in range(size)]


def few(**more):
    keys = {"columns": {"age": {**AGE, **more}}, "privacy": [PITMAN], "population": {"size": 1000}}
    return shoal.anonymize(pl.DataFrame({"age": FEW}), keys)


def test_an_estimator_without_solution_is_told_in_the_warnings():
    summary = few().summary
    assert summary["levels"] == {"age": 1}
    assert any("'pitman' has no solution for 10 classes" in text for text in summary["warnings"])
    assert summary["privacy"][0]["holds"] is True


def test_an_estimator_without_solution_is_told_where_no_release_is_possible():
    with pytest.raises(NoReleaseError, match="counts as a broken promise"):
        few(max_level=0)
