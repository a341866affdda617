"""Long work is a job; a request may wait for it."""

import pytest

from served import served
from shoal.api.study_texts import keys_of
from shoal.api.tasks import seconds_to_wait
from shoal.errors import StudyError
from shoal.server.actions.sweep_question import SweepQuestion


@pytest.mark.parametrize(
    ("prefer", "seconds"),
    [("wait=10", 10), ("respond-async, wait=5", 5), ("wait=5;x", 5), (None, 0), ("", 0),
     ("wait=-1", 0), ("wait=1e9", 0), ("wait=99999", 0), ("await=3", 0)],
)  # fmt: skip
def test_prefer_says_how_long_to_wait(prefer, seconds):
    assert seconds_to_wait(prefer) == seconds


def test_a_job_is_accepted_and_can_be_canceled(idle):
    ada = idle.person("ada")
    answer = idle.client.post("/api/v1/actions/demo", json={}, headers=ada)
    assert answer.status_code == 202
    place = answer.headers["location"]
    assert idle.client.get(place, headers=ada).json()["state"] == "waiting"
    assert idle.client.get("/api/v1/jobs", headers=ada).json()[0]["id"] == answer.json()["id"]
    assert idle.client.post(f"{place}/cancel", headers=ada).json()["state"] == "canceled"
    again = idle.client.get(place, headers=ada).json()
    assert again["problem"]["type"] == "urn:shoal:problem:canceled"
    assert idle.client.delete(place, headers=ada).status_code == 204
    assert idle.client.get(place, headers=ada).status_code == 404


def test_a_request_waits_no_longer_than_it_prefers(idle):
    headers = {**idle.person("ada"), "Prefer": "wait=1"}
    answer = idle.client.post("/api/v1/actions/demo", json={}, headers=headers)
    assert (answer.status_code, answer.headers["preference-applied"]) == (202, "wait=1")


def test_a_frontier_takes_the_questions_that_its_worker_takes(tmp_path):
    paths = served(tmp_path).app.openapi()["paths"]
    content = paths["/api/v1/jobs/{id}/questions"]["post"]["requestBody"]["content"]
    told = content["application/json"]["schema"]["properties"]
    assert set(told) == set(SweepQuestion.model_json_schema()["properties"])


# Studies as texts


def test_a_text_becomes_keys_that_json_holds():
    text = "suppression_limit: 0.12345678901234567890\ncolumns: {1: {role: sensitive}}\n"
    found = keys_of(text)
    assert found["suppression_limit"] == "0.12345678901234567890"
    assert found["columns"] == {"1": {"role": "sensitive"}}


@pytest.mark.parametrize("text", ["a: &x [1]\nb: *x\n", "- 1\n", "a: [", "", "x" * 300_000])
def test_a_text_that_is_no_study_is_refused(text):
    with pytest.raises(StudyError):
        keys_of(text)
