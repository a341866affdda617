"""Suggests the role of a column, with the reason. A person decides; this is where to start from.

A column that no rule recognizes stays undecided: only a person can say that it is harmless.

The order of the rules matters, and the first that applies decides: what identifies a person by
itself comes first; then what nobody should learn (a sensitive column), by its name; then what other
people may know (a quasi-identifier), by its name, because it is a date, or because it is precise.
"""

from collections.abc import Callable
from dataclasses import dataclass

from shoal.data.column_names import (
    CONFIDENTIAL,
    KNOWN_TO_OTHERS,
    meaning_of,
    names_a_number,
    numbers_people,
)
from shoal.data.schema import Role
from shoal.data.suspicion import Suspicion

FEW = 20  # a column with at most this many values names groups of people, not single people
ALONE = 0.3  # if this share of records has a value of its own, the column tells people apart


@dataclass(frozen=True)
class Facts:
    """What the rules look at.

    Attributes:
        name: The name of the column.
        type: Its type, by the name that a study uses.
        known: The number of records with a value.
        distinct: The number of distinct values.
        suspicions: Why it could identify people.
        alone: The number of records whose value no other record has.
        numbered: Whether its values look like assigned numbers: of one length, or counted up.
        dated: Whether its values are dates or moments, in whatever form.
    """

    name: str
    type: str
    known: int
    distinct: int
    suspicions: tuple[Suspicion, ...]
    alone: int
    numbered: bool
    dated: bool

    def suspicion_of(self, guard: str) -> Suspicion | None:
        """The suspicion of the guard with this name, or None."""
        return next((known for known in self.suspicions if known.guard == guard), None)


@dataclass(frozen=True)
class SuggestedRole:
    """A role and the reason for it; `certain` is false if a person must decide."""

    role: Role
    reason: str
    certain: bool = True


def suggest(facts: Facts) -> SuggestedRole:
    """The role by the first rule that applies; undecided if none does."""
    for rule in RULES:
        suggested = rule(facts)
        if suggested is not None:
            return suggested
    return SuggestedRole(Role.UNDECIDED, "nothing is known about it; please decide", certain=False)


def _empty(facts: Facts) -> SuggestedRole | None:
    """Undecided, if all known values are the same or there are none."""
    if facts.distinct > 1:
        return None
    tells = "every value is missing" if facts.distinct == 0 else "all known values are the same"
    return SuggestedRole(Role.UNDECIDED, f"{tells}; please decide", certain=False)


def _identifies(facts: Facts) -> SuggestedRole | None:
    """Identifier, by form of the values or name, however often values repeat."""
    for guard in ("looks-like-hash", "looks-like-identifier"):
        suspicion = facts.suspicion_of(guard)
        if suspicion:
            return SuggestedRole(Role.IDENTIFIER, suspicion.reason)
    if numbers_people(facts.name) and (names_a_number(facts.name) or facts.distinct > FEW):
        return SuggestedRole(Role.IDENTIFIER, "it numbers people by its name")
    return None


def _numbers_records(facts: Facts) -> SuggestedRole | None:
    """Identifier, if nearly every record has its own value, which is no date and not measured.

    So is a column that is called a number and has many values, unless others may know it.
    """
    unique = facts.suspicion_of("near-unique")
    assigned = facts.numbered and meaning_of(facts.name, CONFIDENTIAL) is None
    measured = facts.type in {"integer", "decimal"} and not assigned
    if unique and not facts.dated and (not measured or names_a_number(facts.name)):
        return SuggestedRole(Role.IDENTIFIER, unique.reason)
    many = facts.distinct > 50 and facts.distinct > 0.1 * facts.known
    if names_a_number(facts.name) and many and not _others_know(facts):
        return SuggestedRole(Role.IDENTIFIER, "it numbers people, visits or the like by its name")
    return None


def _others_know(facts: Facts) -> SuggestedRole | None:
    """Quasi-identifier, by name."""
    meaning = meaning_of(facts.name, KNOWN_TO_OTHERS)
    if meaning is None:
        return None
    return SuggestedRole(Role.QUASI_IDENTIFIER, f"others may know it: {meaning}, by its name")


def _nobody_should_learn(facts: Facts) -> SuggestedRole | None:
    """Sensitive, by name; not if nearly every record has a value of its own."""
    meaning = meaning_of(facts.name, CONFIDENTIAL)
    if meaning is None or facts.suspicion_of("near-unique"):
        return None
    return SuggestedRole(Role.SENSITIVE, f"nobody should learn it: {meaning}, by its name")


def _is_date(facts: Facts) -> SuggestedRole | None:
    """Quasi-identifier, because somebody may know when something happened."""
    if not facts.dated:
        return None
    return SuggestedRole(Role.QUASI_IDENTIFIER, "others may know when something happened")


def _is_precise(facts: Facts) -> SuggestedRole | None:
    """Quasi-identifier, because the values of many records tell them apart."""
    if facts.suspicion_of("near-unique") is None and facts.alone < ALONE * facts.known:
        return None
    reason = f"{facts.alone:,} of {facts.known:,} records have a value that no other record has"
    return SuggestedRole(Role.QUASI_IDENTIFIER, reason)


RULES: tuple[Callable[[Facts], SuggestedRole | None], ...] = (
    _identifies,
    _empty,
    _numbers_records,
    _nobody_should_learn,
    _others_know,
    _is_date,
    _is_precise,
)
