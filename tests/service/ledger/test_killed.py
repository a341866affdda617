"""Runs at the same time, and runs that are killed at any moment, leave the ledger true."""

import multiprocessing
import os
import signal

import pytest

from service.ledger.toy import released, states, study
from shoal.errors import NoReleaseError
from shoal.ledger import give as ledger_give
from shoal.ledger import ledger
from shoal.ledger import record as ledger_record
from shoal.pipeline.folder import folder as run_folder
from shoal.pipeline.places import folder as places
from shoal.service import give as giving
from shoal.service import verbs

pytestmark = pytest.mark.slow


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


def database(folder):
    """An output that others may read as soon as it is written."""
    return {"url": f"sqlite:///{folder / 'releases.sqlite'}", "table": "patients"}


def test_a_run_into_a_database_that_is_going_on_counts(folder, workspace, monkeypatch):
    """Two releases at once cannot slip past each other."""
    real = places.write_run_files
    refused = []

    def meanwhile(*arguments):
        monkeypatch.setattr(places, "write_run_files", real)
        with pytest.raises(NoReleaseError) as told:
            released(study(folder, 2, 0), folder / "zips")
        refused.append(str(told.value))
        real(*arguments)

    monkeypatch.setattr(places, "write_run_files", meanwhile)
    verbs.run(study(folder, 0, 2, output=database(folder)), folder / "ages")
    assert len(refused) == 1
    assert states(workspace) == ["released", "draft"]


def test_a_draft_that_is_being_given_counts(folder, workspace, monkeypatch):
    """Two givings at once cannot slip past each other."""
    verbs.run(study(folder, 0, 2), folder / "ages")
    verbs.run(study(folder, 2, 0), folder / "zips")
    real = ledger_give.compare_with_earlier

    def meanwhile(*arguments):
        monkeypatch.setattr(ledger_give, "compare_with_earlier", real)
        with pytest.raises(NoReleaseError):
            verbs.give(folder / "zips")
        return real(*arguments)

    monkeypatch.setattr(ledger_give, "compare_with_earlier", meanwhile)
    verbs.give(folder / "ages")
    assert states(workspace) == ["released", "draft"]


RUNNING = {
    "traced": (ledger_record, "input_identity"),
    "pending": (ledger_record, "compare_with_earlier"),
    "admitted": (places, "write_run_files"),
    "written": (run_folder, "_publish"),
    "visible": (ledger, "set_state"),
}
GIVING = {
    "comparing": (ledger_give, "compare_with_earlier"),
    "compared": (ledger_give, "_write_down"),
    "written down": (giving, "publish_release"),
    "renaming": (run_folder, "exchange"),
}


def run_until(folder, moment, more):
    """Die at a moment of a run; the process has no chance to clean up."""
    setattr(*RUNNING[moment], die)
    verbs.run(study(folder, 1, 0, **more), folder / "killed")


def give_until(folder, moment):
    """Die at a moment of giving."""
    setattr(*GIVING[moment], die)
    verbs.give(folder / "run")


def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)


def kill(target, *arguments):
    context = multiprocessing.get_context("spawn")
    victim = context.Process(target=target, args=arguments)
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
    kill(run_until, folder, moment, {})
    expected = ["draft"] if moment == "visible" else []
    assert (folder / "killed").exists() is bool(expected)
    assert states(workspace) == expected
    released(study(folder, 1, 0), folder / "next")
    assert states(workspace) == [*expected, "released"]


@pytest.mark.slow
def test_a_killed_draft_that_cannot_be_found_again_counts_for_nothing(folder, workspace):
    kill(run_until, folder, "visible", {})
    (folder / "killed").rename(folder / "moved")
    assert states(workspace) == []
    released(study(folder, 0, 2), folder / "other")


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["written", "visible"])
def test_a_killed_run_into_a_database_counts(folder, workspace, moment):
    """The table is visible before the run folder is, and nobody can say which came first."""
    kill(run_until, folder, moment, {"output": database(folder)})
    assert states(workspace) == ["unsure"]
    with pytest.raises(NoReleaseError):
        released(study(folder, 0, 2), folder / "other")


@pytest.mark.parametrize(
    "moment",
    [
        "comparing",
        *(pytest.param(later, marks=pytest.mark.slow) for later in list(GIVING)[1:]),
    ],
)
def test_a_draft_whose_giving_was_killed_counts_as_given(folder, workspace, moment):
    """Rather too many than too few; giving it again ends what was begun."""
    verbs.run(study(folder, 1, 0), folder / "run")
    kill(give_until, folder, moment)
    assert states(workspace) == ["released"]
    with pytest.raises(NoReleaseError):
        released(study(folder, 0, 2), folder / "other")
    assert verbs.give(folder / "run").release.exists()
    assert verbs.verify_run(folder / "run").holds


def test_a_giving_that_was_killed_while_comparing_is_compared_again(folder, workspace):
    """Nobody has said yet that it may be given."""
    released(study(folder, 0, 2), folder / "ages")
    verbs.run(study(folder, 2, 0), folder / "run")
    kill(give_until, folder, "comparing")
    assert states(workspace) == ["released"] * 2
    with pytest.raises(NoReleaseError):
        verbs.give(folder / "run")
    assert states(workspace) == ["released", "draft"]
