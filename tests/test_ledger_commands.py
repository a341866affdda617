"""`shoal ledger`: list, show, account, withdraw, forget."""

import json
import shlex
from fractions import Fraction

import polars as pl
import pytest
from typer.testing import CliRunner

from shoal.cli.program import app
from shoal.ledger import ledger
from shoal.ledger.account import Cost, spend
from shoal.ledger.workspace import Workspace

STUDY = """data: toy.csv
columns:
  id: {role: identifier}
  age: {role: quasi-identifier, hierarchy: {builder: masking}, min_level: 1, max_level: 1}
  sex: {role: quasi-identifier, hierarchy: {builder: suppression}}
  dis: {role: insensitive}
privacy: [{model: k-anonymity, k: 2}]
"""
TABLE = "age,sex,dis,id\n" + "".join(
    f"{age},m,{dis},Canary{at}\n"
    for at, (age, dis) in enumerate([(34, "flu"), (31, "hiv"), (36, "flu"), (61, "flu"), (62, "x")])
)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder with a study, its run, and its own workspace."""
    monkeypatch.delenv("SHOAL_WORKSPACE")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toy.csv").write_text(TABLE)
    (tmp_path / "study.yaml").write_text(STUDY)
    assert said("run", "study.yaml", "--give").exit_code == 0
    return tmp_path


def said(*words, stdin=None):
    return CliRunner().invoke(app, list(words), input=stdin)


def ids():
    return [one["id"] for one in json.loads(said("ledger", "--json").stdout)]


def test_a_ledger_that_is_not_there_is_empty_and_is_not_made(tmp_path, monkeypatch):
    monkeypatch.delenv("SHOAL_WORKSPACE")
    monkeypatch.chdir(tmp_path)
    assert f"Nothing was run yet, as far as {tmp_path / '.shoal'}" in said("ledger").stdout
    assert "Nothing was spent." in said("ledger", "account").stdout
    answer = said("ledger", "forget", "Canary0")
    assert answer.exit_code == 2
    assert "There is no ledger in" in answer.stderr
    assert "Canary" not in answer.output
    assert list(tmp_path.iterdir()) == []


def test_the_list_names_every_release(home):
    (one,) = ids()
    shown = said("ledger").stdout
    assert one in shown
    assert "k-anonymity" in shown
    assert "5 records" in shown
    assert said("ledger", "--workspace", str(home / ".shoal")).stdout == shown


def test_a_release_is_shown_with_its_recipe(home):
    (one,) = ids()
    assert "k-anonymity" in said("ledger", "show", one).stdout
    found = json.loads(said("ledger", "show", one, "--json").stdout)
    assert found["levels"] == {"age": 1, "sex": 0}
    assert found["study"]["columns"]["age"]["max_level"] == 1
    assert found["release_records"] == 5


def test_releases_of_a_shared_ledger_are_made_again_and_given(home, monkeypatch):
    monkeypatch.setenv("SHOAL_LEDGER", str(home / "shared"))
    assert said("run", "study.yaml", "--out", "first", "--give").exit_code == 0
    (one,) = ids()
    done = said("ledger", "forget", "Canary2", "--rerun", "without")
    assert done.exit_code == 0, done.output
    assert "Canary" not in done.output
    (again,) = set(ids()) - {one}
    place = home / "without" / one / "run"
    assert said("give", str(place), "--to", "Uppsala").exit_code == 0
    assert json.loads(said("ledger", "show", again, "--json").stdout)["state"] == "released"


def test_an_unknown_release_is_a_fault_of_the_person(home):
    result = said("ledger", "show", "r0")
    assert result.exit_code == 2
    assert "There is no release 'r0'" in result.stderr


def test_a_refused_release_has_exit_code_1(home):
    (one,) = ids()
    (home / "toy.csv").write_text("\n".join(TABLE.splitlines()[:-3] + TABLE.splitlines()[-2:]))
    result = said("run", "study.yaml", "--out", "again")
    assert result.exit_code == 0
    assert "could not be given" in result.stderr
    result = said("give", "again")
    assert result.exit_code == 1
    assert f"--acknowledge {one}=REASON" in result.stderr
    assert "Canary" not in result.output
    assert said("ledger", "withdraw", one).exit_code == 0
    assert said("give", "again").exit_code == 0


def test_the_command_that_a_refusal_tells_works_from_everywhere(
    home, tmp_path_factory, monkeypatch
):
    (one,) = ids()
    (home / "toy.csv").write_text("\n".join(TABLE.splitlines()[:-3] + TABLE.splitlines()[-2:]))
    refused = said("run", "study.yaml", "--out", "new", "--give").stderr
    assert f"`shoal ledger withdraw {one}`" in refused
    monkeypatch.chdir(tmp_path_factory.mktemp("else where"))
    refused = said("run", str(home / "study.yaml"), "--out", "new", "--give").stderr
    told = next(part for part in refused.split("`") if part.endswith(f"withdraw {one}"))
    assert said(*shlex.split(told)[1:]).exit_code == 0
    lost = said("ledger", "withdraw", one)
    assert lost.exit_code == 2
    assert "`--workspace FOLDER` says where to look" in lost.stderr


def test_the_account_is_exact(home):
    for _ in range(3):
        spend(Workspace(home / ".shoal"), "a" * 64, Cost(Fraction(1, 3), Fraction(1, 1000)), "r")
    assert "epsilon 1, delta 0.003 in 3 releases" in said("ledger", "account").stdout
    (row,) = json.loads(said("ledger", "account", "--json").stdout)
    assert (row["epsilon"], row["delta"], row["releases"]) == ("1", "3/1000", 3)


def test_forget_finds_a_person_and_quotes_nobody(home):
    result = said("ledger", "forget", stdin="Canary2\n")
    assert result.exit_code == 0
    assert "1 of the person's 1 record is shown" in result.stdout
    assert "shoal ledger withdraw" in result.stdout
    assert "Canary" not in result.output
    assert "does not hold the person" in said("ledger", "forget", "Canary99").stdout


def test_forget_runs_a_study_again_without_the_person(home):
    (one,) = ids()
    result = said("ledger", "forget", "Canary2", "--rerun", "without")
    assert result.exit_code == 0, result.output
    folder = home / "without" / one
    assert pl.read_csv(folder / "run" / "draft.csv").height == 4
    assert (folder / "input.parquet").stat().st_mode & 0o777 == 0o600
    assert "Canary2" not in (folder / "study.yaml").read_text()
    assert b"Canary2" not in (folder / "input.parquet").read_bytes()
    assert pl.read_csv(home / "toy.csv").height == 5  # the steward's own file is not touched
    for path in (home / ".shoal").iterdir():
        assert b"Canary" not in path.read_bytes()
    study = (folder / "run" / "study.yaml").read_text()
    assert f"earlier-release:{one}" in study
    places = [entry.place for entry in ledger.entries(Workspace(home / ".shoal"))]
    assert places == [str(home / "run"), str(folder / "run")]
    assert said("give", str(folder / "run")).exit_code == 0


def test_forget_runs_every_study_that_shows_the_person(home):
    (home / "coarse.yaml").write_text(STUDY.replace("_level: 1", "_level: 2"))
    assert said("run", "coarse.yaml", "--out", "coarse").exit_code == 0
    result = said("ledger", "forget", "Canary2", "--rerun", "without")
    assert result.exit_code == 0, result.output
    releases = [home / "without" / one / "run" / "draft.csv" for one in ids()[:2]]
    assert [pl.read_csv(path).height for path in releases] == [4, 4]
    assert len(ids()) == 4
    assert "2 of the person" not in result.output


def test_forget_acknowledges_again_what_was_acknowledged(home):
    (home / "toy.csv").write_text(TABLE + "37,m,flu,Canary5\n")
    assert said("ledger", "withdraw", *ids()).exit_code == 0
    assert said("run", "study.yaml", "--out", "all", "--give").exit_code == 0
    one = ids()[-1]
    wish = f"subset: {{query: id != Canary0}}\nacknowledge: ['earlier-release:{one}']\n"
    (home / "part.yaml").write_text(STUDY + wish)
    assert said("run", "part.yaml", "--out", "part", "--give").exit_code == 0
    result = said("ledger", "forget", "Canary2", "--rerun", "without")
    assert result.exit_code == 0, result.output
    assert result.stdout.count("Without the person") == 2
    for old in ids()[1:3]:  # in the order in which they were given the first time
        given = said("give", str(home / "without" / old / "run"))
        assert given.exit_code == 0, given.output


def test_forget_refuses_a_folder_that_is_there(home):
    (one,) = ids()
    (home / "without" / one).mkdir(parents=True)
    result = said("ledger", "forget", "Canary2", "--rerun", "without")
    assert result.exit_code == 2
    assert "exists already" in result.stderr


def test_forget_asks_for_a_person_and_keeps_spaces(home):
    assert said("ledger", "forget", "").exit_code == 2
    assert said("ledger", "forget", stdin="\n").exit_code == 2
    (home / "toy.csv").write_text(TABLE.replace("Canary2", " Canary2"))
    assert said("ledger", "withdraw", *ids()).exit_code == 0
    assert said("run", "study.yaml", "--force").exit_code == 0
    answer = said("ledger", "forget", stdin=" Canary2\r\n").stdout
    assert answer.count("1 of the person's 1 record is shown") == 1


def test_forget_keeps_the_decimal_mark(home):
    (home / "toy.csv").write_text(
        "age;sex;dis;id\n" + "".join(f"{30 + at},5;m;flu;Comma{at}\n" for at in range(4))
    )
    study = STUDY.replace("age: {", "age: {type: decimal, ").replace(
        "hierarchy: {builder: masking}, min_level: 1, max_level: 1",
        "hierarchy: {builder: intervals, width: 10, levels: 2}",
    )
    (home / "comma.yaml").write_text(study)
    assert said("run", "comma.yaml", "--out", "comma").exit_code == 0
    result = said("ledger", "forget", "Comma3", "--rerun", "without")
    assert result.exit_code == 0, result.output
    assert len(list((home / "without").glob("*/run/draft.csv"))) == 1


def test_forget_says_where_nothing_tells_whose_a_record_is(home):
    (home / "bare.yaml").write_text(STUDY.replace("  id: {role: identifier}\n", ""))
    assert said("run", "bare.yaml", "--out", "bare").exit_code == 0
    assert "its study names no identifier" in said("ledger", "forget", "Canary2").stdout


def test_a_damaged_workspace_is_explained(home):
    (home / ".shoal" / "workspace.sqlite").write_bytes(b"nonsense " * 500)
    result = said("ledger")
    assert result.exit_code == 2
    assert "damaged" in result.stderr
