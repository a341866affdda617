"""The meaning of labels without a hierarchy: from what they say, and from what became them.

The domain is all different values of the input. A label that is an input value covers that one.
An interval, a set or a masked text covers the values that it holds. Any other label covers the
values that became it, if that is known.
"""

import numpy as np
import polars as pl

from shoal.data.types import ColumnType
from shoal.engine.arrays import Bools, Codes, Floats
from shoal.utility.cells import SUPPRESSED, Entries, Pair, Side
from shoal.utility.labels import SET, Ranges, parser_of, ranges
from shoal.utility.meaning import Meaning, Numbers, ends_of_sources

OPAQUE = "it has no hierarchy, and {} of its {} labels do not say which values they stand for"
MIXED = "it has no hierarchy, and some values have several labels"
NO_LEVELS = "it has no hierarchy that says how many levels there are"
NO_NUMBERS = "its values are neither numbers nor dates, and it has no hierarchy that orders them"
PREFIX = r"^([^*]+)(\*+)$"


def explain_by_labels(sides: Pair, entries: Entries, type: ColumnType) -> Meaning:
    """What labels mean by themselves and by what became them.

    Stages are 0 for values as they were, 1 for other labels, and the top for suppressed cells.

    Args:
        sides: The column before and after.
        entries: What became what.
        type: What the values of the column are.
    """
    before, after = sides
    same = same_value(sides)
    unchanged = _is_unchanged(entries, same)
    changed = ~unchanged & (entries.after != SUPPRESSED)
    top = 2 if changed.any() else 1
    stages = np.where(unchanged, 0, np.where(changed, 1, top)).astype(np.int64)
    covered = _count_covered(sides, entries, type, same)
    shares = np.where(entries.after == SUPPRESSED, 1.0, covered / max(len(before.labels), 1))
    opaque = int(np.count_nonzero(np.isnan(shares)))
    reasons = {"share": OPAQUE.format(opaque, len(after.labels))} if opaque else {}
    reasons |= {"level": NO_LEVELS} if changed.any() else {}
    single = entries.paired and _has_one_label_each(entries)
    reasons |= {"node": MIXED} if entries.paired and not single else {}
    numbers = _numbers(sides, entries, type)
    reasons |= {"number": NO_NUMBERS} if numbers is None else {}

    def node(stage: int) -> Codes:
        if stage == top:
            return np.zeros(len(entries.before), np.int32)
        return _label_of(entries, len(before.labels))[entries.before]

    return Meaning(
        stages=np.where(changed & ("level" in reasons), 1, stages),
        height=None if changed.any() else 1,
        top=top,
        shares=shares,
        smallest=1 / max(len(before.labels), 1),
        domain=len(before.labels),
        node=node if single else None,
        numbers=numbers,
        reasons=reasons,
    )


def same_value(sides: Pair) -> Codes:
    """The input value with the same text as each label of the output; -1 where there is none.

    One more entry, -1, is at the end, where the code `SUPPRESSED` points.
    """
    before, after = sides
    places = pl.Series(range(len(before.labels)), dtype=pl.Int32)
    codes = after.labels.replace_strict(before.labels, places, default=-1, return_dtype=pl.Int32)
    return np.append(codes.to_numpy(), np.int32(-1))


def label_of_value(sides: Pair, type: ColumnType) -> Codes | None:
    """The only label that can stand for each input value; None where several can.

    A value that no label can stand for has `SUPPRESSED`.
    """
    before, after = sides
    same = same_value(sides)[:-1]
    labels = np.full(len(before.labels), SUPPRESSED, np.int32)
    labels[same[same >= 0]] = np.flatnonzero(same >= 0)
    others = np.flatnonzero(same < 0)
    if not others.size:
        return labels
    held = _values_in_labels(
        before, Side(after.labels.gather(others), others.astype(np.int32)), type
    )
    if held is None or np.any(held.sum(axis=1) + (labels != SUPPRESSED) > 1):
        return None
    single = held.any(axis=1)
    labels[single] = others[np.argmax(held, axis=1)[single]]
    return labels


