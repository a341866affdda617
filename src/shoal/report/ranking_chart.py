"""Candidates one below the other, each with its mean and its interval, as SVG that stands alone."""

from collections.abc import Sequence
from html import escape

from shoal.report.types.learning import Ranked

ROW, LEFT, WIDE, RIGHT, TOP, BOTTOM = 22, 260, 320, 90, 34, 40
DOT, LINE, GRID = "#1b6ca8", "#1b6ca8", "#d8d8d8"


def ranking_chart(title: str, candidates: Sequence[Ranked]) -> str:
    """The text of an SVG file with a line for each candidate, in the given order.

    A dot is the mean; a bar is the interval in which 95 of 100 means lie.
    """
    ends = [end for each in candidates for end in (*(each["interval"] or ()), each["mean"])]
    low, high = min(ends), max(ends)
    room = (high - low) * 0.05 or 0.05
    low, high = low - room, high + room
    height, width = TOP + ROW * len(candidates) + BOTTOM, LEFT + WIDE + RIGHT
    rows = "".join(_row(each, TOP + ROW * at, low, high) for at, each in enumerate(candidates))
    said = "; ".join(f"{each['name']}: {each['mean']:.1%}" for each in candidates)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        ' font-family="sans-serif" font-size="11">'
        f"<title>{escape(title)}</title><desc>{escape(said)}</desc>"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        f'<text x="8" y="18" font-weight="bold">{escape(title)}</text>'
        f"{_axis(low, high, height)}{rows}</svg>\n"
    )


def _row(candidate: Ranked, top: float, low: float, high: float) -> str:
    middle, center = top + ROW / 2, _x(candidate["mean"], low, high)
    line, full_name = "", candidate["name"]
    if candidate["interval"]:
        start, end = (_x(value, low, high) for value in candidate["interval"])
        line = (
            f'<line x1="{start:.1f}" x2="{end:.1f}" y1="{middle}" y2="{middle}" stroke="{LINE}"/>'
        )
    name = full_name if len(full_name) < 42 else full_name[:40] + "…"
    first, last = candidate["rank_interval"]
    return (
        f'<text x="8" y="{middle + 4}">{escape(name)}</text>{line}'
        f'<circle cx="{center:.1f}" cy="{middle}" r="3.5" fill="{DOT}"/>'
        f'<text x="{LEFT + WIDE + 8}" y="{middle + 4}">rank {first}–{last}</text>'
    )


def _axis(low: float, high: float, height: float) -> str:
    """Five lines with their numbers."""
    lines = []
    for at in range(5):
        value = low + (high - low) * at / 4
        x, end = _x(value, low, high), height - BOTTOM
        lines.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{end}" stroke="{GRID}"/>'
            f'<text x="{x:.1f}" y="{end + 16}" text-anchor="middle">{value:.1%}</text>'
        )
    return "".join(lines)


def _x(value: float, low: float, high: float) -> float:
    return LEFT + WIDE * (value - low) / (high - low)
