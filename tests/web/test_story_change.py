"""Two pages of one person change the same study: neither loses what the other has said."""

import asyncio
from types import SimpleNamespace

import pytest

from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.web.story import story_of
from shoal.web.visit import Visit

STUDY = {
    "columns": {"age": {"role": "quasi-identifier"}, "ward": {"role": "sensitive"}},
    "privacy": [{"model": "k-anonymity", "k": 2}],
}


@pytest.fixture
def visit(tmp_path):
    workspace = Workspace(tmp_path)
    table = stored.keep_table(workspace, "ann", "a.csv", [b"age,ward\n1,n\n2,s\n"])
    body = {"data": {"table": table.id}, **STUDY}
    study = stored.keep_study(workspace, "ann", body).id
    made = Visit(SimpleNamespace(workspace=workspace), SimpleNamespace(id="ann"), {})
    return made, study


def test_what_two_pages_change_is_kept_from_both(visit):
    async def changed():
        first, second = await story_of(*visit), await story_of(*visit)
        await first.change(lambda body: body.update(suppression_limit=0.1))
        await second.change(lambda body: body["columns"]["age"].update(weight=2.0))
        return second.body

    body = asyncio.run(changed())
    assert (body["suppression_limit"], body["columns"]["age"]["weight"]) == (0.1, 2.0)


def test_changes_at_the_same_moment_are_all_kept(visit):
    async def changed():
        story = await story_of(*visit)
        edits = [
            lambda body: body.update(suppression_limit=0.1),
            lambda body: body["columns"]["age"].update(weight=2.0),
            lambda body: body["privacy"][0].update(k=5),
        ]
        assert await asyncio.gather(*map(story.change, edits)) == [[], [], []]
        return (await story_of(*visit)).body

    body = asyncio.run(changed())
    assert (body["suppression_limit"], body["columns"]["age"]["weight"]) == (0.1, 2.0)
    assert body["privacy"][0]["k"] == 5


def test_a_change_of_a_study_that_is_gone_is_told(visit):
    async def changed():
        story = await story_of(*visit)
        await visit[0].call(stored.forget_study, story.id)
        return await story.change(lambda body: body.update(suppression_limit=0.1))

    assert asyncio.run(changed())


def test_another_name_changes_nothing_else(visit):
    async def renamed():
        first, second = await story_of(*visit), await story_of(*visit)
        await first.change(lambda body: body.update(suppression_limit=0.1))
        await second.rename("another")
        return await story_of(*visit)

    found = asyncio.run(renamed())
    assert (found.name, found.body["suppression_limit"]) == ("another", 0.1)
