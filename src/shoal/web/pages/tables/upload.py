"""Uploads: chosen or dropped files that become tables, with a bar that tells how far they are."""

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.element import Element

from shoal.data.encoding import COMMON
from shoal.web.explain import heading
from shoal.web.pages.tables.words import size_of
from shoal.web.visit import Visit

ACCEPTED = ".csv,.tsv,.txt,.gz,.zst,.parquet,.arrow,.feather,.xlsx,.json,.ndjson"
FORMATS = "CSV (also .gz, .zst), Parquet, Arrow, Excel or FHIR"


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
