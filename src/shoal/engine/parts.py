"""Some tuples of a table as a table of their own, and tables whose tuples have levels of their own.

Local recoding solves the same problem again and again on the tuples that are left, and gives each
tuple the levels of the pass that placed it (docs/theory/recoding.md).
"""

from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.engine.arrays import Bools, Codes
from shoal.engine.distinct import distinct
from shoal.engine.encoded import AggregatedColumn, EncodedColumn, EncodedTable, Occurrences
from shoal.engine.packing import pack_columns
from shoal.engine.regroup import regroup_records
from shoal.engine.sums import largest_of

LevelsOfTuples = NDArray[np.int16]  # one row per tuple, one column per column
LevelsOfRecords = NDArray[np.int16]  # one row per record, one column per column


def part_of(encoded: EncodedTable, chosen: Bools) -> EncodedTable:
    """Only the chosen tuples; each stands for all its records.

    Domains, weights and reference distributions stay those of the whole table, so what holds for
    the part holds for the part of the whole.
    """
    place = np.where(chosen, np.cumsum(chosen) - 1, -1).astype(np.int32)
    counts = encoded.counts[chosen]
    smaller = replace(
        encoded,
        records=int(counts.sum()),
        keys=encoded.keys[chosen],
        counts=counts,
        tuple_of_record=np.arange(len(counts), dtype=np.int32),
    )
    return _forget_records(_renumber_tuples(smaller, place))


def recode_tuples(encoded: EncodedTable, levels: LevelsOfTuples) -> EncodedTable:
    """The table after each tuple was raised to levels of its own.

    On level 0 a code is a label of a certain level: that is what losses look at. On level 1 equal
    texts are one code: that is what somebody sees who gets the release.
    """
    columns = tuple(_flatten_levels(column) for column in encoded.columns)
    codes = [_codes_at_own_levels(encoded, at, levels[:, at]) for at in range(len(columns))]
    layout, raised = pack_columns(codes, [column.sizes[0] for column in columns])
    keys, counts, place = distinct(raised, encoded.counts)
    merged = replace(
        encoded,
        columns=columns,
        layout=layout,
        keys=keys,
        counts=counts,
        tuple_of_record=place[encoded.tuple_of_record],
    )
    return _renumber_tuples(merged, place)


def recode_table(encoded: EncodedTable, levels: LevelsOfRecords) -> EncodedTable:
    """The table after each record was raised to levels of its own.

    Like `recoded`, but records of one tuple may end up in different ones. Values of columns outside
    the key follow their records, and are still compared with those of the whole table.
    """
    columns = tuple(_flatten_levels(column) for column in encoded.columns)
    of = encoded.tuple_of_record
    codes = [_codes_at_own_levels(encoded, at, levels[:, at], of) for at in range(len(columns))]
    return regroup_records(
        encoded, columns, *pack_columns(codes, [column.sizes[0] for column in columns])
    )


def levels_of(encoded: EncodedTable, table: EncodedTable) -> Codes:
    """The levels of each tuple of a recoded table, one row each; its codes number all labels."""
    found = []
    for at, column in enumerate(encoded.columns):
        starts = np.cumsum([0, *column.sizes])
        found.append(np.searchsorted(starts, table.codes(at), side="right") - 1)
    return np.stack(found, axis=1).astype(np.int32)


def _flatten_levels(column: EncodedColumn) -> EncodedColumn:
    """The labels of all levels side by side as level 0, their different texts as level 1."""
    labels = pl.concat(column.labels)
    texts = labels.unique(maintain_order=True)
    places = pl.DataFrame({"text": texts}).with_row_index("code")
    seen = labels.to_frame("text").join(places, on="text", how="left", nulls_equal=True)
    covers = np.concatenate(column.covers)
    leaves = np.concatenate(column.leaves) if column.leaves else None
    seen_as = seen["code"].to_numpy().astype(np.int32)
    return replace(
        column,
        codes=(np.arange(len(labels), dtype=np.int32), seen_as),
        labels=(labels, texts),
        covers=(covers, largest_of(covers, seen_as, len(texts))),
        leaves=() if leaves is None else (leaves, largest_of(leaves, seen_as, len(texts))),
    )


def _codes_at_own_levels(
    encoded: EncodedTable, at: int, levels: NDArray[np.int16], of: Codes | None = None
) -> Codes:
    """The code of each tuple, or of the tuples `of` records, among the labels of all levels."""
    column, leaves = encoded.columns[at], encoded.codes(at)
    starts = np.concatenate([[0], np.cumsum(column.sizes[:-1])]).astype(np.int32)
    steps = np.stack(column.codes) + starts[:, np.newaxis]
    raised: Codes = steps[levels, leaves if of is None else leaves[of]]
    return raised


def _renumber_tuples(encoded: EncodedTable, place: Codes) -> EncodedTable:
    """The values of columns outside the key, each with the new number of its tuple."""
    people = encoded.people
    return replace(
        encoded,
        sensitive={
            name: _move_occurrences(found, place) for name, found in encoded.sensitive.items()
        },
        targets={name: _move_occurrences(found, place) for name, found in encoded.targets.items()},
        people=None if people is None else _move_occurrences(people, place),
        aggregated=tuple(
            AggregatedColumn(column.name, _move_occurrences(column.values, place), column.weight)
            for column in encoded.aggregated
        ),
        joint=encoded.joint.move_tuples(place),
    )


def _forget_records(encoded: EncodedTable) -> EncodedTable:
    """Forget which records the tuples of a part of a table stand for."""

    def of(values: Occurrences) -> Occurrences:
        return replace(values, by_record=None)

    people = encoded.people
    return replace(
        encoded,
        sensitive={name: of(found) for name, found in encoded.sensitive.items()},
        targets={name: of(found) for name, found in encoded.targets.items()},
        people=None if people is None else of(people),
        aggregated=tuple(replace(each, values=of(each.values)) for each in encoded.aggregated),
        joint=replace(encoded.joint, by_record={}),
        entries=None,
    )


def _move_occurrences(found: Occurrences, place: Codes) -> Occurrences:
    """The entries whose tuple still exists, under its new number."""
    tuples = place[found.tuples]
    there = tuples >= 0
    return replace(
        found,
        tuples=tuples[there],
        values=found.values[there],
        counts=found.counts[there],
        people=None if found.people is None else found.people[there],
        whole=found.reference,
    )
