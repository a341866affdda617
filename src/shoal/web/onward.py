"""The button to the next step, at the end of a page."""

from nicegui import ui


def show_next(name: str, target: str) -> None:
    """Show the button "Next: NAME" at the right; it leads to the address `target`."""
    with ui.element("div").classes("line wrap"):
        ui.element("span").classes("grow")
        button = ui.button(f"Next: {name}", icon="arrow_forward")
        button.on_click(lambda: ui.navigate.to(target)).mark("next")
