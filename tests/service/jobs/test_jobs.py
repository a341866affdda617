"""Jobs end as done, failed or canceled, each owner's apart; a killed worker leaves nothing half."""

import asyncio
import json
import os
import signal
import threading
import time

import pytest

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.jobs import Jobs
from shoal.server.stored import NotFound, job_rows
from shoal.server.stored.limits import Limits
from shoal.server.stored.reading import read_here
from shoal.server.users import add_user
from shoal.service import verbs

pytestmark = pytest.mark.slow

COSTS = ("seconds", "cpu_seconds", "peak_memory_mb", "files", "seal", "input", "ledger")


@pytest.fixture
def slow_study(jobs):
    return keep_slow_study(jobs.workspace, "ann")


def keep_slow_study(workspace, owner):
    """A study that takes longer than any test waits: every one of 390,625 candidates by itself."""
    names = [f"code{at}" for at in range(8)]
    lines = [",".join(str(1000 + 7 * at + 13 * record) for at in range(8)) for record in range(9)]
    content = "\n".join([",".join(names), *lines]).encode()
    table = stored.keep_table(workspace, owner, "codes.csv", [content], reader=read_here)
    column = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
    body = {
        "data": {"table": table.id},
        "columns": dict.fromkeys(names, column),
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "search": {"strategy": "exhaustive"},
    }
    return stored.keep_study(workspace, owner, body).id


def running(jobs, owner, action, **arguments):
    """A job that has begun."""
    made = jobs.submit(owner, action, arguments)
    for event in jobs.events(owner, made.id):
        if event.state != "waiting":
            return event
    raise AssertionError


def folders(jobs, name):
    home = jobs.workspace.folder / name
    return {path.name for path in home.iterdir()} if home.is_dir() else set()


def test_a_run_is_done_with_its_folder_and_its_summary(jobs, study_of, do):
    study = study_of()
    done = do("run", study=study)
    assert (done.state, done.problem, done.result["run"]) == ("done", None, done.id)
    found = stored.run(jobs.workspace, "ann", done.id)
    assert found.study == study
    written = stored.steward_file(jobs.workspace, "ann", done.id, "summary.json")
    assert json.loads(written.read_text()) == done.result["summary"]
    assert folders(jobs, "jobs") == set()


def test_a_job_and_the_command_line_give_the_same_summary(jobs, study_of, do, tmp_path):
    study = study_of()
    done = do("run", study=study)
    asked = stored.study(jobs.workspace, "ann", study).body
    table = jobs.workspace.folder / "tables" / asked["data"]["table"]
    (tmp_path / "toy.csv").write_bytes(next(table.glob("*.csv")).read_bytes())
    report = verbs.run({**asked, "data": str(tmp_path / "toy.csv")}, tmp_path / "run")
    assert without_costs(done.result["summary"]) == without_costs(report["summary"])
    assert done.result["summary"]["input"]["sha256"] == report["summary"]["input"]["sha256"]


def without_costs(summary):
    return json.loads(json.dumps({key: summary[key] for key in summary if key not in COSTS}))


def test_another_candidate_is_a_run_like_any_other(jobs, study_of, do):
    first = do("run", study=study_of())
    levels = {"age": 2, "sex": 1}
    assert first.result["summary"]["levels"] != levels
    other = do("apply", run=first.id, levels=levels)
    assert other.result["summary"]["levels"] == levels
    verified = do("verify", run=other.id)
    assert verified.result["holds"] is True
    assert do("apply", run=first.id, levels={"aeg": 1}).problem["message"].endswith("'age'?")


def test_a_problem_has_kind_exit_code_and_sentences_and_no_value(jobs, study_of, do):
    failed = do("run", study=study_of(privacy=[{"model": "k-anonymity", "k": 100}]))
    assert failed.state == "failed"
    assert (failed.problem["kind"], failed.problem["exit_code"]) == ("NoReleaseError", 1)
    assert failed.problem["message"] == "\n".join(failed.problem["problems"])
    text = json.dumps(failed.problem)
    assert "flu" not in text
    assert str(jobs.workspace.folder) not in text
    with pytest.raises(NotFound):
        stored.run(jobs.workspace, "ann", failed.id)


