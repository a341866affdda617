"""A table of shares as SVG: the stronger its color, the more records; a cell says its number."""

from collections.abc import Sequence

from markupsafe import Markup

from shoal.report.numbers import percent
from shoal.report.words import label

CELL = (34, 22)  # width and height of a cell
TOP = 92  # room for the names of the columns, which are written slantwise
LETTER = 6.6  # width of a letter


def heat_map(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    shares: Sequence[Sequence[float]],
    largest: float,
) -> Markup:
    """The share of each pair of values.

    Args:
        title: What the picture shows.
        rows: The values of one column, from above.
        columns: The values of the other, from the left.
        shares: The shares, a list for each of `rows`.
        largest: The share that has the full color.
    """
    left = 14 + LETTER * max((len(label(name, 18)) for name in rows), default=0)
    body = Markup("")
    for down, (name, line) in enumerate(zip(rows, shares, strict=True)):
        y = TOP + down * CELL[1]
        body += Markup('<text class="name" x="{:.1f}" y="{:.1f}">{}</text>').format(
            left - 8, y + CELL[1] / 2, label(name, 18)
        )
        for across, share in enumerate(line):
            body += _cell((left + across * CELL[0], y), (name, columns[across]), share, largest)
    for across, name in enumerate(columns):
        x = left + (across + 0.5) * CELL[0]
        body += Markup(
            '<text class="slanted" transform="translate({:.1f} {}) rotate(-45)">{}</text>'
        ).format(x, TOP - 8, label(name, 18))
    width = left + len(columns) * CELL[0] + 70  # the last name leans out to the right
    head = Markup(
        '<svg role="img" class="chart heat" viewBox="0 0 {:.0f} {}" style="max-width:{:.0f}px">'
        "<title>{}</title><desc>{}</desc>"
    ).format(
        width, TOP + len(rows) * CELL[1] + 2, width, title, _description(rows, columns, shares)
    )
    return head + body + Markup("</svg>")


def _cell(
    place: tuple[float, float], names: tuple[str, str], share: float, largest: float
) -> Markup:
    strength = share / largest if largest > 0 else 0.0
    return Markup(
        '<g><title>{}, {}: {}</title><rect class="none-there" x="{x:.1f}" y="{y}" width="{w}"'
        ' height="{h}"/><rect class="heat-cell" x="{x:.1f}" y="{y}" width="{w}" height="{h}"'
        ' fill-opacity="{:.3f}"/></g>'
    ).format(
        label(names[0], 80), label(names[1], 80), percent(share), strength,
        x=place[0], y=place[1], w=CELL[0] - 2, h=CELL[1] - 2,
    )  # fmt: skip


def _description(
    rows: Sequence[str], columns: Sequence[str], shares: Sequence[Sequence[float]]
) -> str:
    """The five most frequent pairs in words."""
    pairs = [
        (share, f"{label(row, 40)} and {label(column, 40)}: {percent(share)}")
        for row, line in zip(rows, shares, strict=True)
        for column, share in zip(columns, line, strict=True)
    ]
    return "; ".join(text for _, text in sorted(pairs, key=lambda pair: -pair[0])[:5]) + "."