def texts_held(sides: Pair, entry: tuple[Codes, Codes]) -> tuple[Bools, Bools]:
    """For each entry, whether its label is a masked text or a set that holds its value.

    Returns also, for each entry, whether its label is a masked text or a set at all.

    Args:
        sides: The column before and after.
        entry: The codes of the value and of the label of each entry.
    """
    labels = sides[1].labels
    value, label = sides[0].labels.gather(entry[0]), labels.gather(entry[1])
    start, stars = label.str.extract(PREFIX, 1), label.str.extract(PREFIX, 2)
    frame = pl.DataFrame({"value": value, "start": start, "stars": stars, "label": label})
    begins = pl.col("value").str.starts_with(pl.col("start"))
    long = pl.col("start").str.len_chars() + pl.col("stars").str.len_chars()
    members = pl.col("label").str.extract(SET, 1).str.split(", ")
    flags = frame.select(
        masked=(begins & (pl.col("value").str.len_chars() == long)).fill_null(value=False),
        member=pl.col("value").is_in(members).fill_null(value=False),
        told=pl.col("start").is_not_null() | members.is_not_null(),
    )
    return (flags["masked"] | flags["member"]).to_numpy(), flags["told"].to_numpy()


def _values_in_labels(before: Side, labels: Side, type: ColumnType) -> Bools | None:
    """Which labels hold which input value: a line per value, an entry per label.

    None if a label holds no input value, or if there are too many values and labels.
    """
    if len(before.labels) * len(labels.labels) > 1 << 24:
        return None
    said = _ranges_of(labels, type)
    number = parser_of(type)
    holds = np.zeros((len(before.labels), len(labels.labels)), np.bool_)
    if said is not None and number is not None:
        holds |= said.holds(number(before.labels))
    for at, (start, stars) in _masks(labels.labels):
        begins = before.labels.str.starts_with(start)
        holds[:, at] |= (
            (begins & (before.labels.str.len_chars() == len(start) + stars))
            .fill_null(value=False)
            .to_numpy()
        )
    for at, members in _sets(labels.labels):
        holds[:, at] |= before.labels.is_in(members).fill_null(value=False).to_numpy()
    return holds if holds.any(axis=0).all() else None


def _is_unchanged(entries: Entries, same: Codes) -> Bools:
    """Which entries show their input value; if pairs are unknown, any input value."""
    if entries.paired:
        unchanged: Bools = (same[entries.after] == entries.before) & (entries.after != SUPPRESSED)
        return unchanged
    return np.greater_equal(same[entries.after], 0, dtype=np.bool_)


def _count_covered(sides: Pair, entries: Entries, type: ColumnType, same: Codes) -> Floats:
    """How many input values each entry's label stands for; not-a-number where that is unknown."""
    before, after = sides
    size = len(after.labels)
    covered = np.where(same[:-1] >= 0, 1.0, np.nan)
    said = _ranges_of(after, type)
    if said is not None:
        inside = said.inside((parser_of(type) or _no_numbers)(before.labels))
        covered = np.where((same[:-1] < 0) & said.has_end & (inside > 0), inside, covered)
    for at, members in [
        *_values_in_masks(before, after, same),
        *_values_in_sets(before, after, same),
    ]:
        covered[at] = members
    if entries.paired:  # what really became the label
        kept = entries.after != SUPPRESSED
        became = np.bincount(entries.after[kept], minlength=size)[:size]
        covered = np.fmax(covered, became)
    return np.append(covered, np.nan)[entries.after]


def _ranges_of(labels: Side, type: ColumnType) -> Ranges | None:
    """From where to where labels reach; None if the column has no numbers."""
    number = parser_of(type)
    return None if number is None else ranges(labels.labels, number)


def _no_numbers(texts: pl.Series) -> Floats:
    return np.full(len(texts), np.nan)


