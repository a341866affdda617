"""kill -9 at random moments leaves a complete run or none (issue: must show)."""

import json
import multiprocessing
import random
import signal
import time

import pytest

from shoal.service import verbs

CERTIFICATE = ["certificate.html", "certificate.json", "certificate.pdf"]
FILES = [*CERTIFICATE, "draft.csv", "report.html", "study.yaml", "summary.json"]
KILLS = 15


def run_forever(study, out, ready):
    """Replace the run again and again, so that a kill can come at any moment of it."""
    verbs.run(study, out, force=True)
    ready.set()
    while True:
        verbs.run(study, out, force=True)


def check_complete(out):
    assert sorted(path.name for path in out.iterdir()) == FILES
    assert json.loads((out / "summary.json").read_text())["suppressed_records"] == 1
    assert len((out / "draft.csv").read_text().splitlines()) == 7


def kill_at_a_random_moment(study, out):
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    victim = context.Process(target=run_forever, args=(study, out, ready))
    victim.start()
    assert ready.wait(60)
    time.sleep(random.uniform(0, 0.1))
    victim.kill()
    victim.join()
    assert victim.exitcode == -signal.SIGKILL


@pytest.mark.slow
def test_a_kill_leaves_a_complete_run_and_the_next_run_cleans_up(toy):
    study, out = toy / "study.yaml", toy / "run"
    left = 0
    for _ in range(KILLS):
        kill_at_a_random_moment(study, out)
        check_complete(out)
        left += len(list(toy.glob(".run.shoal-draft-*")))
    verbs.run(study, out, force=True)
    assert left > 0  # the kills did come in the middle of runs
    assert sorted(path.name for path in toy.iterdir()) == [
        *("age.csv", "run", "sex.csv", "study.yaml", "toy.csv")
    ]


def test_the_check_catches_an_incomplete_run(toy):
    verbs.run(toy / "study.yaml", toy / "run")
    (toy / "run" / "report.html").unlink()
    with pytest.raises(AssertionError):
        check_complete(toy / "run")