def test_wrong_arguments_are_told_before_anything_waits(jobs, study_of):
    before = len(jobs.jobs("ann"))
    study = study_of()
    for action, arguments in [
        ("runn", {"study": study}),
        ("run", {}),
        ("run", {"study": study, "more": 1}),
        ("run", {"study": "../../etc/passwd"}),
        ("frontier", {"study": study, "maximum_k": 0}),
    ]:
        with pytest.raises(StudyError) as told:
            jobs.submit("ann", action, arguments)
        assert "passwd" not in str(told.value)
    with pytest.raises(NotFound, match="no study"):
        jobs.submit("ann", "run", {"study": "0" * 32})
    assert len(jobs.jobs("ann")) == before


def test_owners_see_nothing_of_each_other(jobs, study_of, do):
    study = study_of()
    done = do("run", study=study)
    for attempt in (jobs.job, jobs.cancel, jobs.forget):
        with pytest.raises(NotFound, match="There is no job"):
            attempt("bob", done.id)
    with pytest.raises(NotFound):
        [*jobs.events("bob", done.id)]
    with pytest.raises(NotFound, match="There is no study"):
        jobs.submit("bob", "run", {"study": study})
    assert [one.id for one in jobs.jobs("bob")] == []


def test_a_job_is_canceled_and_nothing_is_kept(jobs, slow_study):
    going = running(jobs, "ann", "run", study=slow_study)
    jobs.cancel("ann", going.id)
    over = [*jobs.events("ann", going.id)][-1]
    assert (over.state, over.problem["kind"], over.problem["exit_code"]) == (
        *("canceled", "Canceled", 130),
    )
    assert over.result is None
    assert going.id not in folders(jobs, "runs")


def test_a_job_that_waits_is_canceled_at_once(jobs, slow_study):
    going = running(jobs, "ann", "run", study=slow_study)
    waiting = jobs.submit("ann", "run", {"study": slow_study})
    assert jobs.cancel("ann", waiting.id).state == "canceled"
    jobs.cancel("ann", going.id)
    assert [*jobs.events("ann", going.id)][-1].state == "canceled"


def test_a_job_that_takes_too_long_is_stopped(jobs, slow_study, do):
    over = do("run", seconds=0.5, study=slow_study)
    assert (over.state, over.problem["kind"]) == ("failed", "OutOfTime")


def test_a_killed_worker_fails_its_job_and_is_replaced(jobs, slow_study, study_of, do):
    going = running(jobs, "ann", "run", study=slow_study)
    os.kill(jobs._slots[0].process.pid, signal.SIGKILL)
    over = [*jobs.events("ann", going.id)][-1]
    assert (over.state, over.problem["kind"]) == ("failed", "Killed")
    assert do("run", study=study_of()).state == "done"
    assert len(folders(jobs, "scratch")) == 1  # that of the new worker


def test_events_tell_every_listener_how_far_a_job_is(jobs, study_of):
    study = study_of()
    made = jobs.submit("ann", "run", {"study": study})
    seen = [[] for _ in range(10)]

    def listen(mine):
        mine += [event.state for event in jobs.events("ann", made.id)]

    threads = [threading.Thread(target=listen, args=[mine]) for mine in seen]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert {mine[-1] for mine in seen} == {"done"}

    async def follow():
        return [event.state async for event in jobs.follow("ann", made.id)]

    assert asyncio.run(follow()) == ["done"]


def test_a_frontier_answers_other_questions(jobs, study_of, do):
    swept = do("frontier", study=study_of())
    assert swept.state == "done"
    answers = {
        (one["k"], one["suppression_limit"]): one["levels"] for one in swept.result["answers"]
    }
    for (k, limit), levels in answers.items():
        said = jobs.ask("ann", swept.id, {"k": k, "suppression_limit": limit, "candidates": 3})
        assert (said["best"] or {"levels": None})["levels"] == levels
        if levels is not None:
            assert said["candidates"][0]["levels"] == levels
    for wrong in ({}, {"k": 0}, {"k": 2, "path": "x"}, {"k": 300}):
        with pytest.raises(StudyError):
            jobs.ask("ann", swept.id, wrong)
    with pytest.raises(NotFound):
        jobs.ask("bob", swept.id, {"k": 2})


