"""Looking up people behind pseudonyms: by those who have the key, for a reason, on record."""

import json
import os
import pwd
import stat

import polars as pl
import pytest

import shoal
from shoal.identifiers.private_file import append_private
from shoal.service.reidentify import reidentify as looked_up
from shoal.study.study import Study

KEYED = {"domain": "patients", "key": "keys/p.key", "create_key": True}
METHODS = {
    "keyed-hash": {"method": "keyed-hash", **KEYED, "mapping": "keys/p.map"},
    "token": {"method": "token", **KEYED, "mapping": "keys/p.map"},
    "surrogate": {"method": "surrogate", **KEYED},
}
TABLE = pl.DataFrame({"mrn": [f"{n:07}" for n in range(8)], "ward": ["a", "b"] * 4})


def study(method, **more):
    columns = {
        "mrn": {"role": "identifier", "pseudonym": method},
        "ward": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    }
    privacy = [{"model": "k-anonymity", "k": 2}]
    return {"data": "table.csv", "columns": columns, "privacy": privacy} | more


@pytest.fixture
def run(tmp_path):
    """Write a run and give its pseudonyms."""

    def written(method):
        TABLE.write_csv(tmp_path / "table.csv")
        shoal.run(Study.of(study(method), tmp_path), tmp_path / "run")
        release = pl.read_csv(tmp_path / "run" / "draft.csv", infer_schema=False)
        return release["mrn"].to_list() if "mrn" in release.columns else []

    return written


def records_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("method", METHODS)
def test_a_run_folder_leads_back_and_the_look_up_is_on_record(run, tmp_path, method):
    pseudonyms = run(METHODS[method])
    found = shoal.reidentify(tmp_path / "run", "mrn", [*pseudonyms, "x"], reason="recall 7")
    assert sorted(found[:-1]) == TABLE["mrn"].to_list()
    assert found[-1] is None
    audit = tmp_path / "keys" / ("p.key.audit" if method == "surrogate" else "p.map.audit")
    [entry] = records_of(audit)
    assert (entry["reason"], entry["method"], entry["domain"]) == ("recall 7", method, "patients")
    assert entry["pseudonyms"] == [*pseudonyms, "x"]
    assert entry["user"]
    assert stat.S_IMODE(audit.stat().st_mode) == 0o600
    assert not any(value in audit.read_text() for value in TABLE["mrn"])


def test_without_a_reason_or_a_record_nothing_is_shown(run, tmp_path):
    pseudonyms = run(METHODS["token"])
    with pytest.raises(shoal.StudyError, match="needs a `reason`"):
        shoal.reidentify(tmp_path / "run", "mrn", pseudonyms, reason=" ")
    (tmp_path / "keys" / "p.map.audit").mkdir()
    with pytest.raises(shoal.DataError, match=r"p.map.audit cannot be used"):
        shoal.reidentify(tmp_path / "run", "mrn", pseudonyms, reason="recall 7")


def test_without_the_key_nobody_is_found_but_the_attempt_is_on_record(run, tmp_path):
    pseudonyms = run(METHODS["token"])
    key = tmp_path / "keys" / "p.key"
    key.write_text("5e2d90c7b18f3a64e9017bd2ac5f48361f0ce893d57ab42690dc3e7f12a86b5d")
    with pytest.raises(shoal.DataError, match="written with another key"):
        shoal.reidentify(tmp_path / "run", "mrn", pseudonyms, reason="recall 7")
    key.unlink()
    with pytest.raises(shoal.StudyError, match="there is no such file"):
        shoal.reidentify(tmp_path / "run", "mrn", pseudonyms, reason="recall 7")
    assert not key.exists()
    assert len(records_of(tmp_path / "keys" / "p.map.audit")) == 2


@pytest.mark.parametrize(
    ("method", "column", "told"),
    [
        (METHODS["token"], "ward", "'ward' is not a column with pseudonyms"),
        ({"method": "drop"}, "mrn", "'mrn' is not a column with pseudonyms"),
        ({"method": "token"}, "mrn", "were forgotten"),
        ({"method": "keyed-hash", **KEYED}, "mrn", "keeps no mapping"),
    ],
)
def test_pseudonyms_that_lead_nowhere_say_why(run, tmp_path, method, column, told):
    run(method)
    with pytest.raises(shoal.StudyError, match=told):
        shoal.reidentify(tmp_path / "run", column, ["x"], reason="recall 7")


def test_other_recipients_pseudonyms_are_unknown(run, tmp_path):
    pseudonyms = run(METHODS["token"])
    other = Study.of(study(METHODS["token"] | {"recipient": "laboratory"}), tmp_path)
    assert shoal.reidentify(other, "mrn", pseudonyms, reason="recall 7") == [None] * 8


def test_the_record_grows_at_its_end(tmp_path):
    append_private(tmp_path / "a", "one")
    append_private(tmp_path / "a", "two")
    assert (tmp_path / "a").read_text() == "one\ntwo\n"


def test_a_name_that_anybody_can_set_is_not_believed(run, tmp_path, monkeypatch):
    pseudonyms = run(METHODS["surrogate"])
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(variable, "somebody-else")
    shoal.reidentify(tmp_path / "run", "mrn", pseudonyms[:1], reason="recall 7")
    [entry] = records_of(tmp_path / "keys" / "p.key.audit")
    assert entry["uid"] == os.getuid()
    assert entry["user"] == pwd.getpwuid(os.getuid()).pw_name


def test_a_user_without_a_name_is_a_number(run, tmp_path, monkeypatch):
    pseudonyms = run(METHODS["surrogate"])
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000)
    shoal.reidentify(tmp_path / "run", "mrn", pseudonyms[:1], reason="recall 7")
    [entry] = records_of(tmp_path / "keys" / "p.key.audit")
    assert (entry["user"], entry["uid"]) == ("4000000", 4_000_000)


def test_whom_a_service_let_in_is_on_record(run, tmp_path):
    pseudonyms = run(METHODS["surrogate"])
    looked_up(tmp_path / "run", "mrn", pseudonyms[:1], reason="recall 7", person="ann")
    [entry] = records_of(tmp_path / "keys" / "p.key.audit")
    assert entry["person"] == "ann"
