"""Two real tables, as a new user tries them: no release before a person decided, by any way.

Whatever a person types or clicks beyond "propose" and "run" is a decision; a choice for many
columns at once is one.
"""

import time

import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from served import served
from shoal.cli.program import app
from shoal.service.profile import profile_file, write_study
from shoal.study.text import parse

pytestmark = [pytest.mark.needs("data"), pytest.mark.slow]
TABLES = {
    "diabetes": ("discharge/diabetes130_us_hospitals.csv.gz", "patient_nbr", 40),
    "edstays": ("mimic_iv_ed_demo/edstays.csv", "subject_id", 2),
}
MOST = 12  # decisions for the 50 columns of diabetes
K = 5
# What a steward of diabetes types below `columns`, and what becomes of the rest: a decision each.
DRUGS = ("metformin", "glipizide", "glyburide", "insulin", "change", "diabetesMed")


@pytest.fixture(params=TABLES)
def story(request, shared_data, tmp_path):
    """The path of a table, who its records belong to, and the study that is proposed for it."""
    file, person, undecided = TABLES[request.param]
    write_study(profile_file(shared_data / file), tmp_path / "study.yaml")
    return shared_data / file, person, undecided, tmp_path / "study.yaml"


def is_safe(table, release, suppressed, person, removed):
    """Nothing that was not decided is released, and every class has k people."""
    columns = [name for name in release.columns if name not in removed]
    assert columns == release.columns
    quasi = [name for name in ("race", "gender", "age") if name in columns]
    known = release.with_columns(who=table[person]).filter(~pl.Series(suppressed))
    people = known.group_by(quasi).agg(pl.col("who").n_unique())["who"]
    return int(people.min()) >= K


def decide(study):
    """One decision for all columns that nobody knows; people are counted as proposed."""
    text = study.read_text()
    study.write_text(text.replace("# undecided: drop", "undecided: drop"))
    return 1


def test_by_commands(story, tmp_path):
    _, person, undecided, study = story
    keys = parse(study.read_text(), "study")
    waiting = [name for name, one in keys["columns"].items() if one["role"] == "undecided"]
    assert (keys["person"], len(waiting)) == (person, undecided)
    run = ["run", str(study), "--out", str(tmp_path / "run")]
    refused = CliRunner().invoke(app, run)
    assert refused.exit_code == 1
    assert all(repr(name) in refused.stderr for name in waiting)
    assert not (tmp_path / "run").exists()
    assert CliRunner().invoke(app, ["check", str(study)]).exit_code == 1

    assert decide(study) <= MOST
    done = CliRunner().invoke(app, run)
    assert done.exit_code == 0, done.output
    release = pl.read_csv(tmp_path / "run" / "draft.csv", infer_schema=False)
    assert not set(waiting) & set(release.columns)


def test_without_people_it_must_be_said(story, tmp_path):
    _, person, _, study = story
    decide(study)
    text = study.read_text()
    study.write_text(text.replace(f"person: {person}\n", ""))
    run = ["run", str(study), "--out", str(tmp_path / "run")]
    refused = CliRunner().invoke(app, run)
    assert refused.exit_code == 1
    assert f"`person: {person}`" in refused.stderr
    study.write_text(text.replace(f"person: {person}\n", "person: false\n"))
    assert CliRunner().invoke(app, run).exit_code == 0
    people = shoal.anonymize(story[0], study).summary["people"]
    assert (people["counted"], people["column"]) == ("records", person)
    assert people["classes_below_k"] > 0  # so this is what nobody gets without asking for it


def test_in_python(story):
    path, person, _, study = story
    with pytest.raises(shoal.NoReleaseError, match="undecided"):
        shoal.anonymize(path, study)
    decide(study)
    release = shoal.anonymize(path, study)
    people = release.summary["people"]
    assert (people["counted"], people["column"]) == ("people", person)
    assert (people["classes_below_k"], people["smallest"] >= K) == (0, True)
    table = pl.read_csv(path, infer_schema=False)
    assert is_safe(table, release.table, release.suppressed, person, ())


def test_diabetes_is_decided_column_by_column_with_few_decisions(shared_data, tmp_path):
    file, _, _ = TABLES["diabetes"]
    study = tmp_path / "study.yaml"
    write_study(profile_file(shared_data / file), study)
    keys = parse(study.read_text(), "study")
    decisions = 0
    for name in DRUGS:
        keys["columns"][name]["role"] = "sensitive"
        decisions += 1
    keys["undecided"] = "drop"
    decisions += 1
    assert decisions <= MOST
    release = shoal.anonymize(shared_data / file, keys)
    assert set(DRUGS) <= set(release.table.columns)
    assert release.summary["people"]["classes_below_k"] == 0


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shoal.server.passwords.WORK", 2**4)
        found = served(tmp_path_factory.mktemp("served"), workers=1)
        with found.client:
            headers = found.person("ada")

            def ask(method, path, **given):
                url = f"/api/v1{path}"
                answer = found.client.request(method, url, headers=headers, **given)
                assert answer.status_code < 300, answer.text
                return answer.json()

            yield ask


def job(ask, action, **arguments):
    found = ask("POST", f"/actions/{action}", json=arguments)
    until = time.monotonic() + 500
    while found["state"] in ("waiting", "running") and time.monotonic() < until:
        time.sleep(0.1)
        found = ask("GET", f"/jobs/{found['id']}")
    return found


def told(refused):
    return refused["problem"]["detail"]


@pytest.mark.parametrize("name", TABLES)
def test_over_rest(name, shared_data, service):
    file, person, undecided = TABLES[name]
    path = shared_data / file
    table = service("POST", "/tables", params={"name": path.name}, content=path.read_bytes())["id"]
    keys = job(service, "profile", table=table)["result"]["study"]
    roles = [one["role"] for one in keys["columns"].values()]
    assert (keys["person"], roles.count("undecided")) == (person, undecided)
    assert "insensitive" not in roles
    kept = service("POST", "/studies", json={"name": name, "study": keys})["id"]
    refused = job(service, "run", study=kept)
    assert refused["state"] == "failed"
    assert refused["problem"]["type"] == "urn:shoal:problem:undecided"
    assert "40 columns are" in told(refused) or "2 columns are" in told(refused)

    older = {key: keys[key] for key in keys if key != "person"} | {"undecided": "drop"}
    before = service("POST", "/studies", json={"name": name, "study": older})["id"]
    refused = job(service, "run", study=before)
    assert f"`person: {person}`" in told(refused)
    upgraded = job(service, "study-upgrade", study=before)["result"]
    assert [one["place"] for one in upgraded["additions"]] == ["person"]
    decided = service("POST", "/studies", json={"name": name, "study": upgraded["study"]})["id"]
    done = job(service, "run", study=decided)
    assert done["state"] == "done", done
    people = done["result"]["summary"]["people"]
    assert (people["counted"], people["classes_below_k"]) == ("people", 0)
