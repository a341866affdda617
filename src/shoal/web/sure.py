"""The question before something that cannot be undone."""

from collections.abc import Sequence

from nicegui import ui


async def confirm(
    question: str, consequence: str, yes: str, no: str = "Cancel", about: Sequence[str] = ()
) -> bool:
    """Ask a person to confirm; returns whether they do. Closing the dialog means no.

    Args:
        question: What is asked.
        consequence: What follows from yes.
        yes: The words of the button that confirms.
        no: The words of the other button.
        about: What to read before, one line for each column.
    """
    with ui.dialog() as dialog, ui.card().props('role="alertdialog"'):
        dialog.props["aria-label"] = question
        ui.label(question).classes("h3")
        ui.label(consequence)
        if about:
            with ui.element("ul").classes("scrolled").props('tabindex="0" aria-label="Columns"'):
                for line in about:
                    with ui.element("li"):
                        ui.label(line)
        with ui.element("div").classes("line"):
            ui.element("span").classes("grow")
            ui.button(no, on_click=lambda: dialog.submit(False)).props("flat")
            ui.button(yes, on_click=lambda: dialog.submit(True)).mark("yes")
    try:
        return bool(await dialog)
    finally:
        dialog.delete()
