"""A grid for tables of any length, which asks for records page by page as they come into view.

Records come from an address that answers like `/api/v1/tables/ID/records`: GET with `first` and
`count`, and POST with a condition besides.
"""

from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from shoal.web.assets import STATIC

EXAMPLE = "for example: age >= 18 and sex = Female"


class Grid(Element, component="grid.js", esm={"shoal-grid": "parts"}):
    """The records of a table, loaded as far as a person scrolls.

    Args:
        source: The address that answers with its records (see above).
        label: What it shows, for screen readers.
        roles: The role of each column that has one; shown in the header, in words and colors.
        link: Grids of the same name scroll together; one with an empty name scrolls alone.
        filterable: Whether it offers to filter and to go to a record.
        height: Any CSS length.
        on_column: Called with the name of a column whose header was clicked.
    """

    def __init__(
        self,
        source: str,
        label: str,
        roles: Mapping[str, str] | None = None,
        *,
        link: str = "",
        filterable: bool = True,
        height: str = "28rem",
        on_column: Callable[[str], Any] | None = None,
    ) -> None:
        super().__init__()
        ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/grid.css">')
        self._props |= {"source": source, "label": label, "roles": dict(roles or {}), "link": link}
        self._props |= {"filterable": filterable, "height": height, "example": EXAMPLE}
        if on_column is not None:
            self.on("column", lambda event: on_column(_name(event)))

    def show_roles(self, roles: Mapping[str, str]) -> None:
        """Show other roles of the same columns."""
        self._props["roles"] = dict(roles)
        self.update()

    def show(self, source: str) -> None:
        """Show the records of another address."""
        self._props["source"] = source
        self.update()

    def jump(self, record: int) -> None:
        """Go to a record, by its number from 1."""
        self.run_method("jump", record)

    def filter(self, query: str) -> None:
        """Show the records that fulfill a condition; an empty one shows all."""
        self.run_method("filter", query)

    def refresh(self) -> None:
        """Ask for all records again; the address stays the same."""
        self.run_method("refresh")


def table_grid(id: str, label: str, **given: Any) -> Grid:  # noqa: ANN401
    """Show the grid of a stored table, and return it; `given` are further arguments of `Grid`."""
    return Grid(f"/api/v1/tables/{id}/records", label, **given)


def _name(event: GenericEventArguments) -> str:
    """The name of the column whose header was clicked."""
    return str(event.args)
