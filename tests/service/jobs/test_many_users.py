"""Twenty people at once: no error, and nobody meets anything of anybody else."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.jobs.served import kept_study
from shoal.ledger import ledger
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.jobs import Jobs
from shoal.server.stored.run_rows import folder_of

PEOPLE = [f"person{at:02}" for at in range(20)]


def use(jobs, owner, study):
    """Run and measure; gives the last states of both jobs."""
    made = jobs.submit(owner, "run", {"study": study})
    states = [[*jobs.events(owner, made.id)][-1].state]
    risk = jobs.submit(owner, "risk", {"run": made.id})
    return [*states, [*jobs.events(owner, risk.id)][-1].state]


def check_apart(jobs, marks):
    """Everybody has one run, and it shows nobody else's mark."""
    for owner, mark in marks.items():
        [mine] = stored.runs(jobs.workspace, owner)
        text = (folder_of(jobs.workspace, mine.id) / "draft.csv").read_text()
        assert mark in text
        assert not [other for other in marks.values() if other != mark and other in text]
        assert len(ledger.entries(Workspace(jobs.workspace.folder, owner))) == 1
        assert {one.owner for one in jobs.jobs(owner)} == {owner}


@pytest.mark.slow
def test_twenty_people_at_once_meet_nothing_of_each_other(jobs):
    marks = {owner: f"of-{owner}" for owner in PEOPLE}

    def work(owner):
        return use(jobs, owner, kept_study(jobs.workspace, owner, marks[owner]))

    with ThreadPoolExecutor(len(PEOPLE)) as pool:
        states = [*pool.map(work, PEOPLE)]
    assert states == [["done"] * 2] * 20
    check_apart(jobs, marks)


@pytest.mark.slow
@pytest.mark.needs("data")
def test_twenty_people_at_once_on_adult(shared_data, tmp_path):
    """Everybody uploads the same table and asks for another k."""
    workspace = Workspace(tmp_path / "served")
    content = (shared_data / "adult" / "adult_arx.csv").read_bytes()
    with Jobs(workspace, workers=2) as jobs, ThreadPoolExecutor(len(PEOPLE)) as pool:

        def work(at):
            owner = PEOPLE[at]
            table = stored.keep_table(workspace, owner, "adult.csv", [content])
            made = jobs.submit(owner, "profile", {"table": table.id})
            body = [*jobs.events(owner, made.id)][-1].result["study"]
            body |= {"privacy": [{"model": "k-anonymity", "k": 2 + at}], "suppression_limit": 0.05}
            study = stored.keep_study(workspace, owner, body)
            return use(jobs, owner, study.id)

        assert [*pool.map(work, range(20))] == [["done"] * 2] * 20
        for at, owner in enumerate(PEOPLE):
            [mine] = stored.runs(workspace, owner)
            assert mine.body["privacy"] == [{"model": "k-anonymity", "k": 2 + at}]
            assert len(stored.tables(workspace, owner)) == 1
            assert {one.owner for one in jobs.jobs(owner)} == {owner}
