"""Things that somebody has on a server before a page is opened, made over REST."""

import json
from dataclasses import dataclass
from typing import Any

import httpx

from web.server import Server


@dataclass(frozen=True)
class Made:
    """The built-in example, taken through the whole story.

    Attributes:
        table: The id of its table.
        study: The id of its study.
        run: The id of a run of the study, which is the id of its job.
        other: The id of a run of another candidate.
    """

    table: str
    study: str
    run: str
    other: str


class Script:
    """Somebody's script."""

    def __init__(self, server: Server, name: str = "local") -> None:
        self._client = httpx.Client(
            base_url=f"{server.address}/api/v1", headers=server.token(name), timeout=600
        )

    def ask(self, method: str, path: str, **given: Any) -> Any:
        """An answer that must be good."""
        answer = self._client.request(method, path, **given)
        assert answer.is_success, answer.text
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer

    def status(self, path: str) -> int:
        """The status of an answer that need not be good."""
        return self._client.get(path).status_code

    def table(self, name: str, content: bytes) -> str:
        """The id of an uploaded table."""
        return str(self.ask("POST", "/tables", params={"name": name}, content=content)["id"])

    def study(self, keys: dict[str, Any], name: str) -> str:
        """The id of a study."""
        return str(self.ask("POST", "/studies", json={"study": keys, "name": name})["id"])

    def done(self, action: str, **arguments: Any) -> Any:
        """What a job found."""
        job = self.ask("POST", f"/actions/{action}", json=arguments)
        with self._client.stream("GET", f"/jobs/{job['id']}/events") as told:
            lines = [line for line in told.iter_lines() if line.startswith("data: ")]
        job = json.loads(lines[-1].removeprefix("data: "))
        assert job["state"] == "done", job["problem"]
        return job["result"]

    def close(self) -> None:
        """Hang up."""
        self._client.close()


def whole_story(server: Server) -> Made:
    """The example: two runs, the frontier, and models that learned from a run."""
    script = Script(server)
    kept = script.done("demo")
    first = script.done("run", study=kept["study"])
    script.done("frontier", study=kept["study"])
    levels = first["summary"]["levels"]
    other = script.done("apply", run=first["run"], levels=levels | {"sex": 1})
    script.done("evaluate", study=kept["study"], run=first["run"])
    script.close()
    return Made(kept["table"], kept["study"], first["run"], other["run"])
