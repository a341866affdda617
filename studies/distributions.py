"""How the values of a table are distributed: one small panel per column, as SVG that stands alone.

Categories are horizontal bars, the most frequent ones first; numbers are histograms. Each bar is
divided into those who earn much and all others.
"""

from collections.abc import Sequence
from html import escape

import numpy as np
import polars as pl

from shoal.engine.arrays import Floats
from studies.census_models import CATEGORIES, NUMBERS, RICH, TARGET
from studies.pictures import COLORS

ACROSS, WIDTH, HEIGHT, TOP, LEFT = 4, 240, 172, 26, 116
BARS, BINS = 8, 20
Bar = tuple[str, float, float]  # label, share of the table, share of those who earn much


def distribution(frame: pl.DataFrame) -> str:
    """All columns of the census table."""
    names = (TARGET, *NUMBERS, *CATEGORIES)
    rows = -(-len(names) // ACROSS)
    width, height = WIDTH * ACROSS, HEIGHT * rows + 24
    body = "".join(
        f'<g transform="translate({WIDTH * (at % ACROSS)} {HEIGHT * (at // ACROSS)})">'
        f"{_panel(frame, name)}</g>"
        for at, name in enumerate(names)
    )
    words = "Share of the records with each value, and how many of them earn more than 50,000"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' font-family="sans-serif" font-size="10"><title>{words}</title>'
        f"<desc>One panel for each of {', '.join(names)}.</desc>"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>{body}{_legend(height)}</svg>\n'
    )


def bars_of(frame: pl.DataFrame, name: str) -> list[Bar]:
    """The most frequent categories, all others together."""
    rich = (pl.col(TARGET) == RICH).sum()
    counts = frame.group_by(name).agg(pl.len().alias("all"), rich.alias("rich"))
    lines = counts.sort("all", name, descending=[True, False]).rows()
    found = [(str(label), one / len(frame), many / len(frame)) for label, one, many in lines]
    if len(found) <= BARS:
        return found
    rest = found[BARS - 1 :]
    others = f"{len(rest)} others", sum(bar[1] for bar in rest), sum(bar[2] for bar in rest)
    return [*found[: BARS - 1], others]


def bins_of(frame: pl.DataFrame, name: str) -> tuple[Floats, Floats, Floats]:
    """The ends of equally wide bins, the share of the table in each, and of those who earn much."""
    values, rich = frame[name].to_numpy(), (frame[TARGET] == RICH).to_numpy()
    counts, ends = np.histogram(values, BINS)
    much, _ = np.histogram(values[rich], ends)
    return ends, counts / len(values), much / len(values)


def _panel(frame: pl.DataFrame, name: str) -> str:
    title = f'<text x="{WIDTH / 2}" y="18" text-anchor="middle" font-weight="bold">{name}</text>'
    if name in NUMBERS:
        return title + _histogram(*bins_of(frame, name))
    return title + _bars(bars_of(frame, name))


def _bars(bars: Sequence[Bar]) -> str:
    """Bars as long as their shares, the longest as long as there is room."""
    step = min(17.0, (HEIGHT - TOP - 8) / len(bars))
    room = (WIDTH - LEFT - 42) / max(share for _, share, _ in bars)
    parts = []
    for at, (label, share, much) in enumerate(bars):
        y = TOP + step * at
        parts.append(
            f'<text x="{LEFT - 4}" y="{y + 9:.1f}" text-anchor="end">{escape(label)}</text>'
            + _rect(LEFT, y, room * share, step - 4, "baseline")
            + _rect(LEFT, y, room * much, step - 4, "after")
            + f'<text x="{LEFT + room * share + 3:.1f}" y="{y + 9:.1f}">{share:.1%}</text>'
        )
    return "".join(parts)


def _histogram(ends: Floats, shares: Floats, much: Floats) -> str:
    left, base, room = 36, HEIGHT - 26, WIDTH - 50
    tall, step = (HEIGHT - TOP - 32) / shares.max(), room / len(shares)
    parts = []
    for at, (share, of_them) in enumerate(zip(shares, much, strict=True)):
        for part, color in ((share, "baseline"), (of_them, "after")):
            y = base - tall * part
            parts.append(_rect(left + step * at, y, step - 1, tall * part, color))
    for place, end in ((left, ends[0]), (left + room, ends[-1])):
        parts.append(f'<text x="{place}" y="{base + 12}" text-anchor="middle">{end:,.0f}</text>')
    top = f'<text x="{left - 3}" y="{TOP + 14}" text-anchor="end">{shares.max():.0%}</text>'
    return "".join(parts) + top


def _rect(x: float, y: float, width: float, height: float, color: str) -> str:
    size = f'width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size} fill="{COLORS[color]}"/>'


def _legend(height: float) -> str:
    y, parts = height - 16, []
    for x, color, words in ((36, "baseline", "all records"), (150, "after", "of them, >50K")):
        parts.append(_rect(x, y, 12, 8, color) + f'<text x="{x + 17}" y="{y + 8}">{words}</text>')
    return "".join(parts).replace(">50K", "&gt;50K")
