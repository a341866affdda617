"""The page of tables: all tables of a person, or one of them."""

from collections.abc import Callable
from pathlib import PurePath

from nicegui import ui

from shoal.server import stored
from shoal.server.stored import StoredTable
from shoal.web.assets import STATIC
from shoal.web.explain import explanation, figure, heading
from shoal.web.grid import table_grid
from shoal.web.page import plain_page
from shoal.web.pages.tables.add import connect_card, upload_card
from shoal.web.pages.tables.reading import RULES, rules_card
from shoal.web.problems import show_problems_in, show_warnings
from shoal.web.sure import confirm
from shoal.web.visit import Visit
from shoal.web.words import date_of, size_of
from shoal.web.work import work

HEADS = {"Records": "records", "Columns": "columns", "Size": "file-size"}
WARNING = (
    "The file is removed for good, and so is what jobs found out about it. Studies and runs stay;"
    " a study needs another table before it runs again."
)


@plain_page("/tables", "Tables")
async def show_tables(visit: Visit) -> None:
    """Show all tables of the person, or the one that the address names."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/tables.css">')
    if "table" in visit.query:
        await show_table(visit, visit.query["table"])
        return
    with ui.element("section").classes("card"):
        upload_card(visit)
    with ui.element("section").classes("card"):
        await connect_card(visit)
    await show_list(visit)


async def show_list(visit: Visit) -> None:
    """Show a line for each table, the newest first."""
    tables = await visit.call(stored.tables)
    with ui.element("section").classes("card"):
        heading("Your tables")
        if not tables:
            ui.label("No tables yet. Upload one above; nobody else will see it.").classes("empty")
            return
        place = ui.element("div")
        with ui.element("table").classes("plain tables"):
            _show_heads()
            with ui.element("tbody"):
                for one in reversed(tables):
                    _show_line(visit, one, place)


def _show_heads() -> None:
    with ui.element("thead"), ui.element("tr"):
        with ui.element("th").props('scope="col"'):
            ui.label("Name")
        for name, term in HEADS.items():
            head = ui.element("th").props('scope="col"').classes("number")
            with head, ui.element("div").classes("line"):
                ui.label(name)
                explanation(term)
        with ui.element("th").props('scope="col"'):
            ui.label("Kept since")
        ui.element("td")


def _show_line(visit: Visit, one: StoredTable, place: ui.element) -> None:
    """Show one table; problems are shown in `place`."""
    numbers = (f"{one.records:,}", f"{len(one.columns):,}", size_of(one.bytes))
    with ui.element("tr") as line:
        with ui.element("td").classes("name"):
            ui.link(one.name, f"/tables?table={one.id}")
        for head, text in zip(HEADS, numbers, strict=True):
            with ui.element("td").classes("number"):
                ui.label(head).classes("narrow quiet")  # shown on narrow pages, which have no heads
                ui.label(text)
        with ui.element("td").classes("since"):
            ui.label(date_of(one.created)).classes("quiet")
        with ui.element("td").classes("do"):
            forget_button(visit, one, place, line.delete)


async def show_table(visit: Visit, id: str) -> None:
    """Show the figures and the grid of a table, and what can be done with it."""
    table = await visit.call(stored.table, id)
    read = await visit.call(stored.table_read_as, id)
    with ui.element("div").classes("line wrap"):
        ui.link("All tables", "/tables")
        ui.label(f"{table.name}, uploaded {date_of(table.created)}").classes("quiet")
    with ui.element("div").classes("figures"):
        figure("Records", f"{table.records:,}", "records")
        figure("Columns", f"{len(table.columns):,}", "columns")
        figure("Size", size_of(table.bytes), "file-size")
        figure("Format", table.format, "file-format")
        if read.encoding:
            figure("Encoding", read.encoding, "encoding")
    show_warnings([read.assumed] if read.assumed else [])
    place = ui.element("div")
    with ui.element("div").classes("line wrap"):
        ui.button(
            "Start a study", icon="play_arrow", on_click=lambda: start_study(visit, table, place)
        )
        forget_button(visit, table, place, lambda: ui.navigate.to("/tables"))
    if table.format in RULES:
        rules_card(visit, table)
    with ui.element("section").classes("card"):
        heading("Records", "grid")
        table_grid(table.id, f"Records of {table.name}")


async def start_study(visit: Visit, table: StoredTable, place: ui.element) -> None:
    """Profile the table, store the proposed study, and go there.

    `place` shows progress and problems.
    """
    done = await work(visit, "profile", {"table": table.id}, "Looking at every column", place)
    if done is None:
        return
    name = PurePath(table.name).name.split(".")[0] or table.name
    with show_problems_in(place, "The proposed study was not kept"):
        study = await visit.call(stored.keep_study, done.result["study"], name)
        ui.navigate.to(f"/studies/{study.id}/data")


def forget_button(
    visit: Visit, table: StoredTable, place: ui.element, gone: Callable[[], object]
) -> None:
    """Show a button that removes a table once the person has confirmed it, then calls `gone`.

    Problems are shown in `place`.
    """

    async def forget() -> None:
        if not await confirm(f"Forget {table.name}?", WARNING, "Forget it"):
            return
        with show_problems_in(place, "Not forgotten"):
            await visit.call(stored.forget_table, table.id)
            gone()

    button = ui.button("Forget", icon="delete_outline", on_click=forget).props("flat dense")
    button.props["aria-label"] = f"Forget {table.name}"
