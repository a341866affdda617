"""Figures of candidates and runs as texts."""

from collections.abc import Mapping, Sequence
from typing import Any

from shoal.report import numbers

NONE = "–"


def percent(share: float | None) -> str:
    """A share in percent; a dash for None."""
    return NONE if share is None else numbers.percent(share)


def count(number: float | None) -> str:
    """A whole number with separators; a dash for None."""
    return NONE if number is None else f"{int(number):,}"


def count_and_share(records: int | None, all_records: int | None) -> str:
    """A number of records, and its share of all records."""
    if records is None or not all_records:
        return count(records)
    return f"{records:,} ({percent(records / all_records)})"


def vector(levels: Mapping[str, int] | Sequence[int]) -> str:
    """Levels in short, such as 3 2 0 1."""
    return " ".join(map(str, levels.values() if isinstance(levels, Mapping) else levels))


def level_words(columns: Sequence[str], levels: Sequence[int]) -> str:
    """Levels, each with its column."""
    return ", ".join(f"{name} {level}" for name, level in zip(columns, levels, strict=True))


def of_summary(summary: Mapping[str, Any], *path: str) -> Any:  # noqa: ANN401  (JSON)
    """A part of a summary by its path; None if the summary has no such part."""
    part: Any = summary
    for key in path:
        part = part.get(key) if isinstance(part, Mapping) else None
    return part
