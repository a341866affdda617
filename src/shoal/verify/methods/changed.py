"""Checks of a release in which values of single columns were changed: noise, PRAM, swaps, means.

Records are told by the columns that were not changed: as far as these show, the release holds the
records of the input, each once. Among records that look alike there, changed cells must be such
that some pairing explains all of them, column by column. Where records stand in the order of the
input, each is compared with its own. What chance does is tested with bounds that one honest release
in a billion breaks at most.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.findings.verdict import Finding
from shoal.verify.methods.blanks import nobody_missing_finding
from shoal.verify.methods.judged import Judged
from shoal.verify.methods.microaggregation import judge_microaggregation
from shoal.verify.methods.noise import judge_noise
from shoal.verify.methods.pram import judge_pram
from shoal.verify.methods.promises import changed_columns, method_findings
from shoal.verify.methods.rank_swapping import judge_rank_swapping
from shoal.verify.methods.reach import Beside
from shoal.verify.origins.order import order_of_places
from shoal.verify.origins.seen import means_by_levels, order_of_columns
from shoal.verify.study.known_settings import BY_CHANCE

Judge = Callable[[Mapping[str, Any], Sequence[Linked], Beside], list[Judged]]
JUDGES: Mapping[str, Judge] = {
    "noise": judge_noise,
    "pram": judge_pram,
    "rank-swapping": judge_rank_swapping,
    "univariate-microaggregation": judge_microaggregation,
}
DRAWN = "Nothing tells which records were drawn."
REPEATED = "`reproducible: true`: the draws can be repeated, so this release is not private."
TOUCHED = "Columns that the method leaves alone do not show the records of the input."
UNSEEN = "One release cannot show that nobody else knows the draws."


def findings_of_changed(case: Case, counts: Finding) -> list[Finding]:
    """All findings about the records, promises included.

    `counts` is the finding about their numbers. If it or the one about missing records fails, or
    nobody knows who was drawn, cells are not looked at.
    """
    settings = case.terms.method or {}
    promises = method_findings(case, np.ones(case.released, np.bool_))
    basic = [counts, nobody_missing_finding(case), *_chance_source(case)]
    if case.terms.in_part:
        return [*basic, Finding("cells", "not_checked", DRAWN), *promises]
    if not all(finding.holds for finding in basic):
        return [*basic, *promises]
    changed = changed_columns(settings, case)
    kept = [column for column in case.columns if column not in changed]
    beside = Beside.of(case, kept)
    if not beside.same:
        return [*basic, Finding("records", False, TOUCHED), *promises]
    judged = JUDGES[str(settings["name"])](settings, changed, beside) if changed else []
    cells = _cells_finding(judged)
    records = _records_finding(changed, judged, beside)
    basic += [cells, records]
    if cells.holds is True and records.holds is True:
        basic += [*_chance_findings(case, judged), *_order_findings(case, kept, changed, judged)]
    return [*basic, *promises]


def _chance_source(case: Case) -> Iterator[Finding]:
    """That nobody can check where chance came from; nothing where there is none."""
    if str((case.terms.method or {}).get("name")) in BY_CHANCE:
        reason = REPEATED if case.terms.repeatable else UNSEEN
        yield Finding("randomness", "not_checked", reason)


def _cells_finding(judged: Sequence[Judged]) -> Finding:
    """Whether every changed cell is one that the method can show."""
    wrong = [sentence for one in judged for sentence in one.wrong]
    return Finding("cells", not wrong, " ".join(wrong))


def _records_finding(
    changed: Sequence[Linked], judged: Sequence[Judged], beside: Beside
) -> Finding:
    """Whether released records can be those of the input, as all columns show them."""
    reasons = []
    for column, one in zip(changed, judged, strict=True):
        misfits = 0 if one.reach is None else one.reach.count_misfits(column, beside)
        if misfits:
            name = column.terms.name
            reasons.append(f"Column {name!r}: {misfits} cells are too far from those of the input.")
    return Finding("records", not reasons, " ".join(reasons))


def _chance_findings(case: Case, judged: Sequence[Judged]) -> Iterator[Finding]:
    """What chance and the method did to columns as a whole."""
    unlikely = [sentence for one in judged for sentence in one.unlikely]
    unknown = [sentence for one in judged for sentence in one.unknown]
    if unlikely:
        yield Finding("chance", False, " ".join(unlikely))
    elif unknown:
        yield Finding("chance", "not_checked", " ".join(unknown))
    elif str((case.terms.method or {}).get("name")) in BY_CHANCE:
        yield Finding("chance", True)


def _order_findings(
    case: Case, kept: Sequence[Linked], changed: Sequence[Linked], judged: Sequence[Judged]
) -> Iterator[Finding]:
    """Whether a shuffled release shows where a record stood in the input."""
    if not case.terms.shuffled or case.mask is not None:
        return
    near = dict(zip([column.terms.name for column in changed], judged, strict=True))
    means = []
    for column in case.label_columns:
        one = near.get(column.terms.name)
        reach = None if one is None else one.near
        means.append(means_by_levels(column, [0]) if reach is None else reach.means(column))
    hidden = order_of_columns(case, means) if case.terms.is_strict else None
    yield order_of_places(
        case, partial(_fits, kept, list(zip(changed, judged, strict=True))), hidden
    )


def _fits(
    kept: Sequence[Linked], changed: Sequence[tuple[Linked, Judged]], turned: int = 0
) -> Bools:
    """Which released records resemble the input record at their place.

    With `turned`, the release is first moved round by as many places.
    """
    columns = [*kept, *(column for column, _ in changed)]
    fits = np.ones(len(columns[0].data.codes), np.bool_)
    for column in kept:
        fits &= column.codes_at(0) == np.roll(column.release.codes, turned)
    for column, one in changed:
        released = np.roll(column.release.codes, turned)
        if one.near is None:
            fits &= column.codes_at(0) == released
        else:
            fits &= one.near.fits(column.data.codes, released)
    return fits
