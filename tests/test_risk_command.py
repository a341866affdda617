"""`shoal risk` from the outside."""

import json

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app

COLUMNS = ("--quasi-identifiers", "age, sex", "--sensitive", "ward")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("age,sex,ward\n" + "30,f,surgery\n30,f,eye\n30,m,eye\n30,m,eye\n*,*,eye\n")
    return path


def shoal(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_every_model_is_shown_with_its_number_or_the_reason(table):
    result = shoal("risk", table, "--models", *COLUMNS)
    assert result.exit_code == 0
    assert "5 records, 1 suppressed" in result.stdout
    assert "k = 2" in result.stdout
    assert "t-closeness, equal" in result.stdout
    assert "the size of the population was not given" in result.stdout


def test_without_models_only_the_risk_is_shown(table):
    result = shoal("risk", table, *COLUMNS)
    assert "highest 50%" in result.stdout
    assert "t-closeness" not in result.stdout


def test_json_is_all_there_is_on_the_output(table):
    report = json.loads(shoal("risk", table, "--models", "--json", *COLUMNS).stdout)
    assert report["suppressed_records"] == 1
    assert {one["model"] for one in report["models"]} > {"k-anonymity", "t-closeness"}


def test_a_column_that_is_not_there_is_an_error(table):
    result = shoal("risk", table, "--quasi-identifiers", "agee")
    assert result.exit_code == 2
    assert "Did you mean 'age'" in result.stderr


def test_three_attackers_and_the_profile_are_shown(table):
    shown = shoal("risk", table, *COLUMNS).stdout
    for word in ("Prosecutor", "Journalist", "Marketer", "Risk profile", "50%"):
        assert word in shown


def test_a_table_is_shown_beside_the_one_it_was_made_from(table, tmp_path):
    earlier = tmp_path / "earlier.csv"
    earlier.write_text("age,sex,ward\n31,f,surgery\n32,f,eye\n33,m,eye\n34,m,eye\n35,m,eye\n")
    report = json.loads(shoal("risk", table, "--before", earlier, "--json", *COLUMNS).stdout)
    assert report["before"]["attackers"]["prosecutor"]["success"] == 1
    assert report["attackers"]["prosecutor"]["success"] == 0.5
    shown = shoal("risk", table, "--before", earlier, *COLUMNS).stdout
    assert "Prosecutor, before" in shown
    assert "Prosecutor, after" in shown


def test_columns_special_uniques_and_kinds_are_shown_when_asked_for(table):
    every = ("--columns", "--special", "--safe-harbor")
    shown = shoal("risk", table, *every, *COLUMNS).stdout
    for word in ("Which columns identify", "Special uniques", "Safe Harbor"):
        assert word in shown
        assert word not in shoal("risk", table, *COLUMNS).stdout


def test_sampling_weights_and_households_are_counted(tmp_path):
    path = tmp_path / "sample.csv"
    path.write_text("age,home,w\n30,a,17\n40,a,541\n50,b,8\n60,b,5\n")
    arguments = ("--quasi-identifiers", "age", "--weights", "w", "--household", "home", "--json")
    found = json.loads(shoal("risk", path, *arguments).stdout)["individual"]
    assert found["highest"] == pytest.approx(0.40236, abs=1e-5)
    assert found["household"]["highest"] == pytest.approx(
        1 - (1 - 0.40236) * (1 - 0.29706), abs=1e-4
    )


@pytest.mark.parametrize(
    ("cells", "column", "said"),
    [("1,x", "w", "no sampling weights"), ("1,0.5", "w", "at least 1"), ("1,2", "v", "no column")],
)
def test_weights_that_are_none_are_refused(tmp_path, cells, column, said):
    path = tmp_path / "sample.csv"
    path.write_text(f"age,w\n{cells}\n")
    result = shoal("risk", path, "--quasi-identifiers", "age", "--weights", column)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_missing_cells_have_two_readings(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("age,sex\n30,f\n30,\n30,m\n")
    found = json.loads(shoal("risk", path, "--quasi-identifiers", "age,sex", "--json").stdout)
    assert found["risk"]["average"] == 1
    assert found["missing_matches_anything"]["average"] == pytest.approx(
        (1 / 2 + 1 / 3 + 1 / 2) / 3
    )


def test_the_page_has_pictures_and_no_script(table, tmp_path):
    page = tmp_path / "risk.html"
    every = ("--columns", "--special", "--safe-harbor", "--population-size", "100")
    result = shoal("risk", table, *every, "--html", page, *COLUMNS)
    assert result.exit_code == 0
    text = page.read_text()
    assert text.count("<svg") >= 3
    assert "<script" not in text
    assert "Unique people" in text


def test_the_release_of_a_study_is_attacked(tmp_path):
    people = "".join(f"{20 + at % 30},{'mf'[at % 2]}\n" for at in range(90))
    (tmp_path / "people.csv").write_text("age,sex\n" + people)
    column = "{role: quasi-identifier, hierarchy: {builder: masking}}"
    study = tmp_path / "study.yaml"
    study.write_text(
        f"data: people.csv\ncolumns: {{age: {column}, sex: {column}}}\n"
        "privacy: [{model: k-anonymity, k: 5}]\n"
    )
    shown = shoal("risk", study, "--attacks").stdout
    assert "linkage" in shown
    assert "90 of 90 records released" in shown
    rows = json.loads(shoal("risk", study, "--attacks", "--json").stdout)["attacks"]
    assert rows[0]["before"]["success"] > rows[0]["after"]["success"]


def test_values_and_columns_that_find_people_are_named(tmp_path):
    rare = "".join(f"{at},rare,a\n" for at in range(10)) + "50,common,a\n50,common,b\n" * 20
    (tmp_path / "t.csv").write_text("age,ward,extra\n" + rare)
    arguments = ("--quasi-identifiers", "age,ward", "--columns", "--json")
    found = json.loads(shoal("risk", tmp_path / "t.csv", *arguments).stdout)["columns"]
    first = found["risky_values"][0]
    assert (first["column"], first["value"], first["average_risk"]) == ("ward", "rare", 1)
    assert all(row["records"] >= 10 for row in found["risky_values"])
    assert found["other_columns"] == {"extra": pytest.approx(12 / 50)}
    assert found["singling_values"]["age"] == {"values": 11, "of_one_record": 10}
