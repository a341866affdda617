"""The page learning: how good models are that learn from the release.

Papers 000 (figure 5) and 001 (figures 5 to 8): choose what is predicted, from which columns and by
which models; then baseline, original and release are shown side by side.
"""

from nicegui import ui

from shoal.ledger.workspace import Workspace
from shoal.server.jobs import Job
from shoal.server.stored import job_rows as rows
from shoal.server.stored.job import DONE
from shoal.web.assets import STATIC
from shoal.web.explain import heading
from shoal.web.forms import models
from shoal.web.onward import show_next
from shoal.web.page import story_page
from shoal.web.pages.learning import settings
from shoal.web.pages.learning.asking import Models, show_judging
from shoal.web.pages.learning.choosing import Features, Targets
from shoal.web.pages.learning.evaluate_editor import EvaluateEditor
from shoal.web.pages.learning.exporting import Exporting
from shoal.web.pages.learning.results import show_results
from shoal.web.pages.release.tabs import address, open_run
from shoal.web.problems import show_problems
from shoal.web.story import Story
from shoal.web.visit import Visit
from shoal.web.words import date_of
from shoal.web.work import work

LOOKED_AT = 8  # earlier results that are compared with the question
TITLE = "Training and judging models"
MEND = "Not kept yet: mend what is wrong in the settings."
OUTDATED = "The settings have changed since: this answers an earlier question. Evaluate again."


@story_page("learning", "Learning")
async def show_learning(visit: Visit, story: Story) -> None:
    """Show the page."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/learning.css">')
    run = await open_run(visit, story, "learning")
    if run is None:
        return
    known = await models("learning")
    editor = EvaluateEditor(visit, story, run)
    page = EvaluationPage(editor)
    with ui.element("section").classes("card asked"):
        heading("What a model should learn", "learning")
        page.question = ui.label().classes("strong breakable").mark("question")
        page.fold = ui.expansion("Settings", icon="tune").classes("full").mark("settings")
        with page.fold, ui.element("div").classes("halves"):
            with ui.element("div").classes("stack"):
                Targets(editor)
                Features(editor)
            with ui.element("div").classes("stack"):
                Models(editor, known)
                show_judging(editor)
        page.build()
    page.place = ui.element("div").classes("stack wide-gap")
    with ui.element("section").classes("card"):
        page.exporting = Exporting(editor)
    show_next("give", address(story, "give", run))
    editor.when_changed(page.follow)
    ui.timer(0.05, page.begin, once=True)  # show the page before looking for results


class EvaluationPage:
    """The question, the button that evaluates, and the results.

    Attributes:
        editor: The settings.
        question: Shows what is asked, in a sentence.
        fold: The expansion with the settings.
        place: Where results are shown.
        exporting: The card about saved models.
    """

    question: ui.label
    fold: ui.expansion
    place: ui.element
    exporting: Exporting

    def __init__(self, editor: EvaluateEditor) -> None:
        self.editor, self._shown = editor, ""

    def build(self) -> None:
        """Show the button, and places for problems and progress."""
        self._wrong = ui.element("div")
        with ui.element("div").classes("line wrap"):
            self._button = ui.button("Evaluate", icon="play_arrow", on_click=self._evaluate)
            self._button.mark("evaluate").disable()  # until the settings above it have opened
            self._message = ui.label().classes("quiet small").props('role="status"')
        self._progress = ui.element("div")

    async def begin(self) -> None:
        """Show earlier results; open the settings if there are none."""
        await self.exporting.follow()
        await self.follow()
        self.fold.value = not self._shown
        await self.exporting.earlier()

    async def follow(self) -> None:
        """Show the question after a change, and its answer if an earlier job has found it.

        Results that answer another question stay, and are called outdated.
        """
        self._tell_problems()
        self.question.text = settings.question(self.editor.body)
        targets, wrong = (
            settings.targets(self.editor.body, self.editor.section),
            self.editor.problems,
        )
        self._button.disable()
        job = (
            await self.editor.visit.call(find_answer, self.editor)
            if targets and not wrong
            else None
        )
        self._button.set_enabled(bool(targets) and not wrong)
        if job is not None:
            self._show(job)
        elif wrong:
            self._message.text = MEND
        else:
            self._message.text = OUTDATED if self._shown else ""

    def _tell_problems(self) -> None:
        """Show the problems that belong to no part of the settings."""
        self._wrong.clear()
        if rest := settings.problems_by_part(self.editor.problems).get(""):
            with self._wrong:
                show_problems(rest, "Not kept")

    async def _evaluate(self) -> None:
        """Let a job evaluate, show its results, and close the settings."""
        self._button.disable()
        asked = {"study": self.editor.story.id, "run": self.editor.run.id}
        try:
            job = await work(self.editor.visit, "evaluate", asked, TITLE, self._progress)
        finally:
            self._button.enable()
        if job is not None:
            self._show(job)
            self.fold.value = False

    def _show(self, job: Job) -> None:
        """Show the results of a job, unless they are shown already."""
        self._message.text = f"Evaluated {date_of(job.result['created'])}."
        if job.id == self._shown:
            return
        self._shown = job.id
        self.place.clear()
        with self.place:
            show_results(job.result)


def find_answer(workspace: Workspace, owner: str, editor: EvaluateEditor) -> Job | None:
    """The newest job that has answered exactly this question about this run; None without one.

    Only the last LOOKED_AT evaluations of the run are looked at.
    """
    asked = {"study": editor.story.id, "run": editor.run.id}
    jobs = [
        one.id
        for one in rows.list_jobs(workspace, owner)
        if (one.action, one.state, dict(one.arguments)) == ("evaluate", DONE, asked)
    ]
    for id in reversed(jobs[-LOOKED_AT:]):
        job = rows.find_job(workspace, owner, id)
        if settings.is_answered(job.result, editor.body):
            return job
    return None
