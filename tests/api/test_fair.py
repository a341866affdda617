"""What one person asks for, however much it is, leaves room for everybody else."""

import http.client
import threading

import pytest

from served import listening

ASKED = 60  # more than there are threads


@pytest.fixture
def server(tmp_path):
    with listening(tmp_path) as server:
        yield server


def answer(server, headers, method="GET", path="/api/v1/tables", body=None):
    host = f"127.0.0.1:{server.state.settings.port}"
    connection = http.client.HTTPConnection(host, timeout=30)
    try:
        connection.request(method, path, body=body, headers=headers)
        return connection.getresponse().status
    finally:
        connection.close()


def test_slow_questions_of_one_person_leave_threads_to_others(server, monkeypatch):
    ann, bob = server.person("ann"), server.person("bob")
    free, asked = threading.Event(), threading.Semaphore(0)

    def slow(*_):
        asked.release()
        free.wait(60)
        return {}

    monkeypatch.setattr(server.state.jobs, "ask", slow)
    path, found = f"/api/v1/jobs/{'0' * 32}/questions", []
    headers = {**ann, "Content-Type": "application/json"}

    def ask():
        found.append(answer(server, headers, "POST", path, '{"k": 2}'))

    threads = [threading.Thread(target=ask) for _ in range(ASKED)]
    try:
        for thread in threads:
            thread.start()
        assert asked.acquire(timeout=30)
        assert answer(server, bob) == 200
    finally:
        free.set()
        for thread in threads:
            thread.join(60)
    assert found == [200] * ASKED  # nobody is refused; who asks much waits longer
