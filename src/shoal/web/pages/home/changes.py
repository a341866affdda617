"""What can be done with a study as a whole: another name, a copy, or its end."""

from nicegui import ui

from shoal.errors import ShoalError
from shoal.server import stored
from shoal.server.stored import StoredStudy
from shoal.web.problems import show_problems
from shoal.web.sure import sure
from shoal.web.visit import Visit


async def rename(visit: Visit, study: StoredStudy) -> None:
    """Ask for another name, and show it."""
    with ui.dialog() as dialog, ui.card().classes("stack"):
        dialog.props["aria-label"] = f"Rename {study.name}"
        ui.label("Another name").classes("h2").props('role="heading" aria-level="2"')
        name = ui.input("Name", value=study.name).props("maxlength=200 autofocus outlined")
        name.on("keydown.enter", lambda: dialog.submit(name.value))
        with ui.element("div").classes("line"):
            ui.element("span").classes("grow")
            ui.button("Cancel", on_click=lambda: dialog.submit(None)).props("flat")
            ui.button("Rename", on_click=lambda: dialog.submit(name.value))
    wanted = await dialog
    dialog.delete()
    if wanted and wanted.strip():
        await visit.call(stored.rename_study, study.id, wanted)
        ui.navigate.to("/")


async def duplicate(visit: Visit, study: StoredStudy, place: ui.element) -> None:
    """The same study once more, to change the copy."""
    try:
        await visit.call(stored.keep_study, study.body, f"{study.name} (copy)")
    except ShoalError as error:
        _tell(error, place, "Not copied")
        return
    ui.navigate.to("/")


async def forget(visit: Visit, study: StoredStudy, card: ui.element, place: ui.element) -> None:
    """Remove a study after a second question."""
    consequence = "The study is removed for good. Its runs and its table stay."
    if not await sure(f"Forget {study.name}?", consequence, "Forget it"):
        return
    try:
        await visit.call(stored.forget_study, study.id)
    except ShoalError as error:
        _tell(error, place, "Not forgotten")
        return
    card.delete()


def _tell(error: ShoalError, place: ui.element, title: str) -> None:
    place.clear()
    with place:
        show_problems(error, title)