def _masks(labels: pl.Series) -> list[tuple[int, tuple[str, int]]]:
    """Labels with stars at the end: their place, the beginning and the number of stars."""
    starts, stars = labels.str.extract(PREFIX, 1), labels.str.extract(PREFIX, 2)
    parts = zip(starts, stars, strict=True)
    return [(at, (start, len(star))) for at, (start, star) in enumerate(parts) if start]


def _values_in_masks(before: Side, after: Side, same: Codes) -> list[tuple[int, int]]:
    """How many input values each masked label stands for: the label's place and its count.

    Labels that are input values, or that hold none, are left out.
    """
    masked = [(at, key) for at, key in _masks(after.labels) if same[at] < 0]
    lengths = {(len(start), stars) for _, (start, stars) in masked}
    counts: dict[tuple[str, int], int] = {}
    for length, stars in lengths:
        fitting = before.labels.filter(before.labels.str.len_chars() == length + stars)
        counted = fitting.str.slice(0, length).alias("start").value_counts(name="values")
        counts |= {(start, stars): values for start, values in counted.iter_rows()}
    return [(at, counts[key]) for at, key in masked if key in counts]


def _sets(labels: pl.Series) -> list[tuple[int, list[str]]]:
    """Labels that are sets: their place and their members."""
    inner = labels.str.extract(SET, 1)
    sets = [(at, inner[at]) for at in inner.is_not_null().arg_true()]
    return [(at, [part.strip() for part in text.split(",")]) for at, text in sets]


def _values_in_sets(before: Side, after: Side, same: Codes) -> list[tuple[int, int]]:
    """The same for labels that are sets."""
    known = set(before.labels)
    sets = [(at, sum(part in known for part in parts)) for at, parts in _sets(after.labels)]
    return [(at, size) for at, size in sets if size and same[at] < 0]


def _has_one_label_each(entries: Entries) -> bool:
    """Whether every input value has one label besides being suppressed."""
    kept = entries.before[entries.after != SUPPRESSED]
    return len(np.unique(kept)) == len(kept)


def _label_of(entries: Entries, values: int) -> Codes:
    """The label of each input value; one of its own for a value that is always suppressed."""
    kept = entries.after != SUPPRESSED
    labels = np.arange(values, dtype=np.int32) + int(entries.after.max(initial=0)) + 1
    labels[entries.before[kept]] = entries.after[kept]
    return labels


def _numbers(sides: Pair, entries: Entries, type: ColumnType) -> Numbers | None:
    """The column as numbers; None if its values are no numbers.

    A label with one end only reaches as far as the values that became it.
    """
    number = parser_of(type)
    if number is None:
        return None
    said = ranges(sides[1].labels, number)
    ends = (
        np.append(np.where(said.has_both_ends, end, np.nan), np.nan)
        for end in (said.low, said.high)
    )
    low, high = (end[entries.after] for end in ends)
    return _span_numbers(number(sides[0].labels), entries, (low, high))


def _span_numbers(values: Floats, entries: Entries, ends: tuple[Floats, Floats]) -> Numbers | None:
    """Numbers in which every label has two ends where possible; None if no value is a number.

    Labels without both ends span the values that became them, if pairs are known. Suppressed cells
    span everything.
    """
    known = values[np.isfinite(values)]
    if not known.size:
        return None
    least, most = float(known.min()), float(known.max())
    low, high = ends
    if entries.paired:
        spans = ends_of_sources(values, entries)
        open_ended = ~(np.isfinite(low) & np.isfinite(high))
        low, high = np.where(open_ended, spans[0], low), np.where(open_ended, spans[1], high)
    # An interval is cut to the numbers that there are; a number stays what it is.
    wide = high > low
    low = np.where(wide, np.maximum(low, least), low)
    high = np.where(wide, np.minimum(high, most), high)
    hidden = entries.after == SUPPRESSED
    return Numbers(values, np.where(hidden, least, low), np.where(hidden, most, high))
