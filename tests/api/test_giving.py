"""Over REST, too, a run is a draft until it is given; what anybody gave counts for everybody."""

import time

import pytest

from served import served
from service.ledger.toy import study, write
from shoal.ledger.compare import OTHERS


@pytest.fixture
def service(tmp_path):
    """A service with a worker, and the table that everybody uploads."""
    write(tmp_path, range(16))
    running = served(tmp_path, workers=1)
    with running.client:
        yield running, tmp_path


class Steward:
    """Somebody with a table of the same people as everybody else."""

    def __init__(self, service, name):
        running, self.folder = service
        self.client, self.headers = running.client, running.person(name)
        content = (self.folder / "data.csv").read_bytes()
        self.table = self.ask("POST", "/tables", params={"name": "t.csv"}, content=content)["id"]

    def answer(self, method, path, **given):
        return self.client.request(method, f"/api/v1{path}", headers=self.headers, **given)

    def ask(self, method, path, **given):
        answer = self.answer(method, path, **given)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def job(self, action, **arguments):
        """A job that is over."""
        job = self.ask("POST", f"/actions/{action}", json=arguments)
        until = time.monotonic() + 120
        while job["state"] in ("waiting", "running") and time.monotonic() < until:
            time.sleep(0.05)
            job = self.ask("GET", f"/jobs/{job['id']}")
        return job

    def run(self, age, zip):
        """A draft with these levels."""
        keys = {**study(self.folder, age, zip).given(), "data": {"table": self.table}}
        made = self.ask("POST", "/studies", json={"study": keys})["id"]
        job = self.job("run", study=made)
        assert job["state"] == "done", job
        return job["result"]["run"]


def test_a_draft_is_no_download_until_it_is_given(service):
    ann = Steward(service, "ann")
    run = ann.run(2, 2)
    refused = ann.answer("GET", f"/runs/{run}/release")
    assert refused.status_code == 409
    assert "This run is a draft" in refused.json()["detail"]
    assert "DRAFT" in ann.answer("GET", f"/runs/{run}/certificate").text
    job = ann.job("give", run=run, to="the registry")
    assert job["state"] == "done", job
    release = ann.answer("GET", f"/runs/{run}/release")
    assert release.status_code == 200
    assert release.text.startswith("age,zip,illness\n")
    certificate = ann.answer("GET", f"/runs/{run}/certificate").text
    assert "DRAFT" not in certificate
    assert "the registry" in certificate
    [one] = [one for one in ann.ask("GET", "/ledger") if one["id"] == job["result"]["release"]]
    assert (one["state"], one["given"][0]["to"]) == ("released", "the registry")


def test_a_conflict_with_somebody_elses_release_is_one_sentence(service):
    cid, dan = Steward(service, "cid"), Steward(service, "dan")
    ages, zips = cid.run(0, 2), dan.run(2, 0)
    assert cid.job("give", run=ages)["state"] == "done"
    assert dan.ask("GET", f"/runs/{zips}/summary")["together"] == []
    refused = dan.job("give", run=zips)
    assert refused["state"] == "failed"
    assert refused["problem"]["problems"] == [OTHERS]
    assert refused["problem"]["detail"] == OTHERS
    assert dan.answer("GET", f"/runs/{zips}/release").status_code == 409
    assert [one["state"] for one in dan.ask("GET", "/ledger")] == ["draft"]
    later = dan.run(2, 0)  # a draft made afterwards finds out nothing either
    assert dan.ask("GET", f"/runs/{later}/summary")["together"] == []
    assert dan.job("give", run=dan.run(0, 2))["state"] == "done"  # the same tells nothing new


def test_ones_own_conflict_is_told_with_figures_and_can_be_acknowledged(service):
    eve = Steward(service, "eve")
    first, second = eve.run(0, 2), eve.run(1, 0)
    one = eve.job("give", run=first)["result"]["release"]
    refused = eve.job("give", run=second)
    assert any(one in text and "16 records" in text for text in refused["problem"]["problems"])
    assert str(eve.folder) not in refused["problem"]["detail"]
    empty = eve.answer("POST", "/actions/give", json={"run": second, "acknowledge": {one: ""}})
    assert empty.status_code == 422
    known = {one: "the first is kept by another ministry"}
    assert eve.job("give", run=second, acknowledge=known)["state"] == "done"
    given = {entry["id"]: entry["given"] for entry in eve.ask("GET", "/ledger")}
    [giving] = given[eve.ask("GET", f"/runs/{second}")["release"]]
    assert giving["acknowledged"] == known
