"""Curves in a square from 0 to 1, several in one picture, as SVG colored by the page's CSS.

As all charts: no script, a title, and the numbers in words for people who do not see it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

BOX = (340, 312)
LEFT, RIGHT, TOP, BOTTOM = 44, 330, 10, 262
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Line:
    """One curve: its class in the style sheet, what it says in words, and its points (x, y).

    Points with None are left out.
    """

    kind: str
    text: str
    points: Sequence[Sequence[float | None]]


def curves(title: str, lines: Sequence[Line], axes: tuple[str, str], *, diagonal: bool) -> Markup:
    """Curves over the unit square.

    Args:
        title: What the picture shows.
        lines: The curves; later ones are drawn above.
        axes: What the horizontal and the vertical axis show.
        diagonal: Whether to draw the line on which both are equal.
    """
    body = _grid(axes) + (_diagonal() if diagonal else Markup(""))
    body += Markup("").join(map(_line, lines))
    return Markup(
        '<svg role="img" class="chart curves" viewBox="0 0 {width} {height}"><title>{title}</title>'
        "<desc>{described}</desc>{body}</svg>"
    ).format(
        width=BOX[0], height=BOX[1], title=title, body=body,
        described=". ".join(line.text for line in lines) + ".",
    )  # fmt: skip


def _grid(axes: tuple[str, str]) -> Markup:
    drawn = Markup("")
    for tick in TICKS:
        x, y = _place(tick, tick)
        drawn += Markup(
            '<line class="axis" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
            '<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>'
            '<text class="name" x="{before}" y="{y:.1f}">{text}</text>'
            '<text class="tick" x="{x:.1f}" y="{below}">{text}</text>'
        ).format(
            left=LEFT, right=RIGHT, top=TOP, bottom=BOTTOM, x=x, y=y, text=f"{tick:.0%}",
            before=LEFT - 6, below=BOTTOM + 14,
        )  # fmt: skip
    return drawn + Markup(
        '<text class="tick" x="{x}" y="{below}">{across}</text>'
        '<text class="tick" transform="translate(9 {y}) rotate(-90)">{up}</text>'
    ).format(
        x=(LEFT + RIGHT) / 2, y=(TOP + BOTTOM) / 2, below=BOTTOM + 38, across=axes[0], up=axes[1]
    )


def _diagonal() -> Markup:
    (x1, y1), (x2, y2) = _place(0, 0), _place(1, 1)
    line = Markup('<line class="diagonal" x1="{}" y1="{}" x2="{}" y2="{}"/>')
    return line.format(x1, y1, x2, y2)


def _line(line: Line) -> Markup:
    places = [_place(x, y) for x, y in line.points if x is not None and y is not None]
    if not places:
        return Markup("")
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    shape = Markup('<path class="curve {}" d="{}"><title>{}</title></path>')
    return shape.format(line.kind, path, line.text)


def _place(x: float, y: float) -> tuple[float, float]:
    """A point of the unit square as a point of the picture."""
    return LEFT + (RIGHT - LEFT) * x, BOTTOM - (BOTTOM - TOP) * y
