"""The step Promises: what must hold, what should be kept, and whether the study is ready."""

from nicegui import ui

from shoal.server import stored
from shoal.web.assets import STATIC
from shoal.web.forms import Model, models
from shoal.web.onward import show_next
from shoal.web.page import story_page
from shoal.web.pages.data.role_editor import table_of
from shoal.web.pages.promises.around import Around
from shoal.web.pages.promises.facts import facts_of
from shoal.web.pages.promises.how import How
from shoal.web.pages.promises.live import LiveCheck
from shoal.web.pages.promises.output import Writing
from shoal.web.pages.promises.presets import Newcomers
from shoal.web.pages.promises.promise_list import PromiseList
from shoal.web.pages.promises.quality import Quality
from shoal.web.pages.promises.study_editor import StudyEditor
from shoal.web.pages.promises.study_file import StudyFile
from shoal.web.pages.promises.subset import SubsetPart
from shoal.web.pages.promises.suppression import Suppression
from shoal.web.story import STEPS, Story
from shoal.web.visit import Visit

FAMILIES = ("privacy", "quality", "search", "method", "recoding")


@story_page("promises")
async def show_promises(visit: Visit, story: Story) -> None:
    """Show the page of the step."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/promises.css">')
    ui.label(STEPS["promises"].purpose).classes("quiet")
    if story.table is not None and await table_of(story) is None:
        _show_no_table(story)
        return
    known = {family: await models(family) for family in FAMILIES}
    editor = StudyEditor(story, await facts_of(story))
    tables = await visit.call(stored.tables)
    with ui.element("div").classes("promises"):
        with ui.element("div").classes("stack parts"):
            _show_parts(editor, known, tables)
        LiveCheck(editor).show()
    show_next("Explore", story.address("explore"))


def _show_no_table(story: Story) -> None:
    """Say that nothing can be changed or checked before the study has another table."""
    with ui.element("div").classes("empty stack").mark("no-table"):
        ui.label("The table of this study was forgotten. Choose another one in the step Data.")
        ui.link("To the step Data", story.address("data"))


def _show_parts(
    editor: StudyEditor, known: dict[str, dict[str, Model]], tables: list[stored.StoredTable]
) -> None:
    """Show the parts of the page, in the order in which they are read."""
    listed = PromiseList(editor, known["privacy"])
    Newcomers(editor).show()
    listed.show()
    Suppression(editor).show()
    Quality(editor, known["quality"]).show()
    SubsetPart(editor, tables).show()
    Around(editor, tables).show()
    How(editor, known, listed).show()
    Writing(editor).show()
    StudyFile(editor).show()
