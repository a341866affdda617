"""Small panels side by side, as SVG that stands alone: curves and clouds of points.

Colors are told apart by people who see red and green alike, and every picture says in words what
it shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

SIDE, LEFT, TOP, RIGHT, BOTTOM = 168, 44, 34, 12, 46
WIDTH, HEIGHT = LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM
COLORS = {"baseline": "#8a8a8a", "before": "#1b6ca8", "after": "#c0504d", "chosen": "#b8860b"}
Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Drawn:
    """Points of one kind.

    Attributes:
        name: What they are, in the legend.
        color: One of `COLORS`.
        points: Where they are.
        joined: Whether a line leads from point to point.
        size: The radius of points that are not joined.
    """

    name: str
    color: str
    points: Points
    joined: bool = True
    size: float = 1.3


@dataclass(frozen=True)
class Panel:
    """One square: its title, what its axes show and where they end, and what is drawn."""

    title: str
    across: str
    up: str
    drawn: Sequence[Drawn]
    x: tuple[float, float] = (0, 1)
    y: tuple[float, float] = (0, 1)


def picture(title: str, panels: Sequence[Panel], across: int | None = None) -> str:
    """Panels in one line, or so many in each line, with a common legend."""
    names = {part.name: part.color for panel in panels for part in panel.drawn}
    across = across or len(panels)
    lines = -(-len(panels) // across)
    width, height = WIDTH * across, HEIGHT * lines + 24
    body = "".join(
        _panel(panel, WIDTH * (at % across), HEIGHT * (at // across))
        for at, panel in enumerate(panels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        ' font-family="sans-serif" font-size="11">'
        f"<title>{escape(title)}</title><desc>{escape(_described(panels))}</desc>"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>{body}'
        f"{_legend(names, HEIGHT * lines)}</svg>\n"
    )


def _panel(panel: Panel, start: float, top: float) -> str:
    parts = [
        f'<text x="{LEFT + SIDE / 2}" y="22" text-anchor="middle" font-weight="bold">'
        f"{escape(panel.title)}</text>",
        f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>',
        *_ticks(panel),
        f'<text x="{LEFT + SIDE / 2}" y="{TOP + SIDE + 32}" text-anchor="middle">'
        f"{escape(panel.across)}</text>",
        f'<text transform="translate(10 {TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">'
        f"{escape(panel.up)}</text>",
        *(_part(panel, part) for part in panel.drawn),
    ]
    return f'<g transform="translate({start} {top})">{"".join(parts)}</g>'


def _ticks(panel: Panel) -> list[str]:
    found = []
    for share in (0, 0.5, 1):
        x, y = LEFT + SIDE * share, TOP + SIDE * (1 - share)
        across, up = (end[0] + share * (end[1] - end[0]) for end in (panel.x, panel.y))
        found.append(
            f'<text x="{x}" y="{TOP + SIDE + 15}" text-anchor="middle">{across:.3g}</text>'
            f'<text x="{LEFT - 4}" y="{y + 4}" text-anchor="end">{up:.3g}</text>'
        )
    return found


def _part(panel: Panel, part: Drawn) -> str:
    color = COLORS[part.color]
    places = [_place(panel, *point) for point in part.points]
    if not part.joined:
        # Strokes of no length with round ends: a dot in a few bytes, of which there are thousands.
        dots = "".join(f"M{x:.1f},{y:.1f}h0" for x, y in places)
        return (
            f'<path d="{dots}" stroke="{color}" stroke-opacity="0.7"'
            f' stroke-width="{2 * part.size:g}" stroke-linecap="round"/>'
        )
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.6"/>'


def _place(panel: Panel, x: float, y: float) -> tuple[float, float]:
    across = (x - panel.x[0]) / (panel.x[1] - panel.x[0])
    up = (y - panel.y[0]) / (panel.y[1] - panel.y[0])
    return LEFT + SIDE * across, TOP + SIDE * (1 - up)


def _legend(names: dict[str, str], top: float) -> str:
    found, start = [], LEFT
    for name, color in names.items():
        found.append(
            f'<rect x="{start}" y="{top + 4}" width="12" height="8" fill="{COLORS[color]}"/>'
            f'<text x="{start + 17}" y="{top + 12}">{escape(name)}</text>'
        )
        start += 34 + 7 * len(name)
    return "".join(found)


def _described(panels: Sequence[Panel]) -> str:
    return " ".join(
        f"{panel.title}: {panel.up} against {panel.across} of"
        f" {', '.join(part.name for part in panel.drawn)}."
        for panel in panels
    )
