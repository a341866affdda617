"""A visit finds what the person's jobs have found, and those that still go on."""

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from shoal.web.visit import Visit


@dataclass(frozen=True)
class Job:
    id: str
    state: str
    arguments: dict = field(default_factory=dict)
    action: str = "run"


class Jobs:
    def __init__(self, *jobs):
        self.all = jobs

    def jobs(self, owner):
        return self.all if owner == "ann" else []

    def job(self, _owner, id):
        return next(one for one in self.all if one.id == id)


MINE = {"study": "s", "most": 5}
JOBS = Jobs(
    Job("old", "done", MINE),
    Job("done", "done", MINE),
    Job("failed", "failed", MINE),
    Job("other", "done", {"study": "t"}),
    Job("waiting", "waiting", MINE),
    Job("sweep", "running", MINE, "frontier"),
)


@pytest.fixture
def visit():
    return Visit(SimpleNamespace(jobs=JOBS), SimpleNamespace(id="ann"), {})


def found(looked):
    job = asyncio.run(looked)
    return job and job.id


def test_the_newest_result_of_the_same_question_is_found(visit):
    assert found(visit.find_done("run", {"study": "s"})) == "done"
    assert found(visit.find_done("run", {"study": "u"})) is None
    assert found(visit.find_done("risk", {"study": "s"})) is None


def test_a_job_that_goes_on_is_found_and_one_that_is_over_is_not(visit):
    assert found(visit.find_running("run", {"study": "s"})) == "waiting"
    assert found(visit.find_running("run", {"study": "t"})) is None
    assert found(visit.find_running("frontier", {"study": "s"})) == "sweep"
