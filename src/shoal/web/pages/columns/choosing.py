"""The builders that can make a hierarchy: when to use each, and why some do not suit a column."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from shoal.server.stored.column_values import ColumnValues
from shoal.web.glossary.columns import USES
from shoal.web.pages.columns.suitable import unsuitable
from shoal.web.pages.columns.words import BUILDERS

Choose = Callable[[str], Awaitable[None]]


def choices(found: ColumnValues, current: str, choose: Choose) -> None:
    """A button for each builder, with its purpose or the reason why it cannot be chosen."""
    with ui.element("div").classes("builders").props('role="group" aria-label="Builders"'):
        for name, title in BUILDERS.items():
            _choice(name, title, unsuitable(name, found), name == current, choose)


def _choice(name: str, title: str, reason: str, current: bool, choose: Choose) -> None:
    button = ui.element("button").classes("builder").props('type="button"').mark(f"builder-{name}")
    button.props(f'aria-pressed="{str(current).lower()}"')
    with button:
        ui.label(title).classes("strong")
        ui.label(USES[name]).classes("small quiet")
        if reason:
            ui.label(reason).classes("small warn")
    if reason:
        button.props("disabled")
    else:
        button.on("click", lambda: choose(name))
