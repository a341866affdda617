"""`shoal evaluate` from the outside."""

import json

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app

STUDY = """data: stays.csv
columns:
  age: {role: quasi-identifier, type: integer, hierarchy: age.csv}
  sex: {role: quasi-identifier, hierarchy: {builder: suppression}}
  cost: {role: insensitive, target: true}
privacy: [{model: k-anonymity, k: 3}]
suppression_limit: 0.2
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A table in which the old cost more, and a study of it."""
    monkeypatch.chdir(tmp_path)
    records = [(age, "mf"[at % 2]) for at in range(8) for age in range(30, 70, 5)]
    lines = [f"{age},{sex},{'high' if age >= 45 else 'low'}" for age, sex in records]
    (tmp_path / "stays.csv").write_text("\n".join(["age,sex,cost", *lines, "70,m,high"]) + "\n")
    labels = [f"{age};{'<45' if age < 45 else '>=45'};*" for age in range(30, 75, 5)]
    (tmp_path / "age.csv").write_text("\n".join(labels) + "\n")
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path


def shoal(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_scores_are_shown_side_by_side(folder):
    result = shoal("evaluate", "study.yaml")
    assert result.exit_code == 0, result.stderr
    for word in ("Baseline", "Original", "Released", "Relative", "cost by logistic-regression"):
        assert word in result.stdout
    assert "65 were predicted in 10 parts" in result.stdout


def test_json_is_all_there_is_on_standard_output(folder):
    found = json.loads(shoal("evaluate", "study.yaml", "--json").stdout)["learning"]
    [target] = found["targets"]
    [model] = target["models"]
    assert model["released"]["accuracy"] > model["baseline"]["accuracy"] > 0.5
    assert model["baseline"]["auc"] == 0.5
    assert [one["class"] for one in model["by_class"]] == ["high", "low"]


def test_a_page_is_written(folder):
    result = shoal("evaluate", "study.yaml", "--html", "page.html")
    assert result.exit_code == 0, result.stderr
    page = (folder / "page.html").read_text()
    assert "Content-Security-Policy" in page
    assert page.count("<svg") == 4  # two ROC curves, precision and recall
    assert "http" not in page.replace("http-equiv", "")
    assert "nowhere" in shoal("evaluate", "study.yaml", "--html", "nowhere/page.html").stderr


def test_a_run_is_judged_as_it_was_written(folder):
    assert shoal("run", "study.yaml", "--out", "run").exit_code == 0
    again = shoal("evaluate", "study.yaml", "--run", "run", "--json")
    assert again.exit_code == 0, again.stderr
    searched = json.loads(shoal("evaluate", "study.yaml", "--json").stdout)["learning"]
    assert json.loads(again.stdout)["learning"] == searched


def test_a_run_of_another_input_is_refused(folder):
    shoal("run", "study.yaml", "--out", "run")
    with (folder / "stays.csv").open("a") as file:
        file.write("30,m,low\n")
    result = shoal("evaluate", "study.yaml", "--run", "run")
    assert result.exit_code == 2
    assert "The input has changed since run was written" in result.stderr


def test_a_folder_that_is_no_run_is_refused(folder):
    result = shoal("evaluate", "study.yaml", "--run", ".")
    assert result.exit_code == 2
    assert "not a run folder" in result.stderr


def test_a_study_without_anything_to_predict_is_refused(folder):
    (folder / "study.yaml").write_text(STUDY.replace(", target: true", ""))
    result = shoal("evaluate", "study.yaml")
    assert result.exit_code == 2
    assert "nothing is to be predicted" in result.stderr


def test_a_run_with_the_key_has_the_scores_in_its_summary(folder):
    (folder / "study.yaml").write_text(STUDY + "evaluate: {folds: 3}\n")
    result = shoal("run", "study.yaml", "--out", "run")
    assert result.exit_code == 0, result.stderr
    found = json.loads((folder / "run" / "summary.json").read_text())["learning"]
    assert found["targets"][0]["models"][0]["released"]["accuracy"] > 0.9
    assert "by_class" not in json.dumps(found)
    assert shoal("verify", "run").exit_code == 0


def test_a_study_that_names_no_model_is_refused(folder):
    path = folder / "study.yaml"
    path.write_text(path.read_text() + "evaluate: {models: []}\n")
    done = CliRunner().invoke(app, ["evaluate", "study.yaml"])
    assert done.exit_code == 2
    assert "expected at least one model" in done.stderr
