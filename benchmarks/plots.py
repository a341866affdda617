"""Lines on logarithmic axes, as SVG text that reads on light and dark pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 64, 150, 40, 48
COLORS = ("#1b6ca8", "#c0504d", "#3a8f4d", "#8a5aa8", "#b8860b")
Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Axis:
    """A logarithmic axis over the numbers it has to show."""

    title: str
    low: float
    high: float
    start: float
    end: float

    @classmethod
    def over(cls, title: str, numbers: Sequence[float], start: float, end: float) -> "Axis":
        low, high = log10(min(numbers)), log10(max(numbers))
        room = 0.04 * max(high - low, 0.5)
        return cls(title, low - room, high + room, start, end)

    def at(self, number: float) -> float:
        share = (log10(number) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    @property
    def ticks(self) -> list[float]:
        """1, 2 and 5 times powers of ten; only powers where there are many."""
        decades = range(floor(self.low), floor(self.high) + 1)
        digits = (1, 2, 5) if self.high - self.low < 2.5 else (1,)
        numbers = [digit * 10.0**power for power in decades for digit in digits]
        return [number for number in numbers if self.low <= log10(number) <= self.high]


def lines(
    title: str, across: str, up: str, series: Mapping[str, Points], also: Sequence[float] = ()
) -> str:
    """One line with its points for each series; names stand at the right.

    Args:
        title: Above the picture.
        across: What the first number of a point is.
        up: What the second number is.
        series: The points of each line, from left to right.
        also: More numbers that the axis upward has to show.
    """
    points = [point for each in series.values() for point in each]
    x = Axis.over(across, [point[0] for point in points], LEFT, WIDTH - RIGHT)
    y = Axis.over(up, [*also, *(point[1] for point in points)], HEIGHT - BOTTOM, TOP)
    drawn = [_frame(title, x, y)]
    names = _name_places({name: y.at(each[-1][1]) for name, each in series.items()})
    for color, (name, each) in zip(COLORS, series.items(), strict=False):
        drawn.append(_line(name, [(x.at(a), y.at(b)) for a, b in each], names[name], color))
    described = f"{title}. Across: {across}; up: {up}; both logarithmic."
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="sans-serif" font-size="12">'
        f"<title>{escape(title)}</title><desc>{escape(described)}</desc>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>{"".join(drawn)}</svg>\n'
    )


def beside(pictures: Sequence[str]) -> str:
    """Pictures of `lines` in one row."""
    placed = "".join(
        picture.strip().replace("<svg ", f'<svg x="{at * WIDTH}" width="{WIDTH}" ', 1)
        for at, picture in enumerate(pictures)
    )
    size = f"0 0 {WIDTH * len(pictures)} {HEIGHT}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}">{placed}</svg>\n'


def _frame(title: str, x: Axis, y: Axis) -> str:
    middle, center = (x.start + x.end) / 2, (y.start + y.end) / 2
    across = "".join(
        f'<path d="M{x.at(t):.1f} {y.start}V{y.end}" stroke="#e3e3e3"/>'
        f'<text x="{x.at(t):.1f}" y="{y.start + 16}" text-anchor="middle">{_tick(t)}</text>'
        for t in x.ticks
    )
    up = "".join(
        f'<path d="M{x.start} {y.at(t):.1f}H{x.end}" stroke="#e3e3e3"/>'
        f'<text x="{x.start - 6}" y="{y.at(t) + 4:.1f}" text-anchor="end">{_tick(t)}</text>'
        for t in y.ticks
    )
    return (
        f'<text x="{LEFT}" y="22" font-size="14" font-weight="bold">{escape(title)}</text>'
        f"{across}{up}"
        f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">{escape(x.title)}</text>'
        f'<text transform="translate(16 {center}) rotate(-90)" text-anchor="middle">'
        f"{escape(y.title)}</text>"
    )


def _line(name: str, points: Points, height: float, color: str) -> str:
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
    dots = "".join(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{color}"/>' for a, b in points)
    label = f'<text x="{WIDTH - RIGHT + 10}" y="{height + 4:.1f}" fill="{color}">'
    return (
        f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>{dots}'
        f"{label}{escape(name)}</text>"
    )


def _name_places(heights: Mapping[str, float], apart: float = 15) -> dict[str, float]:
    """Heights of the names, moved down where they would cover one another."""
    placed: dict[str, float] = {}
    last = -apart
    for name in sorted(heights, key=lambda name: heights[name]):
        last = placed[name] = max(heights[name], last + apart)
    return placed


def _tick(number: float) -> str:
    for unit, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:g}{sign}"
    return f"{number:g}"
