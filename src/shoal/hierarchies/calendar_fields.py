"""Fields of dates by the letters of Unicode's patterns, as Polars expressions.

Weeks by US rules start on Sunday, and the first week of a year or month is the one with its first
day. Weeks by ISO 8601 start on Monday, and the first week is the first with at least four days.
"""

from typing import Literal

import polars as pl

Weeks = Literal["us", "iso"]

MOMENT = pl.col("moment")
_MONTHS = [
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def field(letters: str, weeks: Weeks) -> pl.Expr | None:
    """The text of a field such as `dd`, of the column `moment`; None if there is no such field."""
    if letters in ("MMM", "MMMM"):
        return _name(MOMENT.dt.month(), _MONTHS, short=letters == "MMM")
    if letters in ("EEE", "EEEE"):
        return _name(MOMENT.dt.weekday(), _DAYS, short=letters == "EEE")
    if letters == "QQQ":
        return pl.lit("Q") + number("Q", weeks).cast(pl.String)
    widths = {"y": (1, 4), "Y": (1, 4), "W": (1,), "e": (1,), "Q": (1, 2)}
    known = letters[0] in "yYMQwWedHms" and len(letters) in widths.get(letters[0], (1, 2))
    return pad_number(number(letters[0], weeks), len(letters)) if known else None


def number(letter: str, weeks: Weeks) -> pl.Expr:
    """A field of the column `moment` as a number, by the letter of its pattern."""
    fields = {
        "y": MOMENT.dt.year(),
        "M": MOMENT.dt.month(),
        "d": MOMENT.dt.day(),
        "H": MOMENT.dt.hour(),
        "m": MOMENT.dt.minute(),
        "s": MOMENT.dt.second(),
        "Q": MOMENT.dt.quarter(),
    }
    field = fields[letter] if letter in fields else _of_week(letter, weeks)
    return field.cast(pl.Int64)


def pad_number(number: pl.Expr, width: int) -> pl.Expr:
    """A number with at least `width` digits."""
    return number.cast(pl.String).str.zfill(width) if width > 1 else number.cast(pl.String)


def _of_week(letter: str, weeks: Weeks) -> pl.Expr:
    """A field of weeks as a number, by its letter.

    `e` is the day of the week, `W` the week of the month, `w` the week of the year, and `Y` the
    year to which the week belongs.
    """
    if letter == "e":
        return _weekday(MOMENT, weeks) + 1
    if letter == "W":
        return _week_of_month(weeks)
    # The day of the week that decides its year: the last day by US rules, the fourth one by ISO.
    deciding = MOMENT + pl.duration(days=(6 if weeks == "us" else 3) - _weekday(MOMENT, weeks))
    year, day = deciding.dt.year(), deciding.dt.ordinal_day().cast(pl.Int64)
    return year if letter == "Y" else (day - 1) // 7 + 1


def _weekday(moment: pl.Expr, weeks: Weeks) -> pl.Expr:
    """Days since the start of the week."""
    monday_is_one = moment.dt.weekday().cast(pl.Int64)
    return monday_is_one % 7 if weeks == "us" else monday_is_one - 1


def _week_of_month(weeks: Weeks) -> pl.Expr:
    """The number of the week in its month."""
    day = MOMENT.dt.day().cast(pl.Int64)
    lead = _weekday(MOMENT - pl.duration(days=day - 1), weeks)
    row = (day - 1 + lead) // 7 + 1
    # By ISO a row with fewer than four days of the month at its start is week 0.
    return row if weeks == "us" else row - (lead > 3).cast(pl.Int64)


def _name(number: pl.Expr, names: list[str], *, short: bool) -> pl.Expr:
    """The English name of a month or day, or its first three letters."""
    shown = [name[:3] if short else name for name in names]
    return number.cast(pl.Int64).replace_strict(
        range(1, len(names) + 1), shown, return_dtype=pl.String
    )
