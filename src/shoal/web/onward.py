"""The one obvious way on, at the end of a step."""

from nicegui import ui


def onward(name: str, target: str) -> None:
    """A button to the right: Next."""
    with ui.element("div").classes("line wrap"):
        ui.element("span").classes("grow")
        button = ui.button(f"Next: {name}", icon="arrow_forward")
        button.on_click(lambda: ui.navigate.to(target)).mark("next")
