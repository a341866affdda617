"""Texts become small integers, equal tuples become one.

After this nothing looks at a record again until the release is written: the number of distinct
tuples, not of records, decides how long a search takes (design.md §4).
"""

from collections.abc import Mapping
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.dictionary import Dictionary
from shoal.engine.distinct import distinct
from shoal.engine.encoded import EncodedColumn, EncodedTable, Occurrences
from shoal.engine.kernel import kernel
from shoal.engine.layout import Layout
from shoal.errors import DataError
from shoal.hierarchies.hierarchy import Hierarchy

# A hierarchy's own row numbers serve as codes while it is small; a large one (all ZIP codes, all
# of ICD) is cut down to the values that occur, so that keys stay short.
SMALL = 1 << 12


def encode(
    texts: Mapping[str, pl.Series],
    hierarchies: Mapping[str, Hierarchy],
    *,
    sensitive: Mapping[str, pl.Series] | None = None,
    orders: Mapping[str, pl.Series] | None = None,
    trees: Mapping[str, Hierarchy] | None = None,
    person: pl.Series | None = None,
    counts: Counts | None = None,
    weights: Mapping[str, float] | None = None,
) -> EncodedTable:
    """Encode the quasi-identifiers of a table.

    Args:
        texts: The quasi-identifiers' texts, one per record.
        hierarchies: The hierarchy of each quasi-identifier.
        sensitive: Values of sensitive columns, one per record.
        orders: All values of a sensitive column from the lowest to the highest; as texts sort
            where nothing is said.
        trees: The hierarchies of sensitive columns, for promises that ask how far values are apart.
        person: Who each record belongs to.
        counts: How many records each entry stands for, if the table was aggregated before.
        weights: How much each column's loss counts; 1 where nothing is said.
    """
    found = {name: _dictionary(hierarchies[name]).codes(column) for name, column in texts.items()}
    _refuse_unknown(found, hierarchies)
    columns = []
    for name, codes in found.items():
        used = _used(codes, hierarchies[name])
        found[name] = codes if used is None else _renumbered(codes, used)
        columns.append(_column(name, hierarchies[name], used, (weights or {}).get(name, 1.0)))
    layout = Layout.of([column.sizes[0] for column in columns])
    packed = _packed(list(found.values()), layout)
    entry_counts = np.ones(len(packed), np.int64) if counts is None else counts
    keys, tuple_counts, tuple_of_record = distinct(packed, entry_counts)
    return EncodedTable(
        records=int(entry_counts.sum()),
        columns=tuple(columns),
        layout=layout,
        keys=keys,
        counts=tuple_counts,
        tuple_of_record=tuple_of_record,
        sensitive={
            name: _placed(
                _occurrences(tuple_of_record, values, entry_counts, (orders or {}).get(name)),
                (trees or {}).get(name),
            )
            for name, values in (sensitive or {}).items()
        },
        people=None if person is None else _occurrences(tuple_of_record, person, entry_counts),
    )


_dictionaries: WeakKeyDictionary[Hierarchy, Dictionary] = WeakKeyDictionary()


def _dictionary(hierarchy: Hierarchy) -> Dictionary:
    """The index of a hierarchy's leaves, made once per hierarchy."""
    if hierarchy not in _dictionaries:
        _dictionaries[hierarchy] = Dictionary.of(hierarchy.levels[0])
    return _dictionaries[hierarchy]


def _refuse_unknown(found: Mapping[str, Codes], hierarchies: Mapping[str, Hierarchy]) -> None:
    problems = []
    for name, codes in found.items():
        if codes.size and codes.min() < 0:
            problems.append(
                f"Column {name!r}: the values of {np.count_nonzero(codes < 0):,} of {len(codes):,}"
                f" records are not in its hierarchy ({hierarchies[name].source})."
                " Add them there, or let it be made from the data (`builder: automatic`)."
            )
    if problems:
        raise DataError(*problems)


def _used(codes: Codes, hierarchy: Hierarchy) -> Codes | None:
    """The hierarchy rows that occur, if it pays to renumber them."""
    if len(hierarchy.levels[0]) <= SMALL:
        return None
    return np.flatnonzero(np.bincount(codes, minlength=len(hierarchy.levels[0]))).astype(np.int32)


def _renumbered(codes: Codes, used: Codes) -> Codes:
    positions = np.zeros(int(used[-1]) + 1, np.int32)
    positions[used] = np.arange(used.size, dtype=np.int32)
    return positions[codes]


def _column(name: str, hierarchy: Hierarchy, used: Codes | None, weight: float) -> EncodedColumn:
    if used is None:
        codes, labels, covers = hierarchy.codes, hierarchy.labels, hierarchy.covers
        return EncodedColumn(name, codes, labels, covers, hierarchy.domain, weight)
    kept = [np.unique(level[used], return_inverse=True) for level in hierarchy.codes]
    return EncodedColumn(
        name,
        tuple(codes.astype(np.int32) for _, codes in kept),
        tuple(labels.gather(at) for labels, (at, _) in zip(hierarchy.labels, kept, strict=True)),
        tuple(covers[at] for covers, (at, _) in zip(hierarchy.covers, kept, strict=True)),
        hierarchy.domain,
        weight,
    )


def _packed(columns: list[Codes], layout: Layout) -> Keys:
    keys = np.zeros((len(columns[0]), layout.words), np.uint64)
    for codes, word, shift in zip(columns, layout.word, layout.shift, strict=True):
        _pack(keys, codes, word, shift)
    return keys


@kernel
def _pack(keys: Keys, codes: Codes, word: int, shift: int) -> None:
    for record in range(codes.size):
        keys[record, word] |= np.uint64(codes[record]) << shift


def _placed(found: Occurrences, tree: Hierarchy | None) -> Occurrences:
    """The same occurrences, with each value's place in the column's hierarchy."""
    if tree is None:
        return found
    rows = _dictionary(tree).codes(found.labels)
    _refuse_unknown({found.labels.name: rows}, {found.labels.name: tree})
    return replace(found, tree=tuple(codes[rows] for codes in tree.codes))


def _occurrences(
    tuples: Codes, values: pl.Series, counts: Counts, all_values: pl.Series | None = None
) -> Occurrences:
    labels = values.unique().sort() if all_values is None else all_values
    codes = Dictionary.of(labels).codes(values)
    pairs = (tuples.astype(np.uint64) << np.uint64(32)) | codes.astype(np.uint64)
    keys, sums, _ = distinct(pairs.reshape(-1, 1), counts)
    order = np.argsort(keys[:, 0])
    words = keys[order, 0]
    tuples = (words >> np.uint64(32)).astype(np.int32)
    return Occurrences(tuples, words.astype(np.int32), sums[order], labels)
