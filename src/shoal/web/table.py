"""A small table as HTML, sent in one piece; large tables are shown in a grid."""

import re
from collections.abc import Iterable, Sequence
from html import escape

from nicegui import ui

NUMBER = re.compile(r"[-−+<>≤≥≈]?\s?\d[\d,.]*(e[-+]?\d+)?(\s?(%|ms|s|MB))?")


def plain_table(heads: Sequence[str], lines: Iterable[Sequence[str]], label: str) -> ui.element:
    """Show texts under heads; columns of numbers are aligned right. Returns the element.

    Args:
        heads: The head of each column.
        lines: The texts of each line, as many as there are heads.
        label: What the table shows, for screen readers.
    """
    table = [list(line) for line in lines]
    right = [_is_numeric([line[place] for line in table]) for place in range(len(heads))]
    head = "".join(map(_head, heads, right))
    body = "".join(f"<tr>{''.join(map(_cell, line, right))}</tr>" for line in table)
    with ui.element("div").classes("scroll").props('tabindex="0" role="region"') as place:
        place.props["aria-label"] = label
        text = f'<table class="plain"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        ui.html(text, sanitize=False)  # every cell is escaped
    return place


def _is_numeric(cells: list[str]) -> bool:
    """Whether all texts that are not empty or a dash are numbers, and there is one."""
    filled = [cell for cell in cells if cell not in {"", "–"}]
    return bool(filled) and all(NUMBER.fullmatch(cell) for cell in filled)


def _head(text: str, right: bool) -> str:
    return f'<th scope="col"{_side(right)}>{escape(text)}</th>'


def _cell(text: str, right: bool) -> str:
    return f"<td{_side(right)}>{escape(text)}</td>"


def _side(right: bool) -> str:
    return ' class="number"' if right else ""
