"""What stands above a release, and in which color: one function decides it for every face.

Red (bad): a promise does not hold. Amber (open): a promise was not checked, or there is no promise;
records look like no other; records were counted instead of people; the run is repeatable. Green
(good): none of this, and every promise was checked and holds.

Figures that include sensitive columns decide nothing: in a diverse class everybody is unique by
them, and that is what was asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shoal.report.flat import as_list, as_mapping
from shoal.report.numbers import count_of, is_number, number, percent
from shoal.report.types.certificate import CertifiedPromise
from shoal.report.types.sections import HeadlineFacts, People, Promise, Tone, Uniqueness
from shoal.report.types.summary import Summary

MOST_UNIQUE = 0.05  # the share of unique records above which a release is not called safe
Standing = tuple[object, str]  # whether a promise holds, and what is said about it
Doubt = tuple[str, str]  # a clause for the title, and a sentence that explains it


@dataclass(frozen=True)
class Headline:
    """What to know before anything else.

    Attributes:
        tone: Whether a release can be called safe: good, open or bad.
        title: The same in a sentence.
        reasons: Why an open one is not called safe, each in a sentence or two; empty if the title
            says it all.
    """

    tone: Tone
    title: str
    reasons: tuple[str, ...] = ()

    def plain(self) -> HeadlineFacts:
        """As a mapping that JSON can hold."""
        return {"tone": self.tone, "title": self.title, "reasons": list(self.reasons)}


def headline(summary: Summary) -> Headline:
    """The headline of a run, from its summary; missing facts are passed over."""
    uniqueness = as_mapping(summary.get("uniqueness"))
    alone = as_mapping(uniqueness.get("quasi_identifiers")).get("unique")
    if alone is None:  # runs of older versions
        alone = as_mapping(as_mapping(summary.get("risk")).get("after")).get("uniques")
    doubts = [*_doubt_unique(uniqueness, alone), *_doubt_records(as_mapping(summary.get("people")))]
    repeatable = _doubt_repeatable(is_so=summary.get("reproducible") is True)
    promises = [_promise_standing(promise) for promise in as_list(summary.get("privacy"))]
    return _headline(promises, [*doubts, *repeatable])


def certificate_headline(
    promises: Sequence[CertifiedPromise],
    uniqueness: Uniqueness,
    *,
    records: bool,
    reproducible: bool,
) -> Headline:
    """The headline of a certificate, from what its recipient may know.

    Args:
        promises: The promises of the certificate.
        uniqueness: How many records look like no other.
        records: Whether records are counted, and not people.
        reproducible: Whether the run can be repeated to the byte.
    """
    doubts = [*_doubt_unique(uniqueness, uniqueness["quasi_identifiers"]["unique"])]
    doubts += [("it counts records, not people", RECORDS)] if records else []
    standing = [_promise_standing(promise) for promise in promises]
    return _headline(standing, [*doubts, *_doubt_repeatable(is_so=reproducible)])


def _headline(promises: Sequence[Standing], doubts: Sequence[Doubt]) -> Headline:
    """The headline; a broken promise counts more than any doubt, and a doubt makes it open."""
    tone, standing, ending = _judge_promises(promises)
    if tone == "bad":
        return Headline(tone, f"{standing}. {ending}")
    if not doubts:
        return Headline(tone, f"{standing}. {ending}".strip())
    clauses = " and ".join(clause for clause, _ in doubts)
    link = "but" if tone == "good" else "and"
    return Headline("open", f"{standing}, {link} {clauses}.", tuple(why for _, why in doubts))


def _judge_promises(promises: Sequence[Standing]) -> tuple[Tone, str, str]:
    """Whether promises are kept: the tone, a clause, and a sentence to add if there is no doubt."""
    broken = sum(holds is False for holds, _ in promises)
    unknown = [promise for promise in promises if promise[0] not in (True, False)]
    total = count_of(len(promises), "promise")
    if not promises:
        return "open", "This run made no privacy promise", ""
    if broken:
        verb = "does" if broken == 1 else "do"
        return "bad", f"{broken} of {total} {verb} not hold", "Do not share this release."
    if unknown:
        verb = "was" if len(unknown) == 1 else "were"
        clause = f"{len(unknown)} of {total} {verb} not checked{_no_check_clause(unknown)}"
        return "open", clause, "The reason stands beside it."
    kept = "The promise holds" if len(promises) == 1 else f"All {len(promises)} promises hold"
    return "good", kept, "Separate code checked this on the release."


def _no_check_clause(promises: Sequence[Standing]) -> str:
    """A clause about promises for which there is no separate check; empty without any."""
    alone = sum(_lacks_check(*promise) for promise in promises)
    if alone == len(promises):
        return f": {NO_CHECK}"
    return f", {alone} of them because there is {NO_CHECK}" if alone else ""


def lacks_check(promise: Promise | CertifiedPromise) -> bool:
    """Whether a promise was not checked because no separate code can check it."""
    return _lacks_check(*_promise_standing(promise))


def _lacks_check(holds: object, reason: str) -> bool:
    return holds == "not_checked" and NO_CHECK in reason


def _promise_standing(promise: Promise | CertifiedPromise) -> Standing:
    """Whether a promise holds (true, false, or a text or None if not checked), and the reason."""
    known = as_mapping(promise)
    return known.get("holds"), str(known.get("reason"))


NO_CHECK = "no independent check"  # as the verifier says it


def _doubt_repeatable(*, is_so: bool) -> Iterator[Doubt]:
    """The doubt that chance can be computed again; none if the run is not repeatable."""
    if is_so:
        yield "the run is repeatable and not private", REPEATABLE


REPEATABLE = (
    "The run was made repeatable to the byte (`reproducible: true`), for tests: what chance was to"
    " hide can be computed again."
)


def _doubt_unique(uniqueness: Uniqueness, alone: object) -> Iterator[Doubt]:
    """The doubt that records look like no other, if there are such.

    Args:
        uniqueness: Figures about quasi-identifiers and insensitive columns together.
        alone: How many records are unique by quasi-identifiers only.
    """
    share = uniqueness.get("share")
    if is_number(share) and share > MOST_UNIQUE:
        more = " and insensitive columns" * _has_more(uniqueness)
        clause = f"{percent(share)} of the records are unique by their quasi-identifiers{more}"
        yield clause, _uniqueness_sentence(uniqueness)
    elif is_number(alone) and alone > 0:
        verb = "looks" if alone == 1 else "look"
        yield f"{count_of(alone, 'record')} {verb} like no other", ALONE


def _has_more(uniqueness: Uniqueness) -> bool:
    """Whether insensitive columns took part."""
    return uniqueness.get("columns") != as_mapping(uniqueness.get("quasi_identifiers")).get(
        "columns"
    )


ALONE = (
    "Their combination of quasi-identifiers occurs once in the release; who knows it of a person"
    " finds the record."
)


def _uniqueness_sentence(uniqueness: Uniqueness) -> str:
    names = [str(name) for name in as_list(uniqueness.get("columns"))]
    listing = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" * (len(names) > NAMED))
    uncovered = " No promise is about insensitive columns." * _has_more(uniqueness)
    return (
        f"By {listing} together, {number(uniqueness.get('unique'))} of"
        f" {count_of(uniqueness.get('records'), 'record')} look like no other; who knows these"
        f" values of a person finds the record.{uncovered}"
    )


NAMED = 6  # columns that a sentence can hold


def _doubt_records(people: People) -> Iterator[Doubt]:
    """The doubt that records were counted; none if nobody has several records."""
    if people.get("counted") != "records" or people.get("repeats") is False:
        return
    small, reason = people.get("classes_below_k"), RECORDS
    if is_number(small) and small > 0:
        reason += f" {count_of(small, 'class', 'classes')} hold fewer people than the promised k."
    yield "it counts records, not people", reason


RECORDS = (
    "Promises count records, not people: somebody with several records counts several times, and a"
    " class may be the records of one person."
)
