"""The work bench of steps by hand: its course, undo, redo."""

import asyncio

import pytest

from shoal.web.pages.steps import bench as benches
from shoal.web.pages.steps.bench import Bench, step_words

AGE = {"do": "set-level", "column": "age", "level": 2}
RARE = {"do": "blank-rare"}


class Done:
    def __init__(self, rare):
        self.result = {"effect": {"unsafe_records": rare}}


@pytest.fixture
def bench(monkeypatch):
    """Its service finds 10 rare records, less one for each step; `complement` fails."""

    async def work(_visit, _action, asked, _title, _place):
        broken = any(step["do"] == "complement" for step in asked["steps"])
        return None if broken else Done(10 - len(asked["steps"]))

    monkeypatch.setattr(benches, "work", work)

    class Story:
        id = "s"

    return Bench(Story(), {"name": "argus"})


def act(bench, name, *given):
    return asyncio.run(getattr(bench, name)(None, None, *given))


def test_the_course_tells_each_step_and_what_was_rare_after_it(bench):
    act(bench, "look")
    act(bench, "do", AGE)
    act(bench, "do", RARE)
    assert bench.course == [("Start", 10), ("age to level 2", 9), ("Blank what is rare", 8)]


def test_what_was_undone_can_be_done_again_until_something_else_is_done(bench):
    act(bench, "do", AGE)
    act(bench, "do", RARE)
    act(bench, "undo")
    assert (bench.steps, bench.undone) == ([AGE], [RARE])
    act(bench, "redo")
    assert (bench.steps, bench.undone) == ([AGE, RARE], [])
    act(bench, "undo")
    act(bench, "do", AGE)
    assert (bench.steps, bench.undone) == ([AGE, AGE], [])


def test_a_step_that_cannot_be_done_is_forgotten(bench):
    act(bench, "do", AGE)
    act(bench, "undo")
    assert act(bench, "do", {"do": "complement"}) is False
    assert (bench.steps, bench.undone) == ([], [AGE])


def test_every_step_has_words():
    assert step_words({"do": "blank-column", "column": "zip"}) == "zip blank"
