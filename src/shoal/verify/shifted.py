"""Checks of shifted dates: all dates of a person moved alike, no further than the study says.

Moments are arrays of microseconds with one row per column and one column per record. A function
that tells a problem returns an empty text where there is none.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars.selectors import by_name

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.records import keys
from shoal.verify.case.replaced import Replaced
from shoal.verify.findings.verdict import Finding
from shoal.verify.keyed import days_by_key
from shoal.verify.matching import Match
from shoal.verify.signatures import same_groups
from shoal.verify.values.dictionary import Coded

Moments = NDArray[np.int64]  # in microseconds
DAY = 86_400_000_000
NONE = np.iinfo(np.int64).min  # the moment of a missing date


def shift_findings(case: Case, match: Match | None) -> Iterator[Finding]:
    """The findings about each group of columns that are shifted alike."""
    columns = [column for column in case.replaced if column.terms.shift is not None]
    groups: dict[str, list[Replaced]] = {}
    for column in columns:
        groups.setdefault(repr(sorted(column.settings.items())), []).append(column)
    for together in groups.values():
        yield _shift_finding(case, together, match)
        if case.terms.is_strict:
            yield from _date_form_findings(together)
            yield _key_finding(case, together, match)


def _date_form_findings(columns: Sequence[Replaced]) -> Iterator[Finding]:
    """One finding per column: whether every date is written as its format writes it."""
    for column in columns:
        format = column.terms.format or "%Y-%m-%d"
        texts = column.release.texts
        again = texts.str.to_datetime(format, strict=False).dt.to_string(format)
        wrong = int(((again != texts) & again.is_not_null()).sum())
        reason = f"{wrong} dates of {column.terms.name!r} are not written as their format says."
        yield Finding("date form", not wrong, reason if wrong else "")


def _key_finding(case: Case, columns: Sequence[Replaced], match: Match | None) -> Finding:
    """Whether dates are moved by the days that the key gives each person."""
    days = days_by_key(case, columns)
    if isinstance(days, str):
        return Finding("keyed dates", "not_checked", days)
    if case.mask is None and (match is None or not match.explains):
        reason = "Which records of the input are released cannot be seen, so their dates cannot."
        return Finding("keyed dates", "not_checked", reason)
    before = np.stack([_moments(column.data, column) for column in columns])
    before = np.where(before == NONE, NONE, before + days * DAY)
    after = np.stack([_moments(column.release, column) for column in columns])
    if case.mask is not None or match is None:
        kept = np.ones(case.records, np.bool_) if case.keeps_values else ~case.blank
        same = np.array_equal(before[:, kept], after[:, kept])
    else:
        same = _same_records(case, match, before, after)
    reason = "" if same else "Dates are not moved by the days that the key gives each person."
    return Finding("keyed dates", same, reason)


def _same_records(case: Case, match: Match, before: Moments, after: Moments) -> bool:
    """Whether released records show the dates that they must, together with their other cells."""
    others, (kept, shown) = match.whole, _records_that_show(case, match)
    if case.keeps_values:
        others = keys([(column, 0) for column in case.plain_columns], (case.records, case.released))
    left = np.vstack((others.data[kept], before[:, kept]))
    right = np.vstack((others.release[shown], after[:, shown]))
    tables = (pl.DataFrame(side.T) for side in (left, right))
    ordered = [table.sort(table.columns) for table in tables]
    return ordered[0].equals(ordered[1])


def _shift_finding(case: Case, columns: Sequence[Replaced], match: Match | None) -> Finding:
    """Check that dates are moved as the study says, and that suppressed ones are gone."""
    names = ", ".join(repr(column.terms.name) for column in columns)
    before = np.stack([_moments(column.data, column) for column in columns])
    after = np.stack([_moments(column.release, column) for column in columns])
    unread = int(np.count_nonzero((after == NONE) & ~np.stack(_blanks(columns))))
    if unread:
        return Finding("dates", False, f"{unread} cells of {names} are not dates.")
    if case.mask is not None:
        kept = np.ones(case.records, np.bool_) if case.keeps_values else ~case.mask
        problem = _problem_in_order(case, columns[0], before[:, kept], after[:, kept], kept)
        left = int(np.count_nonzero(after[:, ~kept] != NONE))
    elif match is None or not match.explains:
        reason = f"Which records of the input are released cannot be seen, so {names} cannot."
        return Finding("dates", "not_checked", reason)
    else:
        kept, shown = _records_that_show(case, match)
        problem = _problem_in_groups(case, columns, match, (before, after), (kept, shown))
        left = int(np.count_nonzero(after[:, ~shown] != NONE))
    if left:
        problem += f" {left} dates of suppressed records are shown."
    reason = f"Columns {names}: {problem.strip()}" if problem else ""
    return Finding("dates", not problem, reason)


def _records_that_show(case: Case, match: Match) -> tuple[Bools, Bools]:
    """The records of the input and of the release that show their dates."""
    if case.keeps_values:
        return np.ones(case.records, np.bool_), np.ones(case.released, np.bool_)
    return match.is_kept, match.kept


def _blanks(columns: Sequence[Replaced]) -> list[Bools]:
    """For each column, one flag per released record: whether its cell is empty."""
    return [column.release.codes == column.release.missing for column in columns]


def _moments(coded: Coded, column: Replaced) -> Moments:
    """The moment of each record; `NONE` where it is missing or no date."""
    format = column.terms.format or "%Y-%m-%d"
    parsed = coded.texts.str.to_datetime(format, strict=False, ambiguous="earliest")
    distinct = parsed.dt.cast_time_unit("us").to_physical().fill_null(NONE).to_numpy()
    return distinct[coded.codes]


def _problem_in_order(
    case: Case, column: Replaced, before: Moments, after: Moments, kept: Bools
) -> str:
    """What is wrong, record by record: dates move within bounds, and alike for each person."""
    if not np.array_equal(before == NONE, after == NONE):
        return "missing dates do not stay missing."
    _, records = np.nonzero(before != NONE)
    moved = (after - before)[before != NONE]
    people = np.zeros(len(kept), np.int64) if case.people is None else case.people
    pairs = pl.DataFrame({"person": people[kept][records], "moved": moved}).unique()
    if pairs.height != pairs["person"].n_unique():
        return "dates of one person are moved differently."
    return _problem_of_distance(column, moved)


def _problem_of_distance(column: Replaced, moved: Moments) -> str:
    """What is wrong with distances: no whole days, too far, or zero where it is not allowed."""
    days, zero = int(column.settings["days"]), bool(column.settings.get("zero"))
    if (moved % DAY).any():
        return "dates are not moved by whole days."
    if (np.abs(moved) > days * DAY).any():
        return f"dates are moved by more than {days} days."
    return "" if zero or (moved != 0).all() else "dates are not moved at all."


def _problem_in_groups(
    case: Case,
    columns: Sequence[Replaced],
    match: Match,
    dates: tuple[Moments, Moments],
    sides: tuple[Bools, Bools],
) -> str:
    """What is wrong if released records cannot be input records with their dates moved.

    Args:
        case: Input and release.
        columns: The columns that are shifted alike.
        match: How the other columns match.
        dates: The moments of the input and of the release.
        sides: Which records of the input and of the release show their dates.
    """
    others = match.whole
    if case.keeps_values:
        others = keys([(column, 0) for column in case.plain_columns], (case.records, case.released))
    kinds = others.data[sides[0]], others.release[sides[1]]
    before, after = (moments[:, side] for moments, side in zip(dates, sides, strict=True))
    tables = [_Side(kind, moments) for kind, moments in zip(kinds, (before, after), strict=True)]
    alike = _number_forms([table.form for table in tables])
    orders = [np.lexsort((table.anchor, form)) for table, form in zip(tables, alike, strict=True)]
    forms = [form[order] for form, order in zip(alike, orders, strict=True)]
    if not np.array_equal(forms[0], forms[1]):
        return "intervals between dates of a record are not those of any input record."
    anchors = [table.anchor[order] for table, order in zip(tables, orders, strict=True)]
    dated = anchors[0] != NONE
    moved = (anchors[1] - anchors[0])[dated]
    days = int(columns[0].settings["days"])
    if (np.abs(moved) > days * DAY).any():
        return f"dates are moved by more than {days} days."
    return _problem_of_people(case, columns[0], tables, alike, sides)


class _Side:
    """The dates of one side, as their first one and the distances of the others to it.

    Attributes:
        anchor: The first known date of each record; `NONE` if it has none.
        form: What a shift by whole days does not change, one column per record: the kind of the
            record, the time of day, and the distances.
    """

    def __init__(self, kinds: Moments, moments: Moments) -> None:
        known = moments != NONE
        first = np.argmax(known, axis=0)
        self.anchor: Moments = moments[first, np.arange(moments.shape[1])]
        distances = np.where(known, moments - np.where(known.any(0), self.anchor, 0), NONE)
        time = np.where(self.anchor == NONE, NONE, self.anchor % DAY)
        self.form: Moments = np.vstack((kinds, time, distances))


def _number_forms(forms: list[Moments]) -> list[Moments]:
    """Equal forms as equal numbers, on both sides."""
    both = pl.DataFrame(np.hstack(forms).T)
    known = both.unique().with_row_index("number")
    numbered = both.join(known, on=by_name(both.columns), how="left", maintain_order="left")[
        "number"
    ]
    numbers = numbered.cast(pl.Int64).to_numpy()
    return [numbers[: forms[0].shape[1]], numbers[forms[0].shape[1] :]]


def _problem_of_people(
    case: Case,
    column: Replaced,
    tables: "list[_Side]",
    forms: list[Moments],
    sides: tuple[Bools, Bools],
) -> str:
    """What is wrong with intervals between records of a person, where pseudonyms are released."""
    own = [other for other in case.replaced if other.terms.name == case.terms.person]
    if not own or own[0].terms.shift is not None:
        return ""
    people = own[0].data.codes[sides[0]], own[0].release.codes[sides[1]]
    groups = [
        [person, form, _since_first(person, table.anchor)]
        for person, form, table in zip(people, forms, tables, strict=True)
    ]
    return "" if same_groups(*groups) else "intervals between dates of a person have changed."


def _since_first(people: NDArray[np.integer], anchor: Moments) -> Moments:
    """How long after the first date of the same person each date is; `NONE` stays."""
    first = np.full(int(people.max(initial=0)) + 1, np.iinfo(np.int64).max)
    known = anchor != NONE
    np.minimum.at(first, people[known], anchor[known])
    return np.where(known, anchor - np.where(known, first[people], 0), NONE)
