"""Stairs: how a number falls or rises in steps, several lines in one picture, as SVG.

Between two steps nothing changes, so the lines are drawn as stairs and not as slopes. Every line
is named at its end; its number in words stands in the description.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from shoal.report.numbers import percent

BOX = (800, 428)
LEFT, RIGHT, TOP, BOTTOM = 58, 640, 16, 366
LABEL = 17  # room that the name of a line needs
SHADES = 8  # colors in the style sheet


@dataclass(frozen=True)
class Line:
    """One line: its name, and (x, y) where it changes, x ascending; y is None where it ends."""

    name: str
    steps: Sequence[tuple[float, float | None]]


@dataclass(frozen=True)
class Axis:
    """The horizontal axis.

    Attributes:
        name: What it shows.
        ticks: Positions and what is written there; the first and last are the ends.
        place: Maps a number to its distance along the axis; grows with the number.
    """

    name: str
    ticks: Sequence[tuple[float, str]]
    place: Callable[[float], float]

    def at(self, value: float) -> float:
        """Where a number stands in the picture."""
        first, last = self.place(self.ticks[0][0]), self.place(self.ticks[-1][0])
        share = (self.place(value) - first) / (last - first) if last > first else 0.0
        return LEFT + (RIGHT - LEFT) * min(max(share, 0.0), 1.0)


@dataclass(frozen=True)
class Mark:
    """A point to highlight, with its name."""

    name: str
    x: float
    y: float


def stairs(
    title: str, lines: Sequence[Line], axis: Axis, mark: Mark | None = None, style: str = ""
) -> Markup:
    """Lines over an axis; the vertical axis is a share from 0% up.

    Args:
        title: What the picture shows.
        lines: At most eight, so that they can be told apart.
        axis: The horizontal axis.
        mark: A point to highlight.
        style: CSS, if the picture stands alone; otherwise the page has it.
    """
    highest = max((y for line in lines for _, y in line.steps if y is not None), default=0.0)
    top = next(step for step in (0.1, 0.2, 0.4, 0.6, 0.8, 1.0) if highest <= step or step == 1.0)
    body = _grid(axis, top) + Markup("").join(
        _line(line, axis, top, shade) for shade, line in enumerate(lines)
    )
    body += _names(lines, top) + (_mark(mark, axis, top) if mark else Markup(""))
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" class="chart stairs"'
        ' viewBox="0 0 {width} {height}">{style}<title>{title}</title><desc>{described}</desc>'
        "{body}</svg>"
    ).format(
        width=BOX[0], height=BOX[1], title=title, described=_description(lines), body=body,
        style=Markup("<style>{}</style>").format(Markup(style)) if style else "",  # noqa: S704
    )  # fmt: skip


def _height(y: float, top: float) -> float:
    """Where a share stands in the picture, counted from above; `top` is the share at the top."""
    return BOTTOM - (BOTTOM - TOP) * min(y / top, 1.0)


def _grid(axis: Axis, top: float) -> Markup:
    """Both axes with their numbers and the name of the horizontal one."""
    drawn = Markup("")
    for step in range(5):
        y = _height(top * step / 4, top)
        drawn += Markup(
            '<line class="axis" x1="{}" x2="{}" y1="{y:.1f}" y2="{y:.1f}"/>'
            '<text class="name" x="{}" y="{y:.1f}">{}</text>'
        ).format(LEFT, RIGHT, LEFT - 8, percent(top * step / 4), y=y)
    for value, text in axis.ticks:
        drawn += Markup(
            '<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{}" y2="{}"/>'
            '<text class="tick" x="{x:.1f}" y="{}">{}</text>'
        ).format(BOTTOM, BOTTOM + 5, BOTTOM + 17, text, x=axis.at(value))
    middle = (LEFT + RIGHT) / 2
    return drawn + Markup('<text class="tick" x="{}" y="{}">{}</text>').format(
        middle, BOTTOM + 42, axis.name
    )


def _line(line: Line, axis: Axis, top: float, shade: int) -> Markup:
    """One line as stairs; nothing if it has no value anywhere."""
    path, end = "", axis.at(axis.ticks[-1][0])
    for (x, y), (until, _) in pairwise([*line.steps, (math.inf, None)]):
        if y is not None:
            far = end if until == math.inf else axis.at(until)
            path += f"{'L' if path else 'M'}{axis.at(x):.1f} {_height(y, top):.1f}H{far:.1f}"
    shape = Markup('<path class="stair shade{}" d="{}"><title>{}</title></path>')
    return shape.format(shade % SHADES, path, line.name) if path else Markup("")


def _names(lines: Sequence[Line], top: float) -> Markup:
    """Each line's name at its end, moved apart where lines end together."""
    ends = [(_height(line.steps[-1][1] or 0, top), at) for at, line in enumerate(lines)]
    drawn, lowest = Markup(""), -math.inf
    ends.sort()
    spare = BOTTOM - LABEL * (len(ends) - 1)
    for order, (y, at) in enumerate(ends):
        lowest = min(max(y, lowest + LABEL), spare + LABEL * order)
        text = Markup('<text class="end shade{}" x="{}" y="{:.1f}">{}</text>')
        drawn += text.format(at % SHADES, RIGHT + 10, lowest, lines[at].name)
    return drawn


def _mark(mark: Mark, axis: Axis, top: float) -> Markup:
    x, y = axis.at(mark.x), _height(mark.y, top)
    return Markup(
        '<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="6"/>'
        '<text class="marked" x="{x:.1f}" y="{above:.1f}">{name}</text>'
    ).format(x=x, y=y, above=y - 16, name=mark.name)


def _description(lines: Sequence[Line]) -> str:
    return " ".join(
        f"{line.name}: from {percent(line.steps[0][1])} to {percent(line.steps[-1][1])}."
        for line in lines
        if line.steps
    )
