"""The list of columns as an element; what a person does there is told to whoever made it."""

from collections.abc import Awaitable, Callable

from nicegui import ui
from nicegui.element import Element

from shoal.server.stored.column_shape import ColumnShape
from shoal.study.keys.columns import TYPES
from shoal.web.assets import STATIC
from shoal.web.pages.data.lines import Line

Told = Callable[..., Awaitable[None]]


class ColumnList(Element, component="column_list.js"):
    """One line for each column.

    Args:
        lines: What to tell about each (see `lines.lines`).
        on_role: Called with names and a role.
        on_type: Called with a name and a type.
        on_seen: Called with the names of columns that have come into view.
    """

    def __init__(self, lines: list[Line], on_role: Told, on_type: Told, on_seen: Told) -> None:
        super().__init__()
        ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/data.css">')
        self._props |= {"columns": lines, "types": list(TYPES), "said": ""}
        self.on("role", lambda event: on_role(event.args["names"], event.args["role"]))
        self.on("type", lambda event: on_type(event.args["name"], event.args["type"]))
        self.on("seen", lambda event: on_seen(list(event.args)))

    def show(self, lines: list[Line], said: str = "") -> None:
        """Other lines, and a sentence about what has changed."""
        self._props |= {"columns": lines, "said": said}
        self.update()

    def show_shape(self, name: str, shape: ColumnShape, alone: str) -> None:
        """How one column is spread, and the share of records that stand alone, in words."""
        self.run_method("show", name, {**shape, "alone": alone})
