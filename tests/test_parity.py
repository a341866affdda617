"""Command line, Python and REST give the same summary for the same study (issue 12).

Only what a clock or the memory of a process tells may differ. Runs are repeatable here, so that
even the releases of all ways are the same to the byte.
"""

import json
import time

import polars as pl
import pytest
import yaml
from typer.testing import CliRunner

import shoal
from served import served
from shoal.cli.program import app

TIMES = {"seconds", "cpu_seconds", "peak_memory_mb"}
RECORDS = 240
TABLE = pl.DataFrame(
    {
        "age": [20 + (7 * n) % 60 for n in range(RECORDS)],
        "zip": [f"{81000 + (n * n) % 40}" for n in range(RECORDS)],
        "sex": ["f" if n % 3 else "m" for n in range(RECORDS)],
        "illness": [("flu", "cold", "gout", "none")[(n // 3) % 4] for n in range(RECORDS)],
    }
)
COLUMNS = {
    "age": {
        "role": "quasi-identifier",
        "type": "integer",
        "hierarchy": {"builder": "intervals", "width": 10, "levels": 3},
    },
    "zip": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    "illness": {"role": "sensitive"},
}
K = {"model": "k-anonymity", "k": 4}
STUDIES = {
    "k-anonymity": {"privacy": [K], "suppression_limit": 0.1},
    "sensitive values": {
        "privacy": [
            K,
            {"model": "distinct-l-diversity", "column": "illness", "l": 2},
            {"model": "t-closeness", "column": "illness", "t": 0.5},
        ],
        "suppression_limit": 0.2,
        "quality": {"model": "loss", "gs_factor": 0.2},
    },
    "datafly": {"method": {"name": "datafly", "bin_size": 4}, "suppression_limit": 0.1},
    "blank cells": {"method": {"name": "subcombinations", "bin_size": 2}},
    "local": {"privacy": [K], "recoding": "local", "suppression_limit": 0.1},
    "heuristic": {"privacy": [K], "search": {"strategy": "top-down", "candidates": 9}, "seed": 3},
}


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """A person who can ask a service, and the table that the person has uploaded."""
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

            text = TABLE.write_csv().encode()
            yield ask, ask("POST", "/tables", params={"name": "table.csv"}, content=text)["id"]


@pytest.fixture(scope="module", params=STUDIES)
def keys(request):
    return {"columns": COLUMNS, **STUDIES[request.param], "reproducible": True}


@pytest.fixture(scope="module")
def summaries(keys, service, tmp_path_factory):
    """The summary of the same study, by every way."""
    folder = tmp_path_factory.mktemp("parity")
    TABLE.write_csv(folder / "table.csv")
    text = yaml.safe_dump({"data": "table.csv", **keys}, sort_keys=False)
    (folder / "study.yaml").write_text(text)
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for way in (by_command, by_run, by_anonymize):
            patch.setenv("SHOAL_WORKSPACE", str(folder / f"workspace-{way.__name__}"))
            found[way.__name__] = way(keys)
    return found | {"by_rest": by_rest(keys, service)}


def by_command(_):
    done = CliRunner().invoke(app, ["run", "study.yaml", "--out", "by-cli"])
    assert done.exit_code == 0, done.output
    with open("by-cli/summary.json") as file:  # noqa: PTH123  (as a user would)
        return json.load(file)


def by_run(_):
    return shoal.run("study.yaml", "by-python")["summary"]


def by_anonymize(keys):
    return shoal.anonymize("table.csv", keys).summary


def by_rest(keys, service):
    """Keep the study, run it as a job, and ask for the summary."""
    who, table = service
    study = {"name": "parity", "study": {"data": {"table": table}, **keys}}
    kept = who("POST", "/studies", json=study)
    job = who("POST", "/actions/run", json={"study": kept["id"]})
    until = time.monotonic() + 300
    while job["state"] in ("waiting", "running") and time.monotonic() < until:
        time.sleep(0.05)
        job = who("GET", f"/jobs/{job['id']}")
    assert job["state"] == "done", job
    return who("GET", f"/runs/{job['result']['run']}/summary")


def comparable(summary):
    """A summary without times, salt and certificates, which name the time of their run."""
    found = {key: value for key, value in summary.items() if key not in TIMES}
    files = found.pop("files", {})
    found.pop("seal", None)  # salted, and only of runs that write files
    found.pop("ledger", None)  # a name by chance, and only of runs that a ledger knows
    assert found.pop("together", []) == []
    assert set(summary["seconds"]) >= {"read", "search", "total"}
    return json.loads(json.dumps(found)), files.get("draft.csv")


def differing(summary, other):
    """The keys that two summaries do not share, with both values."""
    keys = {**summary, **other}
    return {
        key: (summary.get(key), other.get(key))
        for key in keys
        if summary.get(key) != other.get(key)
    }


def test_all_ways_give_the_same_summary(summaries):
    found = {name: comparable(summary) for name, summary in summaries.items()}
    expected, release = found["by_command"]
    assert {name: differing(one[0], expected) for name, one in found.items()} == {
        name: {} for name in found
    }
    written = {name: one[1] for name, one in found.items() if name != "by_anonymize"}
    assert written == dict.fromkeys(written, release)
    assert release


def test_the_comparison_sees_a_difference(summaries):
    other = {**summaries["by_rest"], "loss": summaries["by_rest"]["loss"] + 1e-9}
    assert set(differing(comparable(other)[0], comparable(summaries["by_command"])[0])) == {"loss"}
