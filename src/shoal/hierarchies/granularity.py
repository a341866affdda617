"""Granularities of dates, finest first, how each is written, and which ones nest.

Patterns use the letters of Unicode's date formats (UTS #35): `y` year, `Y` week-based year, `M`
month, `Q` quarter, `w` week of the year, `W` week of the month, `e` day of the week, `d` day, `H`
hour, `m` minute, `s` second.
"""

from typing import Literal

Granularity = Literal[
    "second",
    "minute",
    "hour",
    "day",
    "week-of-month",
    "week",
    "month",
    "quarter",
    "weekday",
    "week-of-year",
    "quarter-of-year",
    "year",
    "decade",
    "century",
    "millennium",
]

PATTERNS: dict[Granularity, str] = {
    "second": "dd.MM.yyyy-HH:mm:ss",
    "minute": "dd.MM.yyyy-HH:mm",
    "hour": "dd.MM.yyyy-HH:00",
    "day": "dd.MM.yyyy",
    "week-of-month": "W/MM.yyyy",
    # The year of a week, not of a day: the last days of December can lie in the first week.
    "week": "ww/YYYY",
    "month": "MM/yyyy",
    "quarter": "QQQ yyyy",
    "weekday": "e",
    "week-of-year": "w",
    "quarter-of-year": "QQQ",
    "year": "yyyy",
}
YEARS: dict[Granularity, int] = {"decade": 10, "century": 100, "millennium": 1000}
ORDER: tuple[Granularity, ...] = (*PATTERNS, *YEARS)

# What each determines: a week can lie in two months, quarters and years, so `week` determines only
# its number in the year; a week of a month is cut at the month's ends, so it lies in one week.
_YEARS: set[Granularity] = {"year", "decade", "century", "millennium"}
_QUARTERS: set[Granularity] = {"quarter", "quarter-of-year", *_YEARS}
_COARSER: dict[Granularity, set[Granularity]] = {
    "week-of-month": {"week", "week-of-year", "month", *_QUARTERS},
    "week": {"week-of-year"},
    "month": _QUARTERS,
    "quarter": {"quarter-of-year", *_YEARS},
    "weekday": set(),
    "week-of-year": set(),
    "quarter-of-year": set(),
    "year": {"decade", "century", "millennium"},
    "decade": {"century", "millennium"},
    "century": {"millennium"},
    "millennium": set(),
}


def nests(finer: Granularity, coarser: Granularity) -> bool:
    """Whether dates that are equal by the finer granularity are always equal by the coarser."""
    ordered = ORDER.index(finer) < ORDER.index(coarser)
    return ordered and coarser in _COARSER.get(finer, set(ORDER))
