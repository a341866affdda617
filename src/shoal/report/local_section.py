"""Classes with levels of their own, as the report shows them: cells by level, column by column."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from markupsafe import Markup

from shoal.report import charts
from shoal.report.flat import as_mapping
from shoal.report.numbers import count_of, is_number, percent, share_of_total
from shoal.report.types.summary import Summary
from shoal.report.words import label

STEPS = 6  # shades from a value as it was to its most general form


class LocalRows(TypedDict):
    """Local recoding, as the page shows it."""

    mode: str
    vectors: int | None
    passes: int | None
    kept: float | None
    general: float | None
    legend: list[str]


class Spread(TypedDict):
    """The cells of a column by level, as a bar and in words."""

    chart: Markup
    meaning: str
    text: str
    untouched: bool


def local_of(summary: Summary) -> LocalRows | None:
    """What the page says about local recoding; None if all records have the same levels."""
    recoding = summary.get("recoding")
    if not isinstance(recoding, Mapping):
        return None
    levels = [_numbers(counts) for counts in (recoding.get("records_by_level") or {}).values()]
    cells = sum(map(sum, levels))
    return {
        "mode": label(recoding.get("mode")),
        "vectors": recoding.get("level_vectors"),
        "passes": recoding.get("passes"),
        "kept": share_of_total(sum(counts[0] for counts in levels if counts), cells),
        "general": share_of_total(sum(counts[-1] for counts in levels if len(counts) > 1), cells),
        "legend": [step_of(at, STEPS) for at in range(STEPS + 1)],
    }


def spread_of(name: object, summary: Summary) -> Spread | None:
    """One column: a bar of its cells by level, and the same in words; None if none counts."""
    by_level = as_mapping(as_mapping(summary.get("recoding")).get("records_by_level"))
    counts = _numbers(by_level.get(str(name)) or ())
    total = sum(counts)
    if not total:
        return None
    used = [level for level, count in enumerate(counts) if count]
    kept, top = (
        percent(share_of_total(counts[0], total)),
        percent(share_of_total(counts[-1], total)),
    )
    shares = f"{kept} of the cells as they were, {top} in the most general form. Now frequent:"
    return {
        "chart": _bar(f"Levels of {label(name)}", counts, total),
        "meaning": "Every cell is as it was." if used == [0] else shares,
        "text": f"{used[0]} to {used[-1]}" if len(used) > 1 else f"{used[0]} of {len(counts) - 1}",
        "untouched": used == [0],
    }


def step_of(level: int, top: int) -> str:
    """The shade of a level, a class of the style sheet: step0 for level 0, step6 for the top."""
    return f"step{round(STEPS * level / max(top, 1))}"


def _bar(title: str, counts: Sequence[float], total: float) -> Markup:
    top = len(counts) - 1
    pieces = [
        charts.Piece(
            f"Level {level}", count, f"{percent(share_of_total(count, total))}", step_of(level, top)
        )
        for level, count in enumerate(counts)
    ]
    return charts.pieces(f"{title}, {count_of(int(total), 'cell')}", pieces)


def _numbers(counts: Sequence[object]) -> list[float]:
    """The counts that are numbers."""
    return [count for count in counts if is_number(count)]
