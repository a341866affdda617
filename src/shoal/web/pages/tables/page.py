"""The page of tables: upload one, look at one, begin a study with one."""

from nicegui import ui

from shoal.server import stored
from shoal.server.stored import StoredTable
from shoal.web.assets import STATIC
from shoal.web.explain import explanation, heading
from shoal.web.page import plain_page
from shoal.web.pages.tables.add import connect_card, upload_card
from shoal.web.pages.tables.forget import forget_button
from shoal.web.pages.tables.one import shown
from shoal.web.visit import Visit
from shoal.web.words import date_of, size_of

HEADS = {"Records": "records", "Columns": "columns", "Size": "file-size"}


@plain_page("/tables", "Tables")
async def tables(visit: Visit) -> None:
    """All tables of the person, or the one that the address names."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/tables.css">')
    if "table" in visit.query:
        await shown(visit, visit.query["table"])
        return
    with ui.element("section").classes("card"):
        upload_card(visit)
    with ui.element("section").classes("card"):
        await connect_card(visit)
    await listed(visit)


async def listed(visit: Visit) -> None:
    """A line for each table, with what can be done with it."""
    found = await visit.call(stored.tables)
    with ui.element("section").classes("card"):
        heading("Your tables")
        if not found:
            ui.label("No tables yet. Upload one above; nobody else will see it.").classes("empty")
            return
        place = ui.element("div")
        with ui.element("table").classes("plain tables"):
            _heads()
            with ui.element("tbody"):
                for one in reversed(found):
                    _line(visit, one, place)


def _heads() -> None:
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


def _line(visit: Visit, one: StoredTable, place: ui.element) -> None:
    numbers = (f"{one.records:,}", f"{len(one.columns):,}", size_of(one.bytes))
    with ui.element("tr") as line:
        with ui.element("td").classes("name"):
            ui.link(one.name, f"/tables?table={one.id}")
        for head, text in zip(HEADS, numbers, strict=True):
            with ui.element("td").classes("number"):
                ui.label(head).classes("narrow quiet")  # where there is no room for heads
                ui.label(text)
        with ui.element("td").classes("since"):
            ui.label(date_of(one.created)).classes("quiet")
        with ui.element("td").classes("do"):
            forget_button(visit, one, place, line.delete)
