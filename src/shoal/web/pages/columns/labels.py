"""A table of every value with its labels: page by page, and searchable."""

import numpy as np
from nicegui import ui
from numpy.typing import NDArray

from shoal.server.stored.column_levels import ColumnLevels
from shoal.web.pages.columns.icicle import order_of
from shoal.web.pages.columns.words import level_name
from shoal.web.table import plain_table

PAGE = 20  # lines


class Labels:
    """The table of a hierarchy."""

    def __init__(self, levels: ColumnLevels) -> None:
        self._levels, self._first, self._text = levels, 0, ""

    def show(self) -> None:
        """Show the search field, a page of the table, and buttons to other pages."""
        find = ui.input("Find a label", on_change=lambda event: self._find(event.value or ""))
        find.props("outlined dense clearable debounce=300")
        self._place = ui.element("div")
        with ui.element("div").classes("line wrap"):
            self._back = ui.button(
                "Earlier", icon="chevron_left", on_click=lambda: self._turn_page(-PAGE)
            )
            self._back.props("flat dense")
            self._where = ui.label().classes("quiet").props('role="status"')
            self._on = ui.button(
                "Later", icon="chevron_right", on_click=lambda: self._turn_page(PAGE)
            )
            self._on.props("flat dense")
        self._fill()

    def _find(self, text: str) -> None:
        self._text, self._first = text.lower(), 0
        self._fill()

    def _turn_page(self, by: int) -> None:
        self._first = max(0, self._first + by)
        self._fill()

    def _search_lines(self) -> NDArray[np.intp]:
        """The places of the lines that match the search, values of one group together."""
        order = order_of(self._levels)
        if not self._text:
            return order
        match = np.zeros(len(order), dtype=bool)
        for level in self._levels.hierarchy.levels:
            lower = level.fill_null("").str.to_lowercase()
            match |= lower.str.contains(self._text, literal=True).to_numpy()
        return order[match[order]]

    def _fill(self) -> None:
        """Show the present page of the lines that match."""
        lines, height = self._search_lines(), self._levels.height
        end = min(self._first + PAGE, len(lines))
        page = lines[self._first : end]
        levels = [one.gather(page).fill_null("") for one in self._levels.hierarchy.levels]
        self._place.clear()
        with self._place:
            plain_table(
                [level_name(at, height) for at in range(height + 1)],
                list(zip(*levels, strict=True)),
                "Every value with its labels",
            )
        many = len(lines)
        self._where.text = f"{self._first + 1:,} to {end:,} of {many:,}" if many else "None"
        self._back.set_enabled(self._first > 0)
        self._on.set_enabled(end < many)
