"""What stands above a release, and in which color: one function decides it for every face.

Red (bad): a promise does not hold. Amber (open): a promise was not checked, or there is none;
records look like no other; records were counted instead of people; the run is repeatable. Green
(good): nothing of this, and every promise was checked and holds.

Figures that include sensitive columns decide nothing: in a diverse class everybody is unique by
them, and that is what was asked for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from shoal.report.flat import listed, mapped
from shoal.report.numbers import counted, is_number, number, percent

Tone = Literal["good", "open", "bad"]
MOST_UNIQUE = 0.05  # the share of unique records above which a release is not called safe
Doubt = tuple[str, str]  # a clause for the title, and a sentence that explains it


@dataclass(frozen=True)
class Headline:
    """What to know before anything else.

    Attributes:
        tone: Whether a release can be called safe.
        title: The same in a sentence.
        reasons: Why it is not called safe, each in a sentence or two.
    """

    tone: Tone
    title: str
    reasons: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """As a mapping that JSON can hold."""
        return {**asdict(self), "reasons": list(self.reasons)}


def headline(summary: Mapping[str, Any]) -> Headline:
    """The headline of a run, from its summary; of facts that are not there nothing is said."""
    tone, standing, ending = _standing([mapped(one) for one in listed(summary.get("privacy"))])
    if tone == "bad":
        return Headline(tone, f"{standing}. {ending}")
    doubts = list(_doubts(summary))
    if not doubts:
        return Headline(tone, f"{standing}. {ending}".strip())
    clauses = " and ".join(clause for clause, _ in doubts)
    link = "but" if tone == "good" else "and"
    return Headline("open", f"{standing}, {link} {clauses}.", tuple(why for _, why in doubts))


def _standing(promises: list[dict[str, Any]]) -> tuple[Tone, str, str]:
    """Whether promises are kept: the tone, a clause, and what to say if it is all there is."""
    broken = sum(promise.get("holds") is False for promise in promises)
    unknown = [promise for promise in promises if promise.get("holds") not in (True, False)]
    total = counted(len(promises), "promise")
    if not promises:
        return "open", "This run made no privacy promise", ""
    if broken:
        verb = "does" if broken == 1 else "do"
        return "bad", f"{broken} of {total} {verb} not hold", "Do not share this release."
    if unknown:
        verb = "was" if len(unknown) == 1 else "were"
        clause = f"{len(unknown)} of {total} {verb} not checked{_unchecked(unknown)}"
        return "open", clause, "The reason stands beside it."
    kept = "The promise holds" if len(promises) == 1 else f"All {len(promises)} promises hold"
    return "good", kept, "Separate code checked this on the release."


def _unchecked(promises: list[dict[str, Any]]) -> str:
    """Says so where nothing but the model itself speaks for a promise."""
    alone = sum(lacks_check(promise) for promise in promises)
    if alone == len(promises):
        return f": {NO_CHECK}"
    return f", {alone} of them because there is {NO_CHECK}" if alone else ""


def lacks_check(promise: Mapping[str, Any]) -> bool:
    """Whether a promise was not checked because no separate code can check it."""
    return promise.get("holds") == "not_checked" and NO_CHECK in str(promise.get("reason"))


NO_CHECK = "no independent check"  # as the verifier says it


def _doubts(summary: Mapping[str, Any]) -> Iterator[Doubt]:
    """What keeps a release from being called safe although its promises hold."""
    yield from _unique(summary)
    yield from _records_not_people(mapped(summary.get("people")))
    if summary.get("reproducible") is True:
        yield "the run is repeatable and not private", REPEATABLE


REPEATABLE = (
    "The run was made repeatable to the byte (`reproducible: true`), for tests: what chance was to"
    " hide can be computed again."
)


def _unique(summary: Mapping[str, Any]) -> Iterator[Doubt]:
    found = mapped(summary.get("uniqueness"))
    alone = mapped(found.get("quasi_identifiers")).get("unique")
    if alone is None:  # runs of older versions
        alone = mapped(mapped(summary.get("risk")).get("after")).get("uniques")
    share = found.get("share")
    if is_number(share) and share > MOST_UNIQUE:
        more = " and insensitive columns" * _has_more(found)
        yield (
            f"{percent(share)} of the records are unique by their quasi-identifiers{more}",
            (_by_what(found)),
        )
    elif is_number(alone) and alone > 0:
        verb = "looks" if alone == 1 else "look"
        yield f"{counted(alone, 'record')} {verb} like no other", ALONE


def _has_more(found: Mapping[str, Any]) -> bool:
    """Whether insensitive columns took part."""
    return found.get("columns") != mapped(found.get("quasi_identifiers")).get("columns")


ALONE = (
    "Their combination of quasi-identifiers occurs once in the release; who knows it of a person"
    " finds the record."
)


def _by_what(found: Mapping[str, Any]) -> str:
    names = [str(name) for name in listed(found.get("columns"))]
    listing = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" * (len(names) > NAMED))
    uncovered = " No promise is about insensitive columns." * _has_more(found)
    return (
        f"By {listing} together, {number(found.get('unique'))} of"
        f" {counted(found.get('records'), 'record')} look like no other; who knows these values of"
        f" a person finds the record.{uncovered}"
    )


NAMED = 6  # columns that a sentence can hold


def _records_not_people(people: Mapping[str, Any]) -> Iterator[Doubt]:
    if people.get("counted") != "records" or people.get("repeats") is False:
        return
    small = people.get("classes_below_k")
    told = (
        f" {counted(small, 'class', 'classes')} hold fewer people than the promised k."
        if is_number(small) and small > 0
        else ""
    )
    yield "it counts records, not people", RECORDS + told


RECORDS = (
    "Promises count records, not people: somebody with several records counts several times, and a"
    " class may be the records of one person."
)
