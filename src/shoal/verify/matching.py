"""Can the released records stem from the input, each record at most once?

The input is generalized to the levels of a reading. The released records must then be a part of
it, as multisets of whole records (so that values of one record are not swapped with another's),
and what is missing must be whole classes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Keys, extend_keys, keys
from shoal.verify.clusters import count_partly_released, with_aggregates, with_clusters
from shoal.verify.promises import is_about_tables, keeps_every_promise
from shoal.verify.readings import Readings

# Labels that repeat over levels allow several readings; more than these are not tried.
TRIALS = 64
# An aggregated column does not show at which level it formed classes: each level is a reading.
AGGREGATED_TRIALS = 2048


@dataclass(frozen=True, eq=False)
class Match:
    """The input generalized to some levels, beside the release.

    Attributes:
        levels: The level of each generalized column.
        classes: Keys of the generalized columns, aggregates included.
        whole: Keys of all columns.
        kept: One flag per released record: whether it is not suppressed.
        missing: The key of the class whose values are all missing, if suppressed records keep their
            other values and it is released; else None.
        unmatched: How many released records the input does not have, or not that often.
        partly: How many classes are released in part.
        suppressed: How many input records are not released.
    """

    levels: Mapping[str, int]
    classes: Keys
    whole: Keys
    kept: Bools
    missing: int | None
    unmatched: int
    partly: int
    suppressed: int

    @property
    def explains(self) -> bool:
        """Whether the release can stem from the input at these levels."""
        return self.unmatched == 0 and self.partly == 0

    @property
    def is_kept(self) -> Bools:
        """One flag per input record: whether its class is released."""
        released = np.bincount(self.classes.release[self.kept], minlength=self.classes.size) > 0
        return np.append(released, False)[self.classes.data]

    @property
    def is_suppressed(self) -> Bools:
        """One flag per input record: whether it is suppressed."""
        suppressed: Bools = ~self.is_kept
        if self.missing is not None:
            suppressed &= self.classes.data != self.missing
        return suppressed


def best_matches(case: Case, columns: list[Readings]) -> Iterator[Match]:
    """All combinations of readings that explain the release, or else the nearest one.

    Nothing comes if a column has no reading.
    """
    nearest, explained = None, False
    trials = AGGREGATED_TRIALS if case.aggregate_columns else TRIALS
    for candidate in islice(_matches(case, columns), trials):
        fits = candidate.explains and candidate.suppressed <= case.terms.most_suppressed(
            case.records
        )
        if fits or (case.terms.in_part and not candidate.unmatched):
            explained = True
            yield candidate
        distance = (candidate.unmatched, candidate.partly)
        if nearest is None or distance < (nearest.unmatched, nearest.partly):
            nearest = candidate
    if nearest is not None and not explained:
        yield nearest


def _matches(case: Case, columns: list[Readings]) -> Iterator[Match]:
    """All combinations, columns with one reading first; one that cannot fit is not continued."""
    unseen = {column.terms.name for column in case.aggregate_columns}
    order = sorted(columns, key=lambda column: (column.column in unseen, len(column.possible)))

    def extend(levels: dict[str, int], place: int) -> Iterator[Match]:
        """The matches of all combinations that begin with these levels, from column `place` on."""
        if place == len(order):
            yield match_at(case, levels)
            if is_about_tables(case) and case.blank.any():
                # A class may break a promise that the whole table keeps.
                yield match_at(case, levels, missing=True)
            return
        decided = len(order[place].possible) == 1
        for reading in order[place].possible:
            more = {**levels, order[place].column: reading.level}
            if decided or place == len(order) - 1 or _fits(case, more):
                yield from extend(more, place + 1)

    return extend({}, 0)


def match_at(case: Case, levels: Mapping[str, int], *, missing: bool = False) -> Match:
    """Compare the release with the input at these levels.

    Args:
        case: Input and release.
        levels: The level of each generalized column.
        missing: Whether records whose values are all missing count as released in any case.
    """
    classes = keys(_columns_at(case.label_columns, levels), (case.records, case.released))
    formed = with_clusters(case, classes, levels)
    classes = with_aggregates(case, classes, formed)
    whole = extend_keys(classes, _columns_at(case.plain_columns, levels))
    all_missing = _count_all_missing(case, classes, whole, missing=missing)
    kept = ~case.blank
    if not case.keeps_values:
        kept[np.flatnonzero(case.blank)[:all_missing]] = True
    partly = count_partly_released(classes.only(kept), formed)
    alike = all_missing if case.keeps_values else 0
    suppressed = case.records - int(kept.sum()) - alike
    blank = int(classes.release[case.blank][0]) if alike else None
    excess = _count_excess(whole.only(kept))
    return Match(levels, classes, whole, kept, blank, excess, partly, suppressed)


def _columns_at(columns: list[Linked], levels: Mapping[str, int]) -> list[tuple[Linked, int]]:
    """The columns whose level is known, with it; columns that are not generalized have level 0."""
    known = {column.terms.name: 0 for column in columns if not column.terms.is_generalized}
    known |= levels
    return [(column, known[column.terms.name]) for column in columns if column.terms.name in known]


def _fits(case: Case, levels: Mapping[str, int]) -> bool:
    """Whether the columns read so far allow the release."""
    shown = [*case.label_columns, *case.plain_columns]
    records = keys(_columns_at(shown, levels), (case.records, case.released))
    return _count_excess(records.only(~case.blank)) == 0


def _count_excess(compared: Keys) -> int:
    """How many released records go beyond those of the input."""
    inside, released = compared.counts()
    return int(np.maximum(released - inside, 0).sum())


def _count_all_missing(case: Case, classes: Keys, whole: Keys, *, missing: bool) -> int:
    """How many released records only look suppressed because all their values are missing.

    They belong to a class of their own; it is released if other records of it are, or if it keeps
    every promise, or if the caller says so (`missing`).
    """
    places = np.flatnonzero(case.blank)
    if case.mask is not None or not len(places):
        return 0
    shown = classes if case.keeps_values else whole
    alike = int(np.count_nonzero(shown.data == shown.release[places[0]]))
    key = classes.release[places[0]]
    others = int(np.count_nonzero((classes.release == key) & ~case.blank))
    is_released = missing or others or keeps_every_promise(case, classes.data == key)
    return min(alike, len(places)) if is_released else 0
