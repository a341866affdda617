"""Runs at the same time, and runs that are killed at any moment, leave the ledger true."""

import multiprocessing
import os
import signal

import pytest

from service.ledger.toy import released, states, study
from shoal.errors import NoReleaseError
from shoal.service import runs, verbs
from shoal.service.ledger import ledger
from shoal.service.ledger import record as ledger_record
from shoal.service.run import folder as run_folder


def run_once(folder, name):
    released(study(folder, 1, 0), folder / name)


@pytest.mark.slow
def test_four_processes_that_run_at_once_are_all_remembered(folder, workspace):
    context = multiprocessing.get_context("spawn")
    runs = [context.Process(target=run_once, args=(folder, f"run{at}")) for at in range(4)]
    for run in runs:
        run.start()
    for run in runs:
        run.join(120)
    assert states(workspace) == ["released"] * 4


def test_a_run_that_is_going_on_counts_as_an_earlier_release(folder, workspace, monkeypatch):
    """Two runs at once cannot slip past each other."""
    real = runs.write_run_files
    refused = []

    def meanwhile(*arguments):
        monkeypatch.setattr(runs, "write_run_files", real)
        with pytest.raises(NoReleaseError) as told:
            released(study(folder, 2, 0), folder / "zips")
        refused.append(str(told.value))
        real(*arguments)

    monkeypatch.setattr(runs, "write_run_files", meanwhile)
    released(study(folder, 0, 2), folder / "ages")
    assert len(refused) == 1
    assert states(workspace) == ["released"]


MOMENTS = {
    "traced": (ledger_record, "input_identity"),
    "pending": (ledger_record, "alike_before"),
    "admitted": (runs, "write_run_files"),
    "written": (run_folder, "_publish"),
    "visible": (ledger, "set_state"),
}


def run_until(folder, moment, more):
    """Die at a moment of a run; the process has no chance to clean up."""
    setattr(*MOMENTS[moment], lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
    released(study(folder, 1, 0, **more), folder / "killed")


def kill_at(folder, moment, **more):
    context = multiprocessing.get_context("spawn")
    victim = context.Process(target=run_until, args=(folder, moment, more))
    victim.start()
    victim.join(120)
    assert victim.exitcode == -signal.SIGKILL


@pytest.mark.parametrize(
    "moment",
    [
        *(
            pytest.param(early, marks=pytest.mark.slow)
            for early in ("traced", "pending", "written")
        ),
        *("admitted", "visible"),
    ],
)
def test_a_killed_run_leaves_no_phantom(folder, workspace, moment):
    kill_at(folder, moment)
    expected = ["released"] if moment == "visible" else []
    assert (folder / "killed").exists() is bool(expected)
    assert states(workspace) == expected
    released(study(folder, 1, 0), folder / "next")
    assert states(workspace) == [*expected, "released"]


@pytest.mark.slow
def test_a_killed_run_into_a_database_counts(folder, workspace):
    """The table is visible before the run folder is, and nobody can say which came first."""
    database = {"url": f"sqlite:///{folder / 'releases.sqlite'}", "table": "patients"}
    kill_at(folder, "written", output=database)
    assert states(workspace) == ["unsure"]


@pytest.mark.slow
def test_a_killed_run_that_cannot_be_found_again_counts(folder, workspace):
    kill_at(folder, "visible")
    (folder / "killed").rename(folder / "moved")
    assert states(workspace) == ["unsure"]
    with pytest.raises(NoReleaseError):
        released(study(folder, 0, 2), folder / "other")
