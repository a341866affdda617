"""kill -9 of a worker and of the server at random moments: nothing half, and all goes on."""

import contextlib
import multiprocessing
import os
import random
import signal
import time

import pytest

from service.jobs.served import check_settled, kept_study, serve_forever
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.jobs import Jobs

KILLS = 8


def over(jobs, owner, id):
    return [*jobs.events(owner, id)][-1]


def kill_worker_at_a_random_moment(jobs, study, longest):
    made = jobs.submit("ann", "run", {"study": study})
    time.sleep(random.uniform(0, longest))
    process = jobs._slots[0].process
    with contextlib.suppress(ProcessLookupError, AttributeError):
        os.kill(process.pid, signal.SIGKILL)
    return over(jobs, "ann", made.id)


@pytest.mark.slow
def test_a_killed_worker_leaves_complete_runs_and_its_jobs_are_marked(tmp_path):
    workspace = Workspace(tmp_path / "served")
    with Jobs(workspace, workers=1) as jobs:
        study, began = kept_study(workspace, "ann"), 0.0
        for _ in range(2):  # the second is as fast as all others
            began = time.monotonic()
            assert over(jobs, "ann", jobs.submit("ann", "run", {"study": study}).id).state == "done"
        longest = 1.5 * (time.monotonic() - began)
        found = [kill_worker_at_a_random_moment(jobs, study, longest) for _ in range(KILLS)]
        states = [one.state for one in found]
        assert set(states) <= {"failed", "done"}
        assert states.count("failed") > 0  # the kills did come in the middle of runs
        problems = {one.problem["kind"] for one in found if one.problem}
        assert problems == {"Killed"}
        assert over(jobs, "ann", jobs.submit("ann", "run", {"study": study}).id).state == "done"
        check_settled(jobs, ["ann"])


@pytest.mark.slow
def test_a_killed_server_leaves_complete_runs_and_a_new_one_settles_the_rest(tmp_path):
    folder, context = tmp_path / "served", multiprocessing.get_context("spawn")
    failed = 0
    for _ in range(KILLS):
        ready = context.Event()
        server = context.Process(target=serve_forever, args=(folder, ready))
        server.start()
        assert ready.wait(300)
        time.sleep(random.uniform(0, 1))
        server.kill()
        server.join()
        assert server.exitcode == -signal.SIGKILL
        with Jobs(Workspace(folder), workers=0) as jobs:
            states = check_settled(jobs)
            assert set(states) <= {"done", "failed", "waiting"}
            failed = states.count("failed")
        with Jobs(Workspace(folder), workers=1) as jobs:
            for owner in ("ann", "bob"):  # what waited when the server was killed is done now
                for one in jobs.jobs(owner):
                    assert over(jobs, owner, one.id).is_over
    assert failed > 0
    with Jobs(Workspace(folder), workers=1) as jobs:
        study = kept_study(jobs.workspace, "ann")
        assert over(jobs, "ann", jobs.submit("ann", "run", {"study": study}).id).state == "done"
        check_settled(jobs)


def test_the_check_catches_an_incomplete_run_and_a_forgotten_folder(jobs):
    study = kept_study(jobs.workspace, "eve")
    made = over(jobs, "eve", jobs.submit("eve", "run", {"study": study}).id)
    assert check_settled(jobs, ["eve"]) == ["done"]
    lie = jobs.workspace.folder / "runs" / "half"
    lie.mkdir()
    with pytest.raises(AssertionError):
        check_settled(jobs, ["eve"])
    lie.rmdir()
    stored.steward_file(jobs.workspace, "eve", made.id, "report.html").unlink()
    with pytest.raises(AssertionError):
        check_settled(jobs, ["eve"])
