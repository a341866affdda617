"""The service keeps what its own description promises, whatever schemathesis invents.

Schemathesis reads /api/v1/openapi.json, invents requests that fit it and requests that do not, and
looks for faults, for statuses, media types and bodies that are not described, for wrong requests
that are taken and right ones that are refused, and for doors that open without a token.
"""

import re
import subprocess
import sys

import pytest

from served import listening
from shoal.api.routes import tables
from shoal.api.settings import Limits
from shoal.server.stored import table_rows
from shoal.server.stored.reading import read_here

# What no schema can say is told by 422: bytes that are no table or project, keys that make no
# study, and texts that are no condition.
CONFIG = """
request-timeout = 120

[checks]
positive_data_acceptance.expected-statuses = ["2xx", "3xx", 401, 403, 404, 409]

[[operations]]
include-path-regex = "/api/v1/(tables|projects|hierarchies|studies(/{id})?|tables/{id}/records)$"
checks.positive_data_acceptance.expected-statuses = ["2xx", 401, 404, 409, 422]
"""
PROGRAM = [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"]


def findings(service, folder, *options):
    """What schemathesis says, and whether it found nothing."""
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG)
    place = f"{service.state.settings.address}/api/v1/openapi.json"
    token = service.person("steward")["Authorization"]
    command = [*PROGRAM, "--config-file", config, "run", place, "-H", f"Authorization: {token}"]
    done = subprocess.run(
        [*map(str, command), "--no-color", "--seed", "7", *options],
        capture_output=True, text=True, cwd=folder, check=False, timeout=900,
    )  # fmt: skip
    return done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def service(tmp_path, monkeypatch):
    # A process for each upload would take a second.
    usual = table_rows.keep_table.__kwdefaults__
    monkeypatch.setattr(table_rows.keep_table, "__kwdefaults__", {**usual, "reader": read_here})
    with listening(tmp_path, limits=Limits(wait=0)) as running:
        attempts = running.state.attempts
        attempts.per_account = attempts.per_address = attempts.everywhere = 10**6
        yield running


# Whoever signs out or takes tokens back cannot go on: the token ends with that request. A stream of
# progress lasts as long as its job, and jobs wait here for ever; test_sockets.py reads some.
WITHOUT_SIGNING_OUT = (
    *("--exclude-operation-id-regex", "sign_out|take_back"),
    *("--exclude-path-regex", "/events$"),
)
SIGNING_OUT = ("--include-operation-id-regex", "sign_out|take_back")
FEW = ("--phases", "fuzzing", "--max-examples", "1")
SOME = ("--include-path-regex", "/(tables|studies|session|shared|actions/(run|risk))$")


def test_a_few_invented_requests_find_no_fault(service, tmp_path):
    fine, said = findings(service, tmp_path, *WITHOUT_SIGNING_OUT, *SOME, *FEW)
    assert fine, said


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        (*WITHOUT_SIGNING_OUT, "--phases", "coverage"),
        (*WITHOUT_SIGNING_OUT, "--phases", "fuzzing", "--max-examples", "6"),
        (*SIGNING_OUT, "--phases", "coverage,fuzzing", "--max-examples", "5"),
    ],
    ids=["every corner", "many requests", "signing out"],
)
def test_many_invented_requests_find_no_fault(service, tmp_path, options):
    fine, said = findings(service, tmp_path, *options)
    assert fine, said
    assert re.search(r"Tested: (8\d|2)\b", said), said


@pytest.mark.slow
def test_schemathesis_finds_a_planted_fault(service, tmp_path, monkeypatch):
    monkeypatch.setattr(tables.stored, "tables", lambda *_: 1 / 0)
    one = ("--include-path", "/api/v1/tables", "--include-method", "GET")
    fine, said = findings(service, tmp_path, *one, *FEW)
    assert not fine
    assert "Server error" in said
