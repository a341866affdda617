"""The page learning: what models are worth that learn from the release.

Papers 000 (figure 5) and 001 (figures 5 to 8): choose what is predicted, from what and by what;
then baseline, original and release side by side.
"""

from nicegui import ui

from shoal.ledger.workspace import Workspace
from shoal.server.jobs import Job
from shoal.server.stored import job_rows as rows
from shoal.server.stored.job import DONE
from shoal.web.assets import STATIC
from shoal.web.explain import heading
from shoal.web.forms import models
from shoal.web.onward import onward
from shoal.web.page import story_page
from shoal.web.pages.learning import settings
from shoal.web.pages.learning.asking import Models, judging
from shoal.web.pages.learning.choosing import Features, Targets
from shoal.web.pages.learning.desk import Desk
from shoal.web.pages.learning.exporting import Exporting
from shoal.web.pages.learning.results import show_results
from shoal.web.pages.release.tabs import address, opened
from shoal.web.problems import show_problems
from shoal.web.story import Story
from shoal.web.visit import Visit
from shoal.web.work import work

LOOKED_AT = 8  # earlier results that are compared with the question
TITLE = "Training and judging models"
MEND = "Not kept yet: mend what is wrong in the settings."
OUTDATED = "The settings have changed since: this answers an earlier question. Evaluate again."


@story_page("learning", "Learning")
async def learning(visit: Visit, story: Story) -> None:
    """The page."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/learning.css">')
    run = await opened(visit, story, "learning")
    if run is None:
        return
    known = await models("learning")
    desk = Desk(visit, story, run)
    board = Board(desk)
    with ui.element("section").classes("card asked"):
        heading("What a model should learn", "learning")
        board.question = ui.label().classes("strong breakable").mark("question")
        board.fold = ui.expansion("Settings", icon="tune").classes("full").mark("settings")
        with board.fold, ui.element("div").classes("halves"):
            with ui.element("div").classes("stack"):
                Targets(desk)
                Features(desk)
            with ui.element("div").classes("stack"):
                Models(desk, known)
                judging(desk)
        board.build()
    board.place = ui.element("div").classes("stack wide-gap")
    with ui.element("section").classes("card"):
        board.exporting = Exporting(desk)
    onward("give", address(story, "give", run))
    desk.when_changed(board.follow)
    ui.timer(0.05, board.begin, once=True)  # the page is there before anything is looked up


class Board:
    """The question, the button and what was found."""

    question: ui.label
    fold: ui.expansion
    place: ui.element
    exporting: Exporting

    def __init__(self, desk: Desk) -> None:
        self.desk, self._shown = desk, ""

    def build(self) -> None:
        """The button, and a place for progress."""
        self._wrong = ui.element("div")
        with ui.element("div").classes("line wrap"):
            self._button = ui.button("Evaluate", icon="play_arrow", on_click=self._evaluate)
            self._button.mark("evaluate").disable()  # until the settings above it have opened
            self._told = ui.label().classes("quiet small").props('role="status"')
        self._progress = ui.element("div")

    async def begin(self) -> None:
        """Show what was found before; without that, the settings."""
        await self.exporting.follow()
        await self.follow()
        self.fold.value = not self._shown
        await self.exporting.earlier()

    async def follow(self) -> None:
        """The question has changed: tell it, and show its answer if there was one."""
        self._tell_problems()
        self.question.text = settings.question(self.desk.body)
        targets, wrong = settings.targets(self.desk.body, self.desk.section), self.desk.problems
        self._button.disable()
        job = await self.desk.visit.call(answered, self.desk) if targets and not wrong else None
        self._button.set_enabled(bool(targets) and not wrong)
        if job is not None:
            self._show(job)
        elif wrong:
            self._told.text = MEND
        else:
            self._told.text = OUTDATED if self._shown else ""

    def _tell_problems(self) -> None:
        """What is about no part of the settings."""
        self._wrong.clear()
        if rest := settings.placed(self.desk.problems).get(""):
            with self._wrong:
                show_problems(rest, "Not kept")

    async def _evaluate(self) -> None:
        self._button.disable()
        asked = {"study": self.desk.story.id, "run": self.desk.run.id}
        try:
            job = await work(self.desk.visit, "evaluate", asked, TITLE, self._progress)
        finally:
            self._button.enable()
        if job is not None:
            self._show(job)
            self.fold.value = False

    def _show(self, job: Job) -> None:
        self._told.text = f"Evaluated {job.result['created'][:16].replace('T', ' ')} UTC."
        if job.id == self._shown:
            return
        self._shown = job.id
        self.place.clear()
        with self.place:
            show_results(job.result)


def answered(workspace: Workspace, owner: str, desk: Desk) -> Job | None:
    """The newest job that has answered just this question about this run."""
    asked = {"study": desk.story.id, "run": desk.run.id}
    found = [
        one.id
        for one in rows.several(workspace, owner)
        if (one.action, one.state, dict(one.arguments)) == ("evaluate", DONE, asked)
    ]
    for id in reversed(found[-LOOKED_AT:]):
        job = rows.one(workspace, owner, id)
        if settings.is_answered(job.result, desk.body):
            return job
    return None
