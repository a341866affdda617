"""The step Data: look at the records, and say what each column is."""

from nicegui import ui

from shoal.server.stored import StoredTable
from shoal.web.explain import explanation, heading
from shoal.web.grid import table_grid
from shoal.web.onward import onward
from shoal.web.page import story_page
from shoal.web.pages.data.absent import choose_table
from shoal.web.pages.data.board import Board, table_of
from shoal.web.pages.data.deciding import Deciding
from shoal.web.pages.data.figures import figures
from shoal.web.pages.data.profiles import Profile, known_profile, profile_of
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
async def data(visit: Visit, story: Story) -> None:
    """Figures, columns with suggestions, and all records."""
    table = await table_of(story)
    if table is None:
        await choose_table(visit, story)
        return
    profile = await known_profile(visit, table.id)
    told = ui.element("div")
    work = ui.element("div")
    left = ui.element("div")
    with ui.element("section").classes("card"):
        heading("Records", "grid")
        roles = {name: str(keys["role"]) for name, keys in story.columns.items()}
        grid = table_grid(table.id, f"Records of {table.name}", roles=roles, height="20rem")
    board = _columns(story, table, profile)
    board.grid = grid
    with left:
        Deciding(board)
    onward("Columns & hierarchies", story.address("columns"))
    board.changed.append(lambda: figures(told, table, board))
    figures(told, table, board)
    if profile is None:
        ui.timer(0.1, lambda: _look(board, work), once=True)


def _columns(story: Story, table: StoredTable, profile: Profile | None) -> Board:
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
        board = Board(story, table, profile)
        accept.on_click(board.accept)
        accept.set_enabled(profile is not None)
        board.looked.append(lambda: accept.set_enabled(True))
    return board


async def _look(board: Board, place: ui.element) -> None:
    found = await profile_of(board.story.visit, board.table.id, place)
    if found is not None:
        board.look(found)
