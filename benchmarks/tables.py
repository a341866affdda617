"""Results as Markdown tables."""

from collections.abc import Iterable, Sequence
from math import exp, log


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; every column after the first is aligned to the right."""
    rule = ["---", *["---:"] * (len(head) - 1)]
    lines = [head, rule, *(tuple(map(shown, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines) + "\n"


def shown(cell: object) -> str:
    """A number with as many digits as say something."""
    if cell is None:
        return "–"
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        digits = 0 if abs(cell) >= 100 else 1 if abs(cell) >= 10 else 2 if abs(cell) >= 1 else 3
        return f"{cell:,.{digits}f}"
    return str(cell)


def geometric_mean(values: Sequence[float]) -> float | None:
    return exp(sum(map(log, values)) / len(values)) if values else None
