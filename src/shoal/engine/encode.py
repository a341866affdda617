"""Encodes a table: texts become small integers (codes), and equal tuples are kept only once.

The key of a record is its codes in all quasi-identifiers that form classes, packed together.
Records with equal keys are one distinct tuple. Other columns are outside the key: of them, the
encoded table knows how often each value occurs with each distinct tuple.

After this nothing looks at a record again until the release is written: the number of distinct
tuples, not of records, decides how long a search takes (docs/theory/search.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts
from shoal.engine.dictionary import Dictionary
from shoal.engine.distinct import distinct
from shoal.engine.encode_population import join_codes, number_persons, people_of, population_of
from shoal.engine.encoded import AggregatedColumn, EncodedColumn, EncodedTable, Occurrences
from shoal.engine.joint import joint_of
from shoal.engine.occurrences import occurrences_of
from shoal.engine.packing import pack_columns
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
    aggregated: Mapping[str, pl.Series] | None = None,
    targets: Mapping[str, pl.Series] | None = None,
    joint: Mapping[str, pl.Series] | None = None,
    person: pl.Series | None = None,
    population: Mapping[str, pl.Series] | None = None,
    population_person: pl.Series | None = None,
    counts: Counts | None = None,
    weights: Mapping[str, float] | None = None,
) -> EncodedTable:
    """Encode a table; a `DataError` if values are not in their hierarchies.

    Args:
        texts: The quasi-identifiers of the key, one text per record.
        hierarchies: The hierarchy of each of them.
        sensitive: Values of sensitive columns, one per record.
        orders: All values of a column outside the key, lowest first; otherwise they are sorted.
        trees: The hierarchies of sensitive columns, for promises that ask how far values are apart.
        aggregated: Quasi-identifiers that take no part in the key, one value per record.
        targets: Values of columns to predict, one per record.
        joint: Columns outside the key whose combinations are counted, one value per record.
        person: Who each record belongs to.
        population: The key of everybody whom a record could be about, the table included.
        population_person: Who each record of the population belongs to.
        counts: How many records each entry stands for, if equal ones were counted before.
        weights: How much each column's loss counts; 1 where nothing is said.
    """
    records = len(next(iter(texts.values())))
    found = join_codes(_codes(texts, hierarchies), _codes(population or {}, hierarchies))
    columns = _columns(found, hierarchies, weights or {})
    layout, every = pack_columns(list(found.values()), [column.sizes[0] for column in columns])
    entry_counts = np.ones(records, np.int64) if counts is None else counts
    keys, tuple_counts, tuples = distinct(every[:records], entry_counts)
    people = None if person is None else number_persons(person)
    beside = _Beside(tuples, entry_counts, orders or {}, trees or {}, weights or {}, people)
    secret, wanted, averaged = ((part or {}).items() for part in (sensitive, targets, aggregated))
    return EncodedTable(
        records=int(entry_counts.sum()),
        columns=tuple(columns),
        layout=layout,
        keys=keys,
        counts=tuple_counts,
        tuple_of_record=tuples,
        sensitive={name: beside.sensitive_occurrences(name, one) for name, one in secret},
        targets={name: beside.record_occurrences(name, one) for name, one in wanted},
        people=None if person is None else people_of(tuples, person, entry_counts),
        aggregated=tuple(beside.column_outside_key(*column) for column in averaged),
        population=population_of(every[records:], population_person) if population else None,
        joint=joint_of(tuples, joint or {}, entry_counts),
        entries=counts,
    )


@dataclass(frozen=True, eq=False)
class _Beside:
    """Counts how often each value of a column outside the key occurs with each distinct tuple.

    Attributes:
        tuples: The distinct tuple of each record.
        counts: How many records each entry stands for.
        orders: All values of a column, lowest first, where they are not just sorted.
        trees: The hierarchies of sensitive columns.
        weights: How much each column's loss counts.
        people: The number of each record's person, where the study counts people.
    """

    tuples: Codes
    counts: Counts
    orders: Mapping[str, pl.Series]
    trees: Mapping[str, Hierarchy]
    weights: Mapping[str, float]
    people: Codes | None

    def sensitive_occurrences(self, name: str, values: pl.Series) -> Occurrences:
        """The occurrences of a sensitive column; they count people where the study does."""
        order = self.orders.get(name)
        found = occurrences_of(self.tuples, values, self.counts, order, self.people)
        return _add_tree(name, found, self.trees.get(name))

    def record_occurrences(self, name: str, values: pl.Series) -> Occurrences:
        """The occurrences of a column that is not sensitive; they always count records."""
        return occurrences_of(self.tuples, values, self.counts, self.orders.get(name))

    def column_outside_key(self, name: str, values: pl.Series) -> AggregatedColumn:
        """A quasi-identifier outside the key, with its occurrences and its weight."""
        return AggregatedColumn(
            name, self.record_occurrences(name, values), self.weights.get(name, 1.0)
        )


def _columns(
    found: dict[str, Codes], hierarchies: Mapping[str, Hierarchy], weights: Mapping[str, float]
) -> list[EncodedColumn]:
    """The columns of the key; where a hierarchy is large, the codes in `found` are replaced."""
    columns = []
    for name, codes in found.items():
        used = _codes_that_occur(codes, hierarchies[name])
        found[name] = codes if used is None else _renumber_codes(codes, used)
        columns.append(_column(name, hierarchies[name], used, weights.get(name, 1.0)))
    return columns


def _codes(
    texts: Mapping[str, pl.Series], hierarchies: Mapping[str, Hierarchy]
) -> dict[str, Codes]:
    """The codes of each column; a `DataError` if some values are not in their hierarchies."""
    found = {name: _dictionary(hierarchies[name]).codes(column) for name, column in texts.items()}
    _refuse_unknown(found, hierarchies)
    return found


_dictionaries: WeakKeyDictionary[Hierarchy, Dictionary] = WeakKeyDictionary()


def _dictionary(hierarchy: Hierarchy) -> Dictionary:
    """Finds the code of a value at level 0 of a hierarchy; made once per hierarchy."""
    if hierarchy not in _dictionaries:
        _dictionaries[hierarchy] = Dictionary.of(hierarchy.levels[0])
    return _dictionaries[hierarchy]


def _refuse_unknown(found: Mapping[str, Codes], hierarchies: Mapping[str, Hierarchy]) -> None:
    """Raise a `DataError` about all columns with a negative code: a value not in its hierarchy."""
    problems = []
    for name, codes in found.items():
        if codes.size and codes.min() < 0:
            problems.append(
                f"Column {name!r}: the values of {np.count_nonzero(codes < 0):,} of {len(codes):,}"
                f" records are not in its hierarchy ({hierarchies[name].source})."
                " Add them there (`shoal hierarchy unknown` lists them, for you only), or let it be"
                " made from the data (`builder: automatic`)."
            )
    if problems:
        raise DataError(*problems)


def _codes_that_occur(codes: Codes, hierarchy: Hierarchy) -> Codes | None:
    """The codes that occur, ascending; None if the hierarchy is small and keeps all its codes."""
    if len(hierarchy.levels[0]) <= SMALL:
        return None
    return np.flatnonzero(np.bincount(codes, minlength=len(hierarchy.levels[0]))).astype(np.int32)


def _renumber_codes(codes: Codes, used: Codes) -> Codes:
    """Each code as its position among the codes that occur."""
    positions = np.zeros(int(used[-1]) + 1, np.int32)
    positions[used] = np.arange(used.size, dtype=np.int32)
    return positions[codes]


def _column(name: str, hierarchy: Hierarchy, used: Codes | None, weight: float) -> EncodedColumn:
    """A column of the key; `used` are the codes to which its hierarchy is cut down, if any."""
    leaves = tuple(np.bincount(codes).astype(np.int64) for codes in hierarchy.codes)
    values = len(hierarchy.levels[0])
    if used is None:
        codes, labels, covers = hierarchy.codes, hierarchy.labels, hierarchy.covers
        return EncodedColumn(name, codes, labels, covers, hierarchy.domain, weight, leaves, values)
    kept = [np.unique(level[used], return_inverse=True) for level in hierarchy.codes]
    return EncodedColumn(
        name,
        tuple(codes.astype(np.int32) for _, codes in kept),
        tuple(labels.gather(at) for labels, (at, _) in zip(hierarchy.labels, kept, strict=True)),
        tuple(covers[at] for covers, (at, _) in zip(hierarchy.covers, kept, strict=True)),
        hierarchy.domain,
        weight,
        tuple(under[at] for under, (at, _) in zip(leaves, kept, strict=True)),
        values,
    )


def _add_tree(name: str, found: Occurrences, tree: Hierarchy | None) -> Occurrences:
    """The same occurrences, with the codes of each value at all levels of the hierarchy."""
    if tree is None:
        return found
    rows = _dictionary(tree).codes(found.labels)
    _refuse_unknown({name: rows}, {name: tree})
    return replace(found, tree=tuple(codes[rows] for codes in tree.codes))
