"""Charts as functions from numbers to SVG text: pure, without script, colored by the page's CSS.

Every chart has a title and says its numbers in words for people who do not see it. Lengths are
strictly proportional to the numbers: nothing is enlarged to be visible.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from shoal.report.numbers import count_of
from shoal.report.words import label

# All sizes are units of the SVG picture.
WIDTH = 360
VALUE_WIDTH = 66  # room for the number after the longest bar
ROW = 21
FISH = (36, 21)  # the room of one fish


@dataclass(frozen=True)
class Bar:
    """One bar.

    Attributes:
        name: What it stands for.
        length: The number that the bar shows; None writes the number without a bar.
        text: The number as it is written.
    """

    name: str
    length: float | None
    text: str


@dataclass(frozen=True)
class Piece(Bar):
    """A part of a whole with a look of its own: `look` is a class of the style sheet."""

    look: str = "bar"


def bars(title: str, rows: Sequence[Bar], *, longest: float, kind: str) -> Markup:
    """Horizontal bars from a common baseline.

    Args:
        title: What the chart shows.
        rows: The bars, from above.
        longest: The number for which a bar of full length stands; longer bars are cut there.
        kind: The class of the style sheet, such as "before" or "after".
    """
    start, height = _label_width(rows), ROW * max(len(rows), 1)
    axis = Markup('<line class="axis" x1="{x}" x2="{x}" y1="0" y2="{height}"/>')
    drawn = axis.format(x=start, height=height) + Markup("").join(
        _bar(ROW * (place + 0.5), row, start, _length(row, start, longest))
        for place, row in enumerate(rows)
    )
    return _svg(title, _description(rows), (WIDTH, height), drawn, kind)


def scale(title: str, level: int, top: int) -> Markup:
    """A level on its scale: one step per level, filled up to the level."""
    steps = max(min(top, 12), 1)  # beyond a dozen the steps could not be told apart
    width, filled = 120 / steps, steps * level / max(top, 1)
    step = Markup('<rect class="{name}" x="{x:.2f}" y="0" width="{width:.2f}" height="8" rx="2"/>')
    drawn = Markup("").join(
        step.format(name="on" if i < filled else "off", x=i * width, width=width - 2)
        for i in range(steps)
    )
    return _svg(title, f"Level {level} of {top}", (118, 8), drawn, "scale")


def meter(title: str, share: float, text: str, kind: str) -> Markup:
    """A share from 0 to 1 as a small filled bar; `text` says it for people who do not see it."""
    filled = 84 * min(max(share, 0.0), 1.0)
    drawn = Markup(
        '<rect class="off" x="0" y="0" width="84" height="7" rx="2"/>'
        '<rect class="bar" x="0" y="0" width="{:.2f}" height="7" rx="2"/>'
    ).format(filled)
    return _svg(title, text, (84, 7), drawn, f"meter {kind}")


def proportions(title: str, parts: Sequence[Bar]) -> Markup:
    """One bar cut into parts of their sum; it stretches to the width of the page."""
    lengths = [max(part.length or 0, 0) for part in parts]
    total = sum(lengths) or 1
    drawn, start = Markup(""), 0.0
    for place, length in enumerate(lengths):
        width = 1000 * length / total
        piece = Markup('<rect class="part{}" x="{:.3f}" y="0" width="{:.3f}" height="20"/>')
        drawn += piece.format(place, start, width)
        start += width
    return _svg(title, _description(parts), (1000, 20), drawn, "proportions", stretch=True)


def pieces(title: str, parts: Sequence[Piece]) -> Markup:
    """A small bar cut into parts of a whole, each in its own shade; pointing shows the number."""
    total = sum(max(part.length or 0, 0) for part in parts) or 1
    drawn, start = Markup(""), 0.0
    piece = Markup(
        '<rect class="{}" x="{:.3f}" y="0" width="{:.3f}" height="8"><title>{}: {}</title></rect>'
    )
    for part in parts:
        width = 118 * max(part.length or 0, 0) / total
        drawn += piece.format(part.look, start, width, part.name, part.text)
        start += width
    return _svg(title, _description(parts), (118, 8), drawn, "pieces")


def shoal(title: str, size: int) -> Markup:
    """A class as a shoal: as many fish as records (at most 24), one of them marked."""
    shown = max(1, min(size, 24))
    columns = 3 if shown <= 9 else 6
    fish = Markup('<use href="#fish" class="{name}" x="{x}" y="{y}"/>')
    drawn = Markup("").join(
        fish.format(
            name="one" if i == (shown - 1) // 3 else "others",
            x=i % columns * FISH[0] + (i // columns % 2) * 16,
            y=i // columns * FISH[1],
        )
        for i in range(shown)
    )
    outline = Markup('<defs><path id="fish" d="{}"/></defs>').format(_FISH)
    box = (columns * FISH[0] + 16, -(-shown // columns) * FISH[1])
    return _svg(
        title, f"{count_of(size, 'record')} that look the same", box, outline + drawn, "shoal"
    )


def _label_width(rows: Sequence[Bar]) -> int:
    """How much room the names beside the bars need."""
    longest = max((len(label(row.name, 19)) for row in rows), default=0)
    return min(12 + 7 * longest, 122)


def _length(row: Bar, start: float, longest: float) -> float:
    """How long a bar is drawn, if bars begin at `start`."""
    room = WIDTH - VALUE_WIDTH - start
    return room * min(max(row.length or 0, 0) / longest, 1) if longest > 0 else 0.0


def _bar(middle: float, row: Bar, start: float, length: float) -> Markup:
    """A bar with its name to the left and its number to the right; `middle` is its height."""
    drawn = Markup('<rect class="bar" x="{}" y="{}" width="{:.3f}" height="12"/>')
    return Markup(
        "<g><title>{full}: {text}</title>"
        '<text class="name" x="{left}" y="{middle}">{name}</text>{bar}'
        '<text class="value" x="{end:.1f}" y="{middle}">{text}</text></g>'
    ).format(
        full=label(row.name, 200), name=label(row.name, 19), text=row.text, left=start - 8,
        bar="" if row.length is None else drawn.format(start, middle - 6, length),
        middle=middle, end=start + length + 6,
    )  # fmt: skip


def _description(rows: Sequence[Bar]) -> str:
    """The numbers of a chart in words."""
    return "; ".join(f"{label(row.name, 80)}: {row.text}" for row in rows) or "no values"


def _svg(
    title: str,
    described: str,
    box: tuple[float, float],
    body: Markup,
    kind: str,
    *,
    stretch: bool = False,
) -> Markup:
    """The whole picture: a body in a box of this width and height, with title and description."""
    head = Markup(
        '<svg role="img" class="chart {kind}" viewBox="0 0 {width:g} {height:g}"{fit}>'
        "<title>{title}</title><desc>{described}.</desc>"
    ).format(
        kind=kind, width=box[0], height=box[1], title=title, described=described,
        fit=Markup(' preserveAspectRatio="none"') if stretch else "",
    )  # fmt: skip
    return head + body + Markup("</svg>")


# A fish of 28 by 14 units, swimming to the right.
_FISH = "M1 3 7 7Q16 -1 27 7Q16 15 7 7L1 11Q3 7 1 3Z"
