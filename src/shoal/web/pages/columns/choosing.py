"""The builders that can make a hierarchy: when to use each, and why some do not suit a column."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from shoal.server.stored.column_values import ColumnValues
from shoal.web.forms import Model
from shoal.web.pages.columns.suitable import unsuitable
from shoal.web.pages.columns.words import KEPT

Choose = Callable[[str], Awaitable[None]]


def choices(found: ColumnValues, known: dict[str, Model], current: str, choose: Choose) -> None:
    """A button for each builder, with its purpose or the reason why it cannot be chosen."""
    with ui.element("div").classes("builders").props('role="group" aria-label="Builders"'):
        for name, model in known.items():
            if name != KEPT:  # to keep a column is a way of its own
                _choice(model, unsuitable(name, found), name == current, choose)


def _choice(model: Model, reason: str, current: bool, choose: Choose) -> None:
    name = model.name
    button = ui.element("button").classes("builder").props('type="button"').mark(f"builder-{name}")
    button.props(f'aria-pressed="{str(current).lower()}"')
    with button:
        ui.label(model.card.title or "").classes("strong")
        ui.label(model.card.advice).classes("small quiet")
        if reason:
            ui.label(reason).classes("small warn")
    if reason:
        button.props("disabled")
    else:
        button.on("click", lambda: choose(name))
