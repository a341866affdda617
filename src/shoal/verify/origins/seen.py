"""Whom released records can be, where each has levels or cells of its own."""

from collections.abc import Iterable, Sequence

import numpy as np

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Whole
from shoal.verify.findings.verdict import Finding
from shoal.verify.origins.hidden_order import Floats, Means, Seen, order_tells_finding
from shoal.verify.origins.hidden_values import values_an_order_may_tell
from shoal.verify.origins.stems import Stems
from shoal.verify.values.dictionary import Places


def order_of_stems(case: Case, stems: Stems) -> Finding:
    """Whether the order of a locally recoded release tells hidden values."""
    if stems.pairs is None:
        reason = "There are too many records that can stem from too many others."
        return Finding("order", "not_checked", reason)
    return order_tells_finding(
        [Seen(stems.shown, _means_by_stems(stems))], values_an_order_may_tell(case)
    )


def order_of_columns(case: Case, means: Sequence[Means], kept: Bools | None = None) -> Finding:
    """Whether the order tells hidden values, column by column.

    Args:
        case: Input and release.
        means: From scores to means by released text, for each label column.
        kept: The released records to look at; None for all.
    """
    shown = [*zip(case.label_columns, means, strict=True)]
    shown += [(column, means_by_levels(column, [0])) for column in case.plain_columns]
    every = slice(None) if kept is None else kept
    seen = [Seen(column.release.codes[every].astype(np.int64), mean) for column, mean in shown]
    return order_tells_finding(seen, values_an_order_may_tell(case))


def means_by_levels(column: Linked, levels: Iterable[int]) -> Means:
    """The means where a released text can stem from values that have it on one of the levels."""
    places, size = [column.levels[level] for level in levels], len(column.release.texts)

    def means(rows: Whole, scores: Floats) -> Floats:
        sums, counts = (
            _sum_by_text(places, each, size) for each in _by_value(column, rows, scores)
        )
        return 0.5 + sums / np.maximum(counts, 1)

    return means


def means_by_spans(
    column: Linked, order: Whole, spans: Sequence[Sequence[tuple[int, int]]]
) -> Means:
    """The means where a released text covers values that stand together in an order.

    Args:
        column: The column.
        order: The codes of input values in that order.
        spans: For each released text, from where to where it covers values.
    """

    def means(rows: Whole, scores: Floats) -> Floats:
        sums, counts = (_sum_spans(each[order], spans) for each in _by_value(column, rows, scores))
        return 0.5 + sums / np.maximum(counts, 1)

    return means


def _by_value(column: Linked, rows: Whole, scores: Floats) -> tuple[Floats, Floats]:
    """Scores (minus 0.5) added up, and records counted, by the values of a column."""
    codes, size = column.data.codes[rows], len(column.data.texts)
    counts = np.bincount(codes, minlength=size).astype(np.float64)
    return np.bincount(codes, scores - 0.5, size).astype(np.float64), counts


def _sum_by_text(places: list[Places], values: Floats, size: int) -> Floats:
    """What values have, added up by the released text that they become on any level."""
    sums = np.zeros(size)
    for codes in places:
        known = codes >= 0
        sums += np.bincount(codes[known], values[known], size)
    return sums


def _sum_spans(values: Floats, spans: Sequence[Sequence[tuple[int, int]]]) -> Floats:
    """What values have, added up over the spans of each released text."""
    until = np.concatenate([[0.0], np.cumsum(values)])
    return np.array([sum(until[end] - until[start] for start, end in own) for own in spans])


def _means_by_stems(stems: Stems) -> Means:
    """The means where a released kind can stem from several input kinds."""
    assert stems.pairs is not None  # noqa: S101  (the caller looked)
    released, given = stems.pairs
    size = len(stems.wanted)

    def means(rows: Whole, scores: Floats) -> Floats:
        kinds = stems.kind[rows]
        sums = np.bincount(kinds, scores - 0.5, len(stems.offered))
        counts = np.bincount(kinds, minlength=len(stems.offered)).astype(np.float64)
        both = (np.bincount(released, each[given], size) for each in (sums, counts))
        return 0.5 + next(both) / np.maximum(next(both), 1)

    return means
