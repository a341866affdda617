"""From the texts of two tables to a comparison."""

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools, Codes, Counts
from shoal.utility.by_hierarchy import explain_by_hierarchy
from shoal.utility.by_labels import explain_by_labels
from shoal.utility.cells import SUPPRESSED, Entries, Pair, Side
from shoal.utility.comparison import Column, Comparison
from shoal.utility.labels import parser_of
from shoal.utility.pairing import (
    Known,
    Sides,
    in_order,
    pair_by_generalization,
    refuse_unequal,
    suppress_blanks,
)

Texts = Mapping[str, pl.Series]


def compare_tables(
    before: Texts,
    after: Texts,
    known: Mapping[str, Known],
    keys: Sequence[str] = (),
    *,
    paired: bool | None = None,
    suppressed: str = "*",
) -> Comparison:
    """Compare two tables, column by column.

    Records are paired in order if every cell allows it, else by the rule of each column, else not
    at all; `Comparison.pairing` says how. With `paired=True`, raises DataError if the numbers of
    records differ; with `paired=False`, no pairs are looked for in order or by rule.

    Args:
        before: The texts of the input's columns.
        after: The texts of the output's columns, the same ones.
        known: What is known about each.
        keys: The columns that are measured together; empty for all.
        paired: Whether both have the same records in the same order; None finds out.
        suppressed: How a cell that shows nothing is written, besides being blank.
    """
    sides: Sides = {
        name: (Side.of(before[name]), _output_side(after[name], suppressed)) for name in known
    }
    wanted = tuple(keys) or tuple(known)
    records = len(next(iter(before.values()))), len(next(iter(after.values())))
    if paired:
        refuse_unequal(records)
    if paired or (paired is None and records[0] == records[1] and in_order(sides, known)):
        sides = {name: (old, suppress_blanks(new, old)) for name, (old, new) in sides.items()}
        return _compare_paired(sides, known, wanted, "in-order")
    sides = _without_blank_records(sides, wanted)
    nothing = all(not (new.codes != SUPPRESSED).any() for _, new in sides.values())
    labels = (
        None
        if paired is False or (nothing and records[1])
        else pair_by_generalization(sides, known, wanted)
    )
    if labels is not None:
        return _compare_by_rule(sides, known, wanted, labels)
    return _compare_unpaired(sides, known, wanted)


def _output_side(texts: pl.Series, suppressed: str) -> Side:
    """The output's side of a column, suppressed cells as such."""
    side = Side.of(texts)
    token = (side.labels == suppressed).fill_null(value=False).to_numpy()
    codes = np.where(token[side.codes], SUPPRESSED, side.codes) if len(token) else side.codes
    return Side(side.labels, codes.astype(np.int32))


def _without_blank_records(sides: Sides, keys: Sequence[str]) -> Sides:
    """The sides with `SUPPRESSED` in all cells of records that are blank in every key.

    That is not done if the input has such records, too. In a column whose input has no missing
    values, a blank cell becomes `SUPPRESSED` in any case.
    """
    empty: Bools = np.all([_is_empty(sides[name][1]) for name in keys], axis=0)
    was_empty = np.all([_is_empty(sides[name][0]) for name in keys], axis=0)
    if was_empty.any():
        empty = np.zeros_like(empty)

    def clear_blanks(old: Side, new: Side) -> Side:
        gone = empty if old.missing >= 0 else empty | (new.codes == new.missing)
        return Side(new.labels, np.where(gone, SUPPRESSED, new.codes).astype(np.int32))

    return {name: (old, clear_blanks(old, new)) for name, (old, new) in sides.items()}


def _is_empty(side: Side) -> Bools:
    """Which cells are suppressed or missing."""
    empty: Bools = (side.codes == SUPPRESSED) | (side.codes == side.missing)
    return empty


def _compare_paired(
    sides: Sides, known: Mapping[str, Known], keys: tuple[str, ...], pairing: str
) -> Comparison:
    """Compare sides that have the same rows."""
    counts = np.ones(len(next(iter(sides.values()))[0].codes), np.int64)
    columns = tuple(
        column_of(name, known[name], pair, Entries.pairs(*pair, counts), counts)
        for name, pair in sides.items()
    )
    hidden = _is_row_suppressed(sides, keys, len(counts))
    return Comparison(columns, keys, counts, counts, hidden, pairing)


def _compare_by_rule(
    sides: Sides, known: Mapping[str, Known], keys: tuple[str, ...], labels: Mapping[str, Codes]
) -> Comparison:
    """Compare the rows of the input with the labels that a rule gives them.

    Columns without such labels are compared as if pairs were unknown.
    """
    lost = {name: pair for name, pair in sides.items() if name not in labels}
    pairs = {name: (sides[name][0], Side(sides[name][1].labels, labels[name])) for name in labels}
    whole = _compare_paired(pairs, known, keys, "by-generalization")
    apart = (
        {column.name: column for column in _compare_unpaired(lost, known, ()).columns}
        if lost
        else {}
    )
    columns = {**{column.name: column for column in whole.columns}, **apart}
    return Comparison(
        tuple(columns[name] for name in sides), keys, whole.before_counts, whole.counts,
        whole.suppressed, whole.pairing,
    )  # fmt: skip


def _compare_unpaired(
    sides: Sides, known: Mapping[str, Known], keys: tuple[str, ...]
) -> Comparison:
    """Compare sides with rows of their own.

    The output gets one more row, which stands for the records that it has less than the input.
    """
    had, has = (len(side.codes) for side in next(iter(sides.values())))
    counts = np.append(np.ones(has, np.int64), max(had - has, 0))
    longer = {
        name: (old, Side(new.labels, np.append(new.codes, np.int32(SUPPRESSED))))
        for name, (old, new) in sides.items()
    }
    columns = tuple(
        column_of(name, known[name], pair, Entries.alone(pair[1], counts), counts)
        for name, pair in longer.items()
    )
    hidden = _is_row_suppressed(longer, keys, has)
    return Comparison(columns, keys, np.ones(had, np.int64), counts, hidden, "unknown")


def _is_row_suppressed(sides: Sides, keys: Sequence[str], there: int) -> Bools:
    """Which rows show nothing in every column that is measured together.

    If every record shows the sign for suppressed cells, the columns were generalized to the top,
    and all records are one class: none is suppressed. Blank records are in no class.

    Args:
        sides: The columns before and after.
        keys: The columns that are measured together.
        there: How many rows are records; what follows stands for those not in the output.
    """
    now = [sides[name][1] for name in keys if name in sides]
    if not now:
        return np.zeros(len(next(iter(sides.values()))[1].codes), np.bool_)
    hidden: Bools = np.all([side.codes == SUPPRESSED for side in now], axis=0)
    signs = all(side.missing < 0 and len(side.labels) == 1 for side in now)
    if signs and hidden[:there].all():
        hidden[:there] = False
    return hidden


def column_of(
    name: str,
    known: Known,
    sides: Pair,
    entries: Entries,
    counts: Counts,
) -> Column:
    """A column with what its labels mean: by its hierarchy, or by themselves if it has none."""
    if known.hierarchy is None:
        meaning = explain_by_labels(sides, entries, known.type)
    else:
        number = parser_of(known.type)
        meaning = explain_by_hierarchy(sides, entries, known.hierarchy, number, known.level)
    return Column(name, known.type, known.type_name, *sides, entries, meaning, counts)
