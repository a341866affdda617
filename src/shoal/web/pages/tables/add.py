"""Two ways to add a table: upload a file, or take it from a database that the server knows."""

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.element import Element

from shoal.data.encoding import COMMON
from shoal.web.explain import heading
from shoal.web.visit import Visit
from shoal.web.words import size_of
from shoal.web.work import work

ACCEPTED = ".csv,.tsv,.txt,.gz,.zst,.parquet,.arrow,.feather,.xlsx,.json,.ndjson,.deid"
FORMATS = "CSV (also .gz, .zst), Parquet, Arrow, Excel, FHIR, or an ARX project (.deid)"
NONE = (
    "This server knows no database. Whoever starts it can name some, so that you choose one by its"
    " name: shoal serve --connections FILE"
)
KINDS = {"table": "A whole table", "query": "The answer to a query"}


class Upload(Element, component="upload.js"):
    """A field for files.

    Args:
        largest: The largest size of a file, in bytes.
        on_kept: Gets the id of each table that was made.
    """

    def __init__(self, largest: int, on_kept: Callable[[str], Any]) -> None:
        super().__init__()
        self._props |= {"accept": ACCEPTED, "formats": FORMATS, "largest": largest}
        self._props["encodings"] = list(COMMON)
        self.on("kept", lambda event: on_kept(str(event.args)))


def upload_card(visit: Visit) -> None:
    """Show the field for files and their largest size; a table is shown as soon as it is stored."""
    largest = visit.desk.settings.kept.table_bytes
    heading("Upload a table", "upload")
    Upload(largest, lambda id: ui.navigate.to(f"/tables?table={id}"))
    ui.label(
        f"Up to {size_of(largest)}. The file stays on this server; only you see what is in it."
    ).classes("quiet small")


async def connect_card(visit: Visit) -> None:
    """Ask for a database and a table or query; a job stores the result as a table and shows it."""
    heading("Connect to a database", "connection")
    known = await visit.answer("connections")
    if not known:
        ui.label(NONE).classes("quiet")
        return
    names = {one["name"]: f"{one['name']} ({one['kind']})" for one in known}
    with ui.element("div").classes("stack connect"):
        database = ui.select(names, value=next(iter(names)), label="Database").props("outlined")
        kind = ui.radio(KINDS, value="table").props('inline aria-label="What to take"')
        table = ui.input("Table, or schema.table").props("outlined maxlength=200")
        table.bind_visibility_from(kind, "value", value="table")
        query = ui.textarea("SELECT …").props("outlined input-class=mono maxlength=20000")
        query.bind_visibility_from(kind, "value", value="query")
        name = ui.input("Name it").props("outlined maxlength=200")

        async def take() -> None:
            what = table.value if kind.value == "table" else query.value
            asked = {"connection": database.value, kind.value: what, "name": name.value}
            given = {key: str(value) for key, value in asked.items() if value}
            done = await work(visit, "fetch", given, "Reading the database", place)
            if done is not None:
                ui.navigate.to(f"/tables?table={done.result['table']}")

        with ui.element("div").classes("line"):
            ui.button("Take the table", icon="download", on_click=take).props("outline")
        place = ui.element("div")
