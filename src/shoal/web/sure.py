"""A question before something that cannot be taken back."""

from nicegui import ui


async def sure(question: str, consequence: str, yes: str, no: str = "Cancel") -> bool:
    """Whether the person says yes; closing the question means no."""
    with ui.dialog() as dialog, ui.card().props('role="alertdialog"'):
        dialog.props["aria-label"] = question
        ui.label(question).classes("h3")
        ui.label(consequence)
        with ui.element("div").classes("line"):
            ui.element("span").classes("grow")
            ui.button(no, on_click=lambda: dialog.submit(False)).props("flat")
            ui.button(yes, on_click=lambda: dialog.submit(True)).mark("yes")
    try:
        return bool(await dialog)
    finally:
        dialog.delete()
