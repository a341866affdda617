"""The step Data: look at the records, and say what each column is."""

from nicegui import ui

from shoal.server import stored
from shoal.server.stored import StoredTable
from shoal.web.explain import explanation, heading
from shoal.web.grid import table_grid
from shoal.web.onward import show_next
from shoal.web.page import story_page
from shoal.web.pages.data.deciding import Deciding
from shoal.web.pages.data.figures import show_figures
from shoal.web.pages.data.profiles import Profile, earlier_profile, make_profile
from shoal.web.pages.data.role_editor import RoleEditor, table_of
from shoal.web.problems import replace_problems
from shoal.web.story import Story
from shoal.web.visit import Visit

LEGEND = {
    "Role": "role",
    "Type": "type",
    "Distinct": "distinct",
    "Missing": "missing",
    "Alone": "alone",
    "Bars": "spread",
    "Suggestion": "suggestion",
}


@story_page("data")
async def show_data(visit: Visit, story: Story) -> None:
    """Show figures, columns with suggestions, and all records."""
    table = await table_of(story)
    if table is None:
        await choose_table(visit, story)
        return
    profile = await earlier_profile(visit, table.id)
    summary = ui.element("div")
    work = ui.element("div")
    left = ui.element("div")
    with ui.element("section").classes("card"):
        heading("Records", "grid")
        roles = {name: str(keys["role"]) for name, keys in story.columns.items()}
        grid = table_grid(table.id, f"Records of {table.name}", roles=roles, height="20rem")
    editor = _columns(story, table, profile)
    editor.grid = grid
    with left:
        Deciding(editor)
    show_next("Columns & hierarchies", story.address("columns"))
    editor.changed.append(lambda: show_figures(summary, table, editor))
    show_figures(summary, table, editor)
    if profile is None:
        ui.timer(0.1, lambda: _look(editor, work), once=True)


def _columns(story: Story, table: StoredTable, profile: Profile | None) -> RoleEditor:
    """Show the card of the columns; returns the editor behind it."""
    with ui.element("section").classes("card"):
        with ui.element("div").classes("line wrap"):
            heading("Columns", "columns")
            ui.element("span").classes("grow")
            accept = ui.button("Accept all suggestions", icon="done_all").mark("accept-all")
        ui.label(
            "Say what each column tells about a person. A column that is not named here is not"
            " released."
        ).classes("quiet")
        with ui.element("div").classes("legend small"):
            for name, term in LEGEND.items():
                with ui.element("div").classes("line"):
                    ui.label(name).classes("quiet")
                    explanation(term)
        editor = RoleEditor(story, table, profile)
        accept.on_click(editor.accept)
        accept.set_enabled(profile is not None)
        editor.looked.append(lambda: accept.set_enabled(True))
    return editor


async def _look(editor: RoleEditor, place: ui.element) -> None:
    """Let a job profile the table, and show what it found in the list of columns."""
    profile = await make_profile(editor.story.visit, editor.table.id, place)
    if profile is not None:
        editor.show_profile(profile)


async def choose_table(visit: Visit, story: Story) -> None:
    """Let a person choose one of their tables for a study that has none, or upload one."""
    tables = await visit.call(stored.tables)
    with ui.element("section").classes("card"):
        heading("This study has no table")
        ui.label("Its table was forgotten, or it never had one. Choose one with the same columns.")
        place = ui.element("div")
        with ui.element("div").classes("line wrap"):
            if tables:
                _table_choice(story, {one.id: one.name for one in reversed(tables)}, place)
            ui.button(
                "Upload a table", icon="upload_file", on_click=lambda: ui.navigate.to("/tables")
            ).props("outline")


def _table_choice(story: Story, names: dict[str, str], place: ui.element) -> None:
    """Show a choice of tables, by id, and a button that uses the chosen one for the study."""

    async def use() -> None:
        problems = await story.change(
            lambda body: body.update({"data": {"table": str(chosen.value)}})
        )
        replace_problems(place, problems)
        if not problems:
            ui.navigate.to(story.address("data"))

    chosen = ui.select(names, value=next(iter(names)), label="Table").style("min-width: 16rem")
    ui.button("Use it", on_click=use)
