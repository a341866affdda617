"""The main story over real HTTP, with a server process as `shoal serve` starts it."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import httpx
import pytest
from websockets.sync.client import connect

pytestmark = pytest.mark.slow
RECORDS = 400
HEADER = "id,age,sex,illness\n"
LINES = [
    f"{n},{20 + 7 * n % 60},{'mf'[n % 2]},{['flu', 'cold', 'gout'][n % 3]}" for n in range(RECORDS)
]
COLUMNS = {
    "id": {"role": "identifier"},
    "age": {"role": "quasi-identifier", "type": "integer",
            "hierarchy": {"builder": "intervals", "width": 10, "levels": 3}},
    "sex": {"role": "quasi-identifier"},
    "illness": {"role": "insensitive"},
}  # fmt: skip
CLIENTS = []
PROFILES = {"grace": {"groups": {"all": {"columns": ["age", "sex"], "trust": "none"}}}}


class Server:
    """A process, and a person at a browser."""

    def __init__(self, folder):
        self.folder = folder
        self.log = (folder / "log.txt").open("w")
        command = [sys.executable, "-m", "shoal", "serve", "--port", "0", "--workers", "1"]
        self.process = subprocess.Popen(
            [*command, "--workspace", str(folder / "workspace")],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env={**os.environ},
        )  # fmt: skip
        said = [self.process.stdout.readline() for _ in range(3)]
        self.address, self.token = re.search(r"(http://\S+)/sign-in#token=(\S+)", said[2]).groups()
        self.browser = httpx.Client(
            base_url=f"{self.address}/api/v1", headers={"Origin": self.address}, timeout=120
        )

    def sign_in(self):
        for _ in range(100):  # it is printed just before the server listens
            try:
                answer = self.browser.post("/session", json={"token": self.token})
                break
            except httpx.ConnectError:
                time.sleep(0.2)
        assert answer.status_code == 200
        self.browser.headers["X-CSRF-Token"] = answer.json()["csrf"]

    def ask(self, method, path, status=200, **given):
        answer = self.browser.request(method, path, **given)
        assert answer.status_code == status, answer.text
        kind = answer.headers["content-type"]
        return answer.json() if "json" in kind else answer

    def done(self, action, **arguments):
        """What a job found."""
        job = self.ask("POST", f"/actions/{action}", 202, json=arguments)
        with self.browser.stream("GET", f"/jobs/{job['id']}/events") as told:
            lines = [line for line in told.iter_lines() if line.startswith("data: ")]
        job = json.loads(lines[-1].removeprefix("data: "))
        assert job["state"] == "done", job["problem"]
        return job["result"]

    def stop(self):
        if self.process.poll() is not None:
            return ""
        self.process.send_signal(signal.SIGTERM)
        out, _ = self.process.communicate(timeout=60)
        self.log.close()
        return out


@pytest.fixture
def server(tmp_path):
    started = Server(tmp_path)
    started.sign_in()
    yield started
    for client in (started.browser, *CLIENTS):
        client.close()
    CLIENTS.clear()
    started.stop()


def progress(server, id):
    """The stages that a websocket tells of."""
    cookie = "; ".join(f"{name}={value}" for name, value in server.browser.cookies.items())
    place = f"{server.address.replace('http', 'ws')}/api/v1/jobs/{id}/events"
    with connect(place, origin=server.address, additional_headers={"Cookie": cookie}) as socket:
        return [job for job in map(json.loads, socket) if job]


def test_from_the_link_to_a_verified_release(server):
    table = server.ask(
        "POST",
        "/tables",
        201,
        params={"name": "t.csv"},
        content=(HEADER + "\n".join(LINES)).encode(),
    )
    assert table["records"] == RECORDS
    page = server.ask("GET", f"/tables/{table['id']}/records", params={"first": 1, "count": 2})
    assert page["lines"] == [line.split(",") for line in LINES[1:3]]
    proposed = server.done("profile", table=table["id"])["study"]
    assert proposed["columns"]["id"]["role"] == "identifier"

    keys = {"data": {"table": table["id"]}, "columns": COLUMNS, "suppression_limit": 0.05}
    keys |= {"privacy": [{"model": "k-anonymity", "k": 5}]}
    study = server.ask("POST", "/studies", 201, json={"study": keys})["id"]
    assert server.done("check", study=study)["warnings"] is not None
    job = server.ask("POST", "/actions/run", 202, json={"study": study})
    told = progress(server, job["id"])
    assert told[-1]["state"] == "done"
    summary = server.ask("GET", f"/runs/{job['id']}/summary")
    assert told[-1]["result"]["summary"]["levels"] == summary["levels"]

    costs = server.done("frontier", study=study)
    assert costs
    other = {**summary["levels"], "age": 2}
    applied = server.done("apply", run=job["id"], levels=other)
    assert applied["summary"]["levels"] == other
    assert server.done("risk", run=applied["run"], study=study)
    place = f"/runs/{applied['run']}"
    assert "<html" in server.ask("GET", f"{place}/report").text
    assert server.ask("GET", f"{place}/certificate", params={"format": "json"})
    assert "<html" in server.ask("GET", f"{place}/certificate").text
    server.ask("GET", f"{place}/release", 409)
    assert server.done("give", run=applied["run"], to="the registry")["run"] == applied["run"]
    release = server.ask("GET", f"{place}/release").text
    assert release.startswith("age,sex,illness")
    assert server.done("verify", run=applied["run"])["holds"] is True
    (entry,) = [one for one in server.ask("GET", "/ledger") if one["state"] == "released"]
    assert entry["levels"] == other

    assert "Stopped." in server.stop()
    assert server.process.returncode == 0
    log = (server.folder / "log.txt").read_text()
    assert f"GET /api/v1{place}/release 200" in log
    secrets = [
        server.token,
        *server.browser.cookies.values(),
        server.browser.headers["X-CSRF-Token"],
    ]
    assert not [one for one in secrets if one in log]


def test_a_researcher_gets_the_release_and_a_viewer_the_certificate(server):
    table = server.ask(
        "POST",
        "/tables",
        201,
        params={"name": "t.csv"},
        content=(HEADER + "\n".join(LINES)).encode(),
    )
    keys = {"data": {"table": table["id"]}, "columns": COLUMNS, "suppression_limit": 0.1}
    keys |= {"method": {"name": "datafly", "bin_size": 5}}
    plain = server.ask("POST", "/studies", 201, json={"study": keys})["id"]
    keys |= {"recipient": {"name": "grace", "profiles": PROFILES}}
    study = server.ask("POST", "/studies", 201, json={"study": keys})["id"]
    run, unfit = server.done("run", study=study)["run"], server.done("run", study=plain)["run"]

    people = {name: person(server, name, role) for name, role in
              (("grace", "researcher"), ("vera", "viewer"), ("eve", "researcher"))}  # fmt: skip
    server.ask("POST", f"/runs/{run}/shares", 409, json={"user": "grace"})
    server.done("give", run=run, to="grace")
    for name in ("grace", "vera"):
        server.ask("POST", f"/runs/{run}/shares", 201, json={"user": name})
    server.ask("POST", f"/runs/{unfit}/shares", 422, json={"user": "grace"})

    wanted = ("release", "certificate", "summary", "report", "study")
    found = {
        name: [client.get(f"/runs/{run}/{one}").status_code for one in wanted]
        for name, client in people.items()
    }
    assert found == {
        "grace": [200, 200, 403, 403, 403],
        "vera": [403, 200, 403, 403, 403],
        "eve": [404, 404, 403, 403, 403],
    }
    (shared,) = people["grace"].get("/shared").json()
    assert {name.partition(".")[0] for name in shared["files"]} == {"release", "certificate"}
    (shared,) = people["vera"].get("/shared").json()
    assert {name.partition(".")[0] for name in shared["files"]} == {"certificate"}
    assert people["grace"].get(f"/tables/{table['id']}").status_code == 403
    assert server.browser.delete(f"/runs/{run}/shares/grace").status_code == 204
    assert people["grace"].get(f"/runs/{run}/release").status_code == 404


def person(server, name, role):
    """Somebody with a token, added while the server runs."""
    place = ["--workspace", str(server.folder / "workspace")]
    shoal = [sys.executable, "-m", "shoal", "user"]
    subprocess.run([*shoal, "add", name, "--role", role, "--no-password", *place], check=True)
    made = subprocess.run(
        [*shoal, "token", name, *place], check=True, capture_output=True, text=True
    )
    headers = {"Authorization": f"Bearer {made.stdout.strip()}"}
    CLIENTS.append(httpx.Client(base_url=f"{server.address}/api/v1", headers=headers, timeout=60))
    return CLIENTS[-1]
