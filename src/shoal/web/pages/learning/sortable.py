"""A table that is sorted by clicking its heads, each of which is explained."""

from collections.abc import Mapping, Sequence
from html import escape

from nicegui import ui

from shoal.web.explain import explanation
from shoal.web.pages.learning.figures import Cell

Line = Sequence[Cell]
TEXT, NUMBER = "text", "number"
ARROWS = {"ascending": "arrow_upward", "descending": "arrow_downward", "none": "unfold_more"}


class Sortable:
    """Lines under heads.

    Args:
        heads: The name of each column, and its term in the glossary.
        lines: For each cell its text, and the value it is sorted by.
        tones: good, bad, warn or empty for each line; one cell says the same in words.
        label: What the table shows, for screen readers.
        said: The place of the column whose cells say in words what the tones mean.
    """

    def __init__(
        self,
        heads: Mapping[str, str],
        lines: Sequence[Line],
        tones: Sequence[str],
        label: str,
        said: int,
    ) -> None:
        self._said = said
        self._lines = list(zip(lines, tones, strict=True))
        self._by, self._down = -1, False
        self._heads: list[tuple[ui.element, ui.button]] = []
        with ui.element("div").classes("scroll tall").props('tabindex="0" role="region"') as place:
            place.props["aria-label"] = label
            with ui.element("table").classes("plain sortable"):
                with ui.element("thead"), ui.element("tr"):
                    for at, (name, term) in enumerate(heads.items()):
                        self._head(at, name, term)
                self._body = ui.html(body(self._lines, said), sanitize=False, tag="tbody")

    def _head(self, at: int, name: str, term: str) -> None:
        with ui.element("th").props('scope="col"') as head, ui.element("div").classes("line"):
            button = ui.button(name, on_click=lambda: self.sort(at)).props("flat dense no-caps")
            button.props["icon-right"] = ARROWS["none"]
            button.props["aria-label"] = f"Sort by {name}"
            explanation(term)
        self._heads.append((head, button))

    def sort(self, at: int) -> None:
        """Sort by a column, given by its place: numbers from the largest, texts from A.

        The second time in a row, the order is reversed.
        """
        numbers = not isinstance(self._lines[0][0][at][1], str) if self._lines else True
        self._down = not self._down if self._by == at else numbers
        self._by = at
        self._lines.sort(key=lambda line: line[0][at][1], reverse=self._down)
        self._body.content = body(self._lines, self._said)
        for place, (head, button) in enumerate(self._heads):
            now = "descending" if self._down else "ascending"
            state = now if place == at else "none"
            head.props["aria-sort"] = state
            button.props["icon-right"] = ARROWS[state]


def body(lines: Sequence[tuple[Line, str]], said: int) -> str:
    """The lines as HTML; every text is escaped."""
    return "".join(f"<tr>{_cells(line, tone, said)}</tr>" for line, tone in lines)


def _cells(line: Line, tone: str, said: int) -> str:
    """The cells of one line as HTML; the one at `said` has the color of the tone."""
    kinds = [TEXT if isinstance(key, str) else NUMBER for _, key in line]
    kinds[said] = f"{TEXT} strong {tone}"
    cells = zip(kinds, line, strict=True)
    return "".join(f'<td class="{escape(kind)}">{escape(one[0])}</td>' for kind, one in cells)
