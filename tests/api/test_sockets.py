"""The websocket of a job's progress: the same guard, and the page must be ours."""

import json

import pytest
from starlette.websockets import WebSocketDisconnect

from served import FORGED, HOST, ORIGIN


@pytest.fixture
def job(idle):
    """A job of Ada's that is over."""
    made = idle.client.post("/api/v1/actions/demo", json={}, headers=idle.person("ada")).json()
    idle.client.post(f"/api/v1/jobs/{made['id']}/cancel", headers=idle.person("ada"))
    return made["id"]


def listen(service, id, headers):
    place, headers = f"/api/v1/jobs/{id}/events", {"Host": HOST, **headers}
    with service.client.websocket_connect(place, headers=headers) as socket:
        return json.loads(socket.receive_text())


@pytest.mark.parametrize("kind", ["person", "browser"])
def test_the_owner_hears_how_a_job_is(idle, job, kind):
    assert listen(idle, job, getattr(idle, kind)("ada"))["state"] == "canceled"


def refused(service, id, headers):
    with pytest.raises(WebSocketDisconnect):
        listen(service, id, headers)
    return True


def test_nobody_else_hears(idle, job):
    page = idle.browser("ada")
    assert refused(idle, job, {})
    assert refused(idle, job, {"Authorization": "Bearer wrong"})
    assert refused(idle, job, {**page, "Origin": "http://evil.example"})
    assert refused(idle, job, {**page, "Origin": "null"})
    assert refused(idle, job, {"Cookie": page["Cookie"]})
    assert refused(idle, job, {**page, "Host": "evil.example"})
    assert refused(idle, job, {**page, "Sec-Fetch-Site": "cross-site"})
    assert refused(idle, job, idle.browser("ada", seconds=-1))
    assert refused(idle, job, idle.person("bob"))
    assert refused(idle, job, idle.person("grace", "researcher"))
    assert refused(idle, FORGED, page)
    assert refused(idle, "..%2f..", page)
    assert refused(idle, job, {**page, "Origin": ORIGIN.upper() + ".evil"})


def test_events_tell_the_same(idle, job):
    told = idle.client.get(f"/api/v1/jobs/{job}/events", headers=idle.person("ada"))
    assert told.headers["content-type"].startswith("text/event-stream")
    event, data = told.text.strip().split("\n")
    assert event == "event: job"
    assert json.loads(data.removeprefix("data: ")) == listen(idle, job, idle.person("ada"))


def test_nobody_watches_too_much_at_once(idle, job):
    idle.state.streams["ada"] = idle.state.settings.limits.streams
    assert refused(idle, job, idle.person("ada"))
    answer = idle.client.get(f"/api/v1/jobs/{job}/events", headers=idle.person("ada"))
    assert answer.status_code == 429
    idle.state.streams["ada"] = 0
    for _ in range(3):
        listen(idle, job, idle.person("ada"))
    assert idle.state.streams["ada"] == 0
