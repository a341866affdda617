"""Which record of the output was which record of the input.

Records in the same order are recognized by their cells: every cell could have come from the cell
beside it. Records that were shuffled or left out are found again where each column has one rule:
then all records that become the same label are in the output, or none of them. Where neither
holds, pairs are unknown, and measures that need them are not computed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice, product

import numpy as np
import polars as pl

from shoal.data.types import ColumnType
from shoal.engine.arrays import Bools, Codes, Counts
from shoal.errors import DataError
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.utility.by_hierarchy import levels_of
from shoal.utility.by_labels import label_of_value, same_value, texts_held
from shoal.utility.cells import SUPPRESSED, Entries, Pair, Side
from shoal.utility.grouping import group_rows
from shoal.utility.labels import parser_of, ranges


@dataclass(frozen=True, eq=False)
class Known:
    """What is known about a column.

    Attributes:
        type: What its values are.
        type_name: The same as a study says it.
        hierarchy: How its values become coarser; None if unknown.
        level: The level that all its records have; None if unknown. A label may occur on several
            levels and cover different values on them.
    """

    type: ColumnType
    type_name: str
    hierarchy: Hierarchy | None = None
    level: int | None = None


Sides = Mapping[str, Pair]


class Fit(Enum):
    """What the pairs of a column say about the order of records."""

    PROVES = "every label fits its record, and not every record"
    FITS = "every label fits every record"
    SAYS_NOTHING = "some labels do not say what they stand for"
    EMPTY = "no cell shows anything"
    CONTRADICTS = "a label does not fit its record"


def in_order(sides: Sides, known: Mapping[str, Known]) -> bool:
    """Whether every cell of the output could have come from the cell in the same record."""
    fits = {_fit(sides[name], known[name]) for name in sides}
    if Fit.CONTRADICTS in fits:
        return False
    return Fit.PROVES in fits or (Fit.FITS in fits and Fit.SAYS_NOTHING not in fits)


def pair_by_generalization(
    sides: Sides, known: Mapping[str, Known], keys: Sequence[str]
) -> Mapping[str, Codes] | None:
    """Per column: the label of each input record, or `SUPPRESSED`; None if no rules fit.

    A rule says which label each input value becomes. Columns without a rule, and columns outside
    the keys whose rule contradicts the output, are left out.

    Args:
        sides: The columns before and after.
        known: What is known about them.
        keys: The columns by which records are found again; all need a rule.
    """
    rules = {name: _rules(sides[name], known[name]) for name in sides}
    # A column that shows nothing in any record tells nothing about which record it was.
    keys = [name for name in keys if (sides[name][1].codes != SUPPRESSED).any()]
    if not keys or any(not rules[name] for name in keys):
        return None
    for choice in islice(product(*(rules[name] for name in keys)), MOST_CHOICES):
        chosen = dict(zip(keys, choice, strict=True))
        mapped = {
            name: (chosen[name] if name in chosen else found[0])[sides[name][0].codes]
            for name, found in rules.items()
            if found
        }
        kept = _records_in_output(sides, mapped, keys)
        if kept is not None:
            return _labels(sides, mapped, kept, keys)
    return None


MOST_CHOICES = 256  # combinations of levels that are tried where labels occur on several


def _labels(
    sides: Sides, mapped: Mapping[str, Codes], kept: Bools, keys: Sequence[str]
) -> Mapping[str, Codes]:
    """The labels of kept records, `SUPPRESSED` for others; without columns that contradict."""
    others = [name for name in mapped if name not in keys]
    wrong = [name for name in others if not _has_same_values(mapped[name][kept], sides[name][1])]
    return {
        name: np.where(kept, codes, SUPPRESSED).astype(np.int32)
        for name, codes in mapped.items()
        if name not in wrong
    }


def refuse_unequal(records: tuple[int, int]) -> None:
    """Raise DataError if input and output do not have the same number of records."""
    if records[0] != records[1]:
        raise DataError(
            f"The input has {records[0]:,} records and the output {records[1]:,}, so they cannot"
            " be paired in order. Leave out --paired."
        )


def suppress_blanks(after: Side, before: Side) -> Side:
    """The output's side of a paired column; a cell is suppressed if only the output is blank."""
    gone = (after.codes == after.missing) & (before.codes != before.missing)
    return Side(after.labels, np.where(gone, SUPPRESSED, after.codes).astype(np.int32))


