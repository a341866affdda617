"""One table: its records, and a way to begin a study with it."""

from pathlib import PurePath

from nicegui import ui

from shoal.server import stored
from shoal.server.stored import StoredTable
from shoal.web.explain import figure, heading
from shoal.web.grid import table_grid
from shoal.web.pages.tables.forget import forget_button
from shoal.web.pages.tables.reading import RULES, reading_card
from shoal.web.problems import show_problems_in, show_warnings
from shoal.web.visit import Visit
from shoal.web.words import date_of, size_of
from shoal.web.work import work


async def shown(visit: Visit, id: str) -> None:
    """What is known of a table, its grid, and what can be done with it."""
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
        reading_card(visit, table)
    with ui.element("section").classes("card"):
        heading("Records", "grid")
        table_grid(table.id, f"Records of {table.name}")


async def start_study(visit: Visit, table: StoredTable, place: ui.element) -> None:
    """Look at every column, propose a study, keep it and go there."""
    done = await work(visit, "profile", {"table": table.id}, "Looking at every column", place)
    if done is None:
        return
    name = PurePath(table.name).name.split(".")[0] or table.name
    with show_problems_in(place, "The proposed study was not kept"):
        study = await visit.call(stored.keep_study, done.result["study"], name)
        ui.navigate.to(f"/studies/{study.id}/data")
