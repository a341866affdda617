"""A small table as HTML; large ones scroll in a grid."""

from collections.abc import Iterable, Sequence

from nicegui import ui


def plain_table(heads: Sequence[str], lines: Iterable[Sequence[str]], label: str) -> ui.element:
    """Texts under heads; cells that begin with a digit, sign or percent are set as numbers."""
    with ui.element("div").classes("scroll").props('tabindex="0"') as place:
        place.props["aria-label"] = label
        place.props["role"] = "region"
        with ui.element("table").classes("plain"):
            with ui.element("thead"), ui.element("tr"):
                for head in heads:
                    with ui.element("th").props('scope="col"'):
                        ui.label(head)
            with ui.element("tbody"):
                for line in lines:
                    with ui.element("tr"):
                        for cell in line:
                            _cell(cell)
    return place


def _cell(text: str) -> None:
    with ui.element("td").classes("number" if text[:1] in "0123456789-−<≥≤" and text else ""):
        ui.label(text)
