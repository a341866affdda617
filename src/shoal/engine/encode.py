"""Texts become small integers, equal tuples become one.

After this nothing looks at a record again until the release is written: the number of distinct
tuples, not of records, decides how long a search takes (design.md §4).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts
from shoal.engine.dictionary import Dictionary
from shoal.engine.distinct import distinct
from shoal.engine.encode_population import numbered, people_of, population_of, together
from shoal.engine.encoded import AggregatedColumn, EncodedColumn, EncodedTable, Occurrences
from shoal.engine.joint import joint_of
from shoal.engine.occurrences import occurrences_of
from shoal.engine.packing import packed
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
    """Encode the quasi-identifiers of a table.

    Args:
        texts: The quasi-identifiers' texts, one per record.
        hierarchies: The hierarchy of each quasi-identifier.
        sensitive: Values of sensitive columns, one per record.
        orders: All values of a column outside the key, lowest first; as texts sort by default.
        trees: The hierarchies of sensitive columns, for promises that ask how far values are apart.
        aggregated: Quasi-identifiers that take no part in the key, one value per record.
        targets: Values of columns to predict, one per record.
        joint: Values of columns outside the key that are looked at together, one per record.
        person: Who each record belongs to.
        population: The quasi-identifiers of everybody the records could be about.
        population_person: Who each record of the population belongs to.
        counts: How many records each entry stands for, if the table was aggregated before.
        weights: How much each column's loss counts; 1 where nothing is said.
    """
    records = len(next(iter(texts.values())))
    found = together(_codes(texts, hierarchies), _codes(population or {}, hierarchies))
    columns = _columns(found, hierarchies, weights or {})
    layout, every = packed(list(found.values()), [column.sizes[0] for column in columns])
    entry_counts = np.ones(records, np.int64) if counts is None else counts
    keys, tuple_counts, tuples = distinct(every[:records], entry_counts)
    people = None if person is None else numbered(person)
    beside = _Beside(tuples, entry_counts, orders or {}, trees or {}, weights or {}, people)
    return EncodedTable(
        records=int(entry_counts.sum()),
        columns=tuple(columns),
        layout=layout,
        keys=keys,
        counts=tuple_counts,
        tuple_of_record=tuples,
        sensitive={name: beside.seen(name, values) for name, values in (sensitive or {}).items()},
        targets={name: beside.counted(name, values) for name, values in (targets or {}).items()},
        people=None if person is None else people_of(tuples, person, entry_counts),
        aggregated=tuple(beside.outside(*column) for column in (aggregated or {}).items()),
        population=population_of(every[records:], population_person) if population else None,
        joint=joint_of(tuples, joint or {}, entry_counts),
        entries=counts,
    )


@dataclass(frozen=True, eq=False)
class _Beside:
    """How columns outside the key are counted: per distinct tuple, in the order of their type."""

    tuples: Codes
    counts: Counts
    orders: Mapping[str, pl.Series]
    trees: Mapping[str, Hierarchy]
    weights: Mapping[str, float]
    people: Codes | None

    def seen(self, name: str, values: pl.Series) -> Occurrences:
        """A sensitive column, counted in people where the study counts them."""
        order = self.orders.get(name)
        found = occurrences_of(self.tuples, values, self.counts, order, self.people)
        return _placed(name, found, self.trees.get(name))

    def counted(self, name: str, values: pl.Series) -> Occurrences:
        """Any other column, always counted in records."""
        return occurrences_of(self.tuples, values, self.counts, self.orders.get(name))

    def outside(self, name: str, values: pl.Series) -> AggregatedColumn:
        """A quasi-identifier that takes no part in the key."""
        return AggregatedColumn(name, self.counted(name, values), self.weights.get(name, 1.0))


def _columns(
    found: dict[str, Codes], hierarchies: Mapping[str, Hierarchy], weights: Mapping[str, float]
) -> list[EncodedColumn]:
    """The columns of the key; codes of large hierarchies are renumbered in place."""
    columns = []
    for name, codes in found.items():
        used = _used(codes, hierarchies[name])
        found[name] = codes if used is None else _renumbered(codes, used)
        columns.append(_column(name, hierarchies[name], used, weights.get(name, 1.0)))
    return columns


def _codes(
    texts: Mapping[str, pl.Series], hierarchies: Mapping[str, Hierarchy]
) -> dict[str, Codes]:
    """The codes of columns whose values are all in their hierarchies."""
    found = {name: _dictionary(hierarchies[name]).codes(column) for name, column in texts.items()}
    _refuse_unknown(found, hierarchies)
    return found


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


def _placed(name: str, found: Occurrences, tree: Hierarchy | None) -> Occurrences:
    """The same occurrences, with each value's place in the column's hierarchy."""
    if tree is None:
        return found
    rows = _dictionary(tree).codes(found.labels)
    _refuse_unknown({name: rows}, {name: tree})
    return replace(found, tree=tuple(codes[rows] for codes in tree.codes))