def test_a_sweep_that_is_gone_is_said_to_be(jobs, study_of, do):
    done = do("check", study=study_of())
    with pytest.raises(NotFound, match="Ask for the frontier again"):
        jobs.ask("ann", done.id, {"k": 2})


def test_a_result_that_is_too_large_is_refused(jobs, study_of, do, monkeypatch):
    monkeypatch.setattr(jobs._signals, "limits", Limits(result_bytes=100))
    failed = do("run", study=study_of())
    assert (failed.state, failed.problem["kind"]) == ("failed", "TooLarge")
    assert failed.id not in folders(jobs, "runs")


def test_a_forgotten_job_is_gone_and_its_run_is_not(jobs, study_of, do):
    done = do("run", study=study_of())
    jobs.forget("ann", done.id)
    with pytest.raises(NotFound):
        jobs.job("ann", done.id)
    assert stored.run(jobs.workspace, "ann", done.id).id == done.id


def test_a_second_server_is_refused(jobs):
    with pytest.raises(StudyError, match="Another server"):
        Jobs(Workspace(jobs.workspace.folder)).start()


def test_many_jobs_of_one_owner_delay_nobody_else(tmp_path):
    workspace = Workspace(tmp_path / "queue")
    for owner in ("ann", "ann", "ann", "bob", "cat", "bob"):
        job_rows.add_job(workspace, owner, "run", {}, 1.0, 50)
    turns = [job_rows.take_next(workspace, 9).owner for _ in range(3)]
    assert turns == ["ann", "bob", "cat"]
    rest = [job_rows.take_next(workspace, 9).owner for _ in range(3)]
    assert rest == ["ann", "bob", "ann"]
    assert job_rows.take_next(workspace, 9) is None


def test_nobody_who_has_company_holds_every_worker(tmp_path):
    workspace = Workspace(tmp_path / "queue")
    for owner in ("ann", "ann", "ann", "bob"):
        job_rows.add_job(workspace, owner, "run", {}, 1.0, 50)
    assert [job_rows.take_next(workspace, 1).owner for _ in range(2)] == ["ann", "bob"]
    assert job_rows.take_next(workspace, 1) is None  # a third worker is left to a third person


def test_whoever_is_alone_has_all_workers_until_somebody_else_may_come(tmp_path):
    workspace = Workspace(tmp_path / "queue")
    add_user(workspace, "ann", "steward")
    for _ in range(3):
        job_rows.add_job(workspace, "ann", "run", {}, 1.0, 50)
    assert [job_rows.take_next(workspace, 1).owner for _ in range(2)] == ["ann", "ann"]
    add_user(workspace, "bob", "steward")
    assert job_rows.take_next(workspace, 1) is None


def test_a_check_is_done_while_somebody_else_asks_for_all_workers(tmp_path):
    workspace = Workspace(tmp_path / "served")
    studies = {owner: keep_slow_study(workspace, owner) for owner in ("ann", "bob", "cat")}
    with Jobs(workspace, workers=2, grace=1.0) as jobs:
        for _ in range(3):
            jobs.submit("ann", "run", {"study": studies["ann"]})
        for owner in ("bob", "cat"):  # both workers are there when the second one asks
            made = jobs.submit(owner, "check", {"study": studies[owner]})
            until = time.monotonic() + 60
            while not jobs.job(owner, made.id).is_over and time.monotonic() < until:
                jobs._signals.wait(0.1)
            assert jobs.job(owner, made.id).state == "done"
        first, second, _ = jobs.jobs("ann")
        # Never two of hers at once, however fast they are.
        assert second.started is None or (first.ended and second.started >= first.ended)


def test_an_owner_has_only_so_many_jobs_in_line(tmp_path):
    workspace = Workspace(tmp_path / "queue")
    job_rows.add_job(workspace, "ann", "run", {}, 1.0, 1)
    with pytest.raises(stored.QuotaExceeded, match="waiting already"):
        job_rows.add_job(workspace, "ann", "run", {}, 1.0, 1)
    job_rows.add_job(workspace, "bob", "run", {}, 1.0, 1)
