"""Every value with its labels, page by page, found by a text."""

from nicegui import ui

from shoal.service.stored.column_levels import ColumnLevels
from shoal.web.pages.columns.icicle import order_of
from shoal.web.pages.columns.words import level_name
from shoal.web.table import plain_table

PAGE = 20


class Labels:
    """The table of a hierarchy."""

    def __init__(self, levels: ColumnLevels) -> None:
        self._levels, self._first, self._text = levels, 0, ""
        self._lines: list[list[str]] | None = None

    def show(self) -> None:
        """A field to find labels, the page, and the way to other pages."""
        find = ui.input("Find a label", on_change=lambda event: self._find(event.value or ""))
        find.props("outlined dense clearable debounce=300")
        self._place = ui.element("div")
        with ui.element("div").classes("line wrap"):
            self._back = ui.button("Earlier", icon="chevron_left", on_click=lambda: self._go(-PAGE))
            self._back.props("flat dense")
            self._where = ui.label().classes("quiet").props('role="status"')
            self._on = ui.button("Later", icon="chevron_right", on_click=lambda: self._go(PAGE))
            self._on.props("flat dense")
        self._fill()

    def _find(self, text: str) -> None:
        self._text, self._first = text.casefold(), 0
        self._fill()

    def _go(self, by: int) -> None:
        self._first = max(0, self._first + by)
        self._fill()

    @property
    def lines(self) -> list[list[str]]:
        """All lines, values of one group together."""
        if self._lines is None:
            lines = self._levels.lines()
            self._lines = [lines[int(at)] for at in order_of(self._levels)]
        return self._lines

    def _fill(self) -> None:
        found = [
            line
            for line in self.lines
            if not self._text or any(self._text in label.casefold() for label in line)
        ]
        height, end = self._levels.height, min(self._first + PAGE, len(found))
        self._place.clear()
        with self._place:
            plain_table(
                [level_name(at, height) for at in range(height + 1)],
                found[self._first : end],
                "Every value with its labels",
            )
        self._where.text = f"{self._first + 1:,} to {end:,} of {len(found):,}" if found else "None"
        self._back.set_enabled(self._first > 0)
        self._on.set_enabled(end < len(found))
