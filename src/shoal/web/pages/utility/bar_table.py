"""A table whose shares are also drawn: a number with a bar behind it."""

from collections.abc import Sequence
from html import escape

from nicegui import ui

from shoal.report.numbers import is_number, percent


def bar_table(
    heads: Sequence[str], lines: Sequence[Sequence[object]], label: str, bad: Sequence[str] = ()
) -> None:
    """Show texts, and shares from 0 to 1 as bars; None is a dash.

    Args:
        heads: The names of the columns.
        lines: The cells of each line, as many as there are heads.
        label: What it shows, for screen readers.
        bad: The columns of which less is better; their bars have another color.
    """
    drawn = [any(not isinstance(line[at], str) for line in lines) for at in range(len(heads))]
    head = "".join(map(_head, heads, drawn))
    body = "".join(
        "<tr>" + "".join(_cell(one, heads[at] in bad) for at, one in enumerate(line)) + "</tr>"
        for line in lines
    )
    with ui.element("div").classes("scroll").props('tabindex="0" role="region"') as place:
        place.props["aria-label"] = label
        text = (
            f'<table class="plain bars"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        )
        ui.html(text, sanitize=False)  # every cell is escaped


def _head(name: str, drawn: bool) -> str:
    kind = "share" if drawn else ""
    return f'<th scope="col" class="{kind}">{escape(name)}</th>'


def _cell(value: object, bad: bool) -> str:
    """A cell as HTML: a text, a share with its bar, or a dash."""
    if isinstance(value, str):
        return f"<td>{escape(value)}</td>"
    if not is_number(value):
        return '<td class="share">–</td>'
    wide = 100 * min(max(value, 0.0), 1.0)
    tone = " less" if bad else ""
    bar = f'<span class="bar{tone}" style="width: {wide:.1f}%"></span>'
    return f'<td class="share">{escape(percent(value))}<span class="track">{bar}</span></td>'
