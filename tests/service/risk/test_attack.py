import json
from hashlib import sha256
from io import StringIO

import polars as pl
import pytest
from rich.console import Console

from shoal.errors import StudyError
from shoal.progress import ignore_progress
from shoal.report.attack_table import attack_table
from shoal.risk.attacks.hashes import hash_inversions
from shoal.service.attack import attack
from shoal.service.verbs import run

DISEASES = ("flu", "cold", "angina")
STUDY = """
data: people.csv
columns:
  age:
    role: quasi-identifier
    type: integer
    hierarchy: {builder: intervals, width: 10, levels: 3}
  sex: {role: quasi-identifier, hierarchy: {builder: suppression}}
  disease: {role: sensitive}
privacy: [{model: k-anonymity, k: 4}, {model: distinct-l-diversity, column: disease, l: 2}]
suppression_limit: 0.1
"""


@pytest.fixture
def study(tmp_path):
    rows = [(20 + at % 40, "mf"[at % 2], DISEASES[at % 3]) for at in range(120)]
    pl.DataFrame(rows, schema=["age", "sex", "disease"], orient="row").write_csv(
        tmp_path / "people.csv"
    )
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path / "study.yaml"


def test_every_attack_does_worse_on_the_release_than_on_the_table(study):
    report = attack(study)
    names = {row["name"] for row in report["attacks"]}
    assert {"linkage", "singling out", "homogeneity of disease", "skewness of disease"} <= names
    for row in report["attacks"]:
        if row["before"]["reason"] is None and row["after"]["reason"] is None:
            assert row["after"]["success"] <= row["before"]["success"]
            assert row["after"]["low"] <= row["after"]["success"] <= row["after"]["high"]
    linkage = next(row for row in report["attacks"] if row["name"] == "linkage")
    assert linkage["falls_by"] > 0.1
    json.dumps(report, allow_nan=False)


def test_a_run_is_attacked_as_its_study(study, tmp_path):
    run(study, tmp_path / "run")
    rows = attack(tmp_path / "run")["attacks"]
    assert [row["after"]["success"] for row in rows] == [
        row["after"]["success"] for row in attack(study)["attacks"]
    ]


def test_another_release_of_the_table_is_intersected(study, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text(STUDY.replace("width: 10", "width: 8"))
    found = attack(study, other)["attacks"][-1]
    assert found["name"] == "intersection of releases"
    assert found["after"]["success"] >= found["after"]["baseline"]


def test_another_table_is_refused(study, tmp_path):
    (tmp_path / "few.csv").write_text("age,sex,disease\n" + "30,m,flu\n30,m,cold\n" * 5)
    other = tmp_path / "other.yaml"
    other.write_text(STUDY.replace("people.csv", "few.csv"))
    with pytest.raises(StudyError, match="different tables"):
        attack(study, other)


def test_a_space_of_hashes_that_was_not_tried_has_no_share(study, tmp_path, monkeypatch):
    monkeypatch.setattr(hash_inversions, "__defaults__", ((), 2_000_000, ignore_progress))
    people = pl.read_csv(tmp_path / "people.csv")
    codes = [sha256(f"{at}X{at:02}".encode()).hexdigest() for at in range(10)] * 12
    people.with_columns(pl.Series("taxi", codes)).write_csv(tmp_path / "people.csv")
    kept = "  taxi: {role: insensitive}\nacknowledge: ['looks-like-hash:taxi']\nprivacy:"
    study.write_text(STUDY.replace("privacy:", kept))
    report = attack(study)
    rows = {row["name"]: row for row in report["attacks"]}
    numbers, medallions = rows["hashes in taxi: numbers"], rows["hashes in taxi: taxi medallions"]
    assert (numbers["after"]["success"], numbers["tried"][:9]) == (0, "1,111,110")
    assert {medallions["after"][key] for key in ("success", "low", "high", "gain")} == {None}
    assert medallions["falls_by"] is None
    shown = plain_text(attack_table(report))
    assert "Tried: hashes in taxi: numbers; 1,111,110 values" in shown
    assert "Not tried: hashes in taxi: taxi medallions; its 18,278,000 values" in shown
    assert "Not tried: hashes in taxi: all other values" in shown


def plain_text(shown):
    console = Console(width=200, file=StringIO())
    console.print(shown)
    return console.file.getvalue()


@pytest.mark.needs("data")
def test_adult_is_attacked_with_much_less_success_after_three_promises(shared_data, tmp_path):
    """The suite on Adult before and after k = 5, l = 3, t = 0.2: every success falls."""
    adult = shared_data / "adult"
    names = ("sex", "age", "race", "marital-status", "education", "native-country", "workclass")
    hierarchy = {name: f"{adult}/hierarchies/adult_hierarchy_{name}.csv" for name in names}
    about = {"column": "occupation"}
    study = {
        "data": str(adult / "adult_arx.csv"),
        "columns": {
            **{name: {"role": "quasi-identifier", "hierarchy": hierarchy[name]} for name in names},
            "occupation": {"role": "sensitive"},
        },
        "privacy": [
            {"model": "k-anonymity", "k": 5},
            {"model": "distinct-l-diversity", **about, "l": 3},
            {"model": "t-closeness", **about, "t": 0.2},
        ],
        "suppression_limit": 0.05,
    }
    (tmp_path / "study.yaml").write_text(json.dumps(study))
    rows = {row["name"]: row for row in attack(tmp_path / "study.yaml")["attacks"]}
    falls = {name: row["falls_by"] for name, row in rows.items() if not row["before"]["reason"]}
    assert len(falls) >= 8
    assert min(falls.values()) > 0.1
    assert rows["homogeneity of occupation"]["after"]["success"] == 0
    assert rows["inference of occupation"]["after"]["gain"] < 0.1
