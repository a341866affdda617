"""Uploads: chosen or dropped files that become tables, with a bar that tells how far they are."""

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.element import Element

from shoal.data.encoding import COMMON
from shoal.web.explain import heading
from shoal.web.visit import Visit
from shoal.web.words import size_of
from shoal.web.work import work

ACCEPTED = ".csv,.tsv,.txt,.gz,.zst,.parquet,.arrow,.feather,.xlsx,.json,.ndjson"
FORMATS = "CSV (also .gz, .zst), Parquet, Arrow, Excel or FHIR"
NONE = (
    "This server knows no database. Whoever starts it can name some, so that you choose one by its"
    " name: shoal serve --connections FILE"
)
KINDS = {"table": "A whole table", "query": "The answer to a query"}


class Upload(Element, component="upload.js"):
    """A place for files; `on_kept` hears the id of each table that was made."""

    def __init__(self, largest: int, on_kept: Callable[[str], Any]) -> None:
        super().__init__()
        self._props |= {"accept": ACCEPTED, "formats": FORMATS, "largest": largest}
        self._props["encodings"] = list(COMMON)
        self.on("kept", lambda event: on_kept(str(event.args)))


def upload_card(visit: Visit) -> None:
    """What to upload, and how large it may be; a table that was kept is shown at once."""
    largest = visit.desk.settings.kept.table_bytes
    heading("Upload a table", "upload")
    Upload(largest, lambda id: ui.navigate.to(f"/tables?table={id}"))
    ui.label(
        f"Up to {size_of(largest)}. The file stays on this server; only you see what is in it."
    ).classes("quiet small")


async def connect_card(visit: Visit) -> None:
    """Which database, and what of it; the answer is kept as a table."""
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
