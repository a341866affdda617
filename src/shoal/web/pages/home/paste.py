"""A study that somebody wrote: pasted or read from a file, for one of the person's tables."""

import asyncio

from nicegui import ui

from shoal.api.study_texts import keys_of
from shoal.errors import ShoalError
from shoal.server import stored
from shoal.web.problems import show_problems
from shoal.web.visit import Visit

READ = "async (event) => { const file = event.target.files[0]; if (file) emit(await file.text()); }"


async def paste_study(visit: Visit) -> None:
    """Ask for the text and the table; a study that is well formed is kept and shown."""
    tables = {one.id: one.name for one in reversed(await visit.call(stored.tables))}
    with ui.dialog() as dialog, ui.card().classes("stack bring"):
        dialog.props["aria-label"] = "Bring a study"
        ui.label("Bring a study").classes("h2").props('role="heading" aria-level="2"')
        ui.label("Paste its text (YAML), or choose its file. Its `data` is replaced by the table.")
        with ui.element("label").classes("stack small"):
            ui.label("File of the study").classes("quiet")
            file = ui.element("input").props('type="file" accept=".yaml,.yml,.json,.txt"')
        text = ui.textarea("Study").props("outlined input-class=mono").classes("study-text")
        file.on("change", lambda event: text.set_value(event.args), js_handler=READ)
        name = ui.input("Name", value="study").props("outlined maxlength=200")
        table = ui.select(tables, label="Table", value=next(iter(tables), None)).props("outlined")
        if not tables:
            ui.label("Upload a table first: a study is about one.").classes("warn")
        place = ui.element("div")

        async def keep() -> None:
            await _kept(visit, text.value or "", str(name.value), table.value, place)

        with ui.element("div").classes("line"):
            ui.element("span").classes("grow")
            ui.button("Cancel", on_click=dialog.close).props("flat")
            ui.button("Keep it", on_click=keep).set_enabled(bool(tables))
    dialog.open()


async def _kept(visit: Visit, text: str, name: str, table: str, place: ui.element) -> None:
    place.clear()
    try:
        keys = await asyncio.to_thread(keys_of, text)
        kept = await visit.call(stored.keep_study, {**keys, "data": {"table": table}}, name)
    except ShoalError as error:
        with place:
            show_problems(error, "Not kept")
        return
    ui.navigate.to(f"/studies/{kept.id}/data")