def _fit(sides: Pair, known: Known) -> Fit:
    """What the pairs of a column say about the order of records, if both sides have the same."""
    before, after = sides[0], suppress_blanks(sides[1], sides[0])
    entries = Entries.pairs(before, after, np.ones(len(before.codes), np.int64))
    shown = entries.after != SUPPRESSED
    if not shown.any():
        return Fit.EMPTY
    entry = entries.before[shown], entries.after[shown]
    fitting = Fit.PROVES if len(np.unique(entry[1])) > 1 else Fit.FITS
    if known.hierarchy is not None:
        fits = _is_ancestor((before, after), entry, known.hierarchy)
        return fitting if fits.all() else Fit.CONTRADICTS
    same = same_value((before, after))[entry[1]]
    inside, says = _is_inside((before, after), entry, known)
    fits = (same == entry[0]) | inside
    # The label of another value, or an interval that does not hold the value.
    if np.any(~fits & (says | (same >= 0))):
        return Fit.CONTRADICTS
    return fitting if fits.all() else Fit.SAYS_NOTHING


def _is_ancestor(sides: Pair, entry: tuple[Codes, Codes], hierarchy: Hierarchy) -> Bools:
    """For each pair, whether the label is the value's at some level of the hierarchy."""
    rows = hierarchy.rows(sides[0].labels)[entry[0]]
    fits = np.zeros(len(rows), np.bool_)
    for codes, labels in zip(hierarchy.codes, hierarchy.labels, strict=True):
        places = pl.Series(range(len(labels)), dtype=pl.Int32)
        at = sides[1].labels.replace_strict(labels, places, default=-1, return_dtype=pl.Int32)
        fits |= codes[rows] == at.to_numpy()[entry[1]]
    return fits


def _is_inside(sides: Pair, entry: tuple[Codes, Codes], known: Known) -> tuple[Bools, Bools]:
    """Which pairs are a value and a label that holds it, and which labels say what they hold."""
    held, says = (np.zeros(len(entry[0]), np.bool_) for _ in range(2))
    number = parser_of(known.type)
    if number is not None:
        said, value = ranges(sides[1].labels, number), number(sides[0].labels)[entry[0]]
        low, high = said.low[entry[1]], said.high[entry[1]]
        says = said.has_end[entry[1]] & ~(low == high)
        held = says & ~(value < low) & ~(value > high) & np.isfinite(value)
    texts = texts_held(sides, entry)
    return held | texts[0], says | texts[1]


def _rules(sides: Pair, known: Known) -> list[Codes]:
    """Every rule that could have made the labels, each once: the label of each input value.

    Empty if none is known.
    """
    before, after = sides
    if not (after.codes != SUPPRESSED).any():
        return [np.full(len(before.labels), SUPPRESSED, np.int32)]
    if known.hierarchy is None:
        labels = label_of_value(sides, known.type)
        return [] if labels is None else [labels]
    if known.level is not None:
        return [_at_level(sides, known.hierarchy, known.level)]
    ones = tuple(np.ones(len(side.codes), np.int64) for side in sides)
    levels = levels_of(sides, known.hierarchy, (ones[0], ones[1]))
    rules = [_at_level(sides, known.hierarchy, level) for level in levels]
    return list({rule.tobytes(): rule for rule in reversed(rules)}.values())[::-1]


def _at_level(sides: Pair, hierarchy: Hierarchy, level: int) -> Codes:
    """The label of each input value at a level; -1 where the output does not show it."""
    before, after = sides
    labels = hierarchy.levels[level].gather(hierarchy.rows(before.labels))
    places = pl.Series(range(len(after.labels)), dtype=pl.Int32)
    codes = labels.replace_strict(after.labels, places, default=-1, return_dtype=pl.Int32)
    return codes.to_numpy()


def _records_in_output(
    sides: Sides, mapped: Mapping[str, Codes], keys: Sequence[str]
) -> Bools | None:
    """One flag per input record: whether it is in the output, if a rule gave it its labels.

    None if the rule cannot be right: of records that look the same after it, all or none must be
    in the output.
    """
    possible = np.all([mapped[name] >= 0 for name in keys], axis=0)
    shown = np.any([sides[name][1].codes != SUPPRESSED for name in keys], axis=0)
    there = [sides[name][1].codes[shown] for name in keys]
    if any((codes == SUPPRESSED).any() for codes in there):
        return None
    both = [
        np.concatenate([mapped[name][possible], now]) for name, now in zip(keys, there, strict=True)
    ]
    _, group, size = group_rows(both, [len(sides[name][1].labels) for name in keys])
    inputs = int(possible.sum())
    had, has = (np.bincount(part, minlength=size) for part in (group[:inputs], group[inputs:]))
    if np.any((has > 0) & (has != had)):
        return None
    kept = np.zeros(len(possible), np.bool_)
    kept[possible] = (has > 0)[group[:inputs]]
    return kept


def _has_same_values(codes: Codes, after: Side) -> bool:
    """Whether a rule gives each label as often as the output has it; yes if it shows none."""
    if not (after.codes != SUPPRESSED).any():
        return True
    if np.any(codes < 0):
        return False
    shown = after.codes[after.codes != SUPPRESSED]
    size = len(after.labels)
    counts: Counts = np.bincount(codes, minlength=size)
    return bool(np.array_equal(counts, np.bincount(shown, minlength=size)))
