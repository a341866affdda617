"""The step columns: how values may become less precise."""

from urllib.parse import quote

from nicegui import ui

from shoal.web.assets import STATIC
from shoal.web.onward import show_next
from shoal.web.page import story_page
from shoal.web.pages.columns.bulk import Bulk
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.listing import Listing
from shoal.web.pages.columns.panel import Panel
from shoal.web.pages.columns.words import QUASI
from shoal.web.story import STEPS, Story
from shoal.web.visit import Visit
from shoal.web.work import work

STYLE = f'<link rel="stylesheet" href="{STATIC}/columns.css">'
SCRIPT = f'<script src="{STATIC}/columns.js" defer></script>'


@story_page("columns")
async def show_columns(visit: Visit, story: Story) -> None:
    """Show the list of columns, and everything about the chosen one."""
    ui.add_head_html(STYLE + SCRIPT)
    ui.label(f"{STEPS['columns'].purpose} Changes are kept at once.").classes("quiet")
    if not story.columns or story.table is None:
        _show_no_columns(story)
        return
    editor = ColumnsEditor(visit, story, _first_column(story, visit.query.get("column", "")))
    with ui.element("div").classes("columns-page"):
        with ui.element("section").classes("card columns-list").props('aria-label="Columns"'):
            listing = Listing(editor)
            Bulk(editor, listing)
            Exporting(editor)
        panel = Panel(editor)
    show_next("Promises", story.address("promises"))
    listing.count_levels()
    await panel.show()


def _first_column(story: Story, asked: str) -> str:
    """The column that the address names; otherwise the first quasi-identifier or column."""
    if asked in story.columns:
        return asked
    return next(iter(story.columns_with_role(QUASI)), next(iter(story.columns)))


def _show_no_columns(story: Story) -> None:
    with ui.element("div").classes("empty stack"):
        ui.label("No column has a role yet. Say in the step Data what each column is.")
        ui.link("To the step Data", story.address("data"))


class Exporting:
    """A button that writes all hierarchies as files, and a link to each file."""

    def __init__(self, editor: ColumnsEditor) -> None:
        self._editor = editor
        button = ui.button("Export all hierarchies", icon="folder_zip", on_click=self._export)
        button.props("flat dense").mark("export-all")
        self._place = ui.element("div").classes("stack small files").props('role="status"')

    async def _export(self) -> None:
        """Let a job write the files, and show a link to each."""
        story = self._editor.story
        asked = {"study": story.id}
        done = await work(
            self._editor.visit, "hierarchy-export", asked, "Writing hierarchies", self._place
        )
        if done is None:
            return
        with self._place:
            for name in done.result["files"]:
                ui.link(name, f"/api/v1/jobs/{done.id}/files/{quote(name)}").props("download")
