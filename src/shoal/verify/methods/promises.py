"""The promise of each method, recomputed on the release.

A bin is all records that look alike in a set of linked columns. What must hold:

- Datafly: in every set, each released record is in a bin of at least the bin size.
- Sub-combination analysis: the same, but a blank cell matches every value. This implies it for all
  smaller combinations of the set.
- µ-Argus: the same as sub-combination analysis, but for the single columns, pairs and triples that
  follow from the identifying levels of the columns.
- Clusters: at least k records look alike in all quasi-identifiers.
- Microaggregation of single columns: at least k records look alike in each of them.
- Noise, PRAM and rank swapping promise nothing.

If the study names a person, people are counted. Where cells are blank, these are the people of the
input whom a released record fits: nobody is safe through the blanks of others, whose they are not
being told.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from shoal.errors import StudyError
from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Keys
from shoal.verify.findings.verdict import Finding
from shoal.verify.methods.wildcards import Whole, people_who_fit, wildcard_bins
from shoal.verify.promises import Traced, classes_of_input, not_checked
from shoal.verify.study.known_settings import BY_CHANCE

Settings = Mapping[str, Any]
Check = Callable[[Settings, Case, Bools], Iterator[Finding]]
UNKNOWN_PEOPLE = "People can only be counted in records that match the input, one by one."
MOST, MORE, IDENTIFYING = 1, 2, 3  # identifying levels of µ-Argus


@dataclass(frozen=True, eq=False)
class Origins:
    """Where the released records of one level per column stem from.

    Attributes:
        levels: The level of each column.
        kept: Which records of the input are released.
    """

    levels: Mapping[str, int]
    kept: Bools


def method_findings(case: Case, shown: Bools, origins: Origins | None = None) -> list[Finding]:
    """Check the promise of the study's method.

    Args:
        case: The release and its input.
        shown: The records of the release that count.
        origins: Where they stem from; None if that is not known for certain.
    """
    settings = case.terms.method or {}
    if settings.get("name") == "datafly" and case.people is not None:
        return list(_datafly_by_person(settings, case, case.people, origins))
    return list(KNOWN[str(settings.get("name"))](settings, case, shown))


def _datafly(settings: Settings, case: Case, shown: Bools) -> Iterator[Finding]:
    """Check that no bin of a linked set is too small."""
    for names, size in sets_of_columns(settings, case):
        bins = _bin_sizes(case, names, shown)
        yield _bins_finding("datafly", names, size, bins, bins)


def _datafly_by_person(
    settings: Settings, case: Case, people: Whole, origins: Origins | None
) -> Iterator[Finding]:
    """The same, counting the people of the input records that are released."""
    for names, size in sets_of_columns(settings, case):
        if origins is None:
            yield not_checked({"model": "datafly", "bin_size": size}, UNKNOWN_PEOPLE)
            continue
        everybody = np.zeros(int(origins.kept.sum()), np.int64)
        keys = Keys(everybody, np.zeros(0, np.int64), 1)
        for column in _written_columns(case, names):
            codes = column.codes_at(origins.levels[column.terms.name])[origins.kept]
            keys = keys.join(codes, np.zeros(0, np.int32), len(column.release.texts)).dense()
        members = np.unique(np.stack([keys.data, people[origins.kept]]), axis=1)[0]
        bins = np.bincount(members)
        yield _bins_finding("datafly", names, size, bins[bins > 0], bins[bins > 0])


def _bin_sizes(
    case: Case, names: Sequence[str], shown: Bools
) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """The size of each bin of shown records that look alike in the columns with these names."""
    keys = Keys(np.zeros(0, np.int64), np.zeros(int(shown.sum()), np.int64), 1)
    for column in _written_columns(case, names):
        codes = column.release.codes[shown]
        keys = keys.join(np.zeros(0, np.int32), codes, len(column.release.texts)).dense()
    bins = np.bincount(keys.release)
    return bins[bins > 0]


def _subcombinations(settings: Settings, case: Case, _: Bools) -> Iterator[Finding]:
    """Check that enough records match each record in every set; blank cells match everything."""
    for names, size in sets_of_columns(settings, case):
        name, columns = str(settings["name"]), _written_columns(case, names)
        bins = _wildcard_bins(case, columns)
        if bins is None:
            yield not_checked({"model": name, "bin_size": size}, UNKNOWN_PEOPLE)
        else:
            yield _bins_finding(name, names, size, *bins)


def _argus(settings: Settings, case: Case, _: Bools) -> Iterator[Finding]:
    """Check that enough records match each record in the combinations that µ-Argus looks at."""
    size = _bin_size(settings.get("bin_size"))
    levels = {str(name): int(level) for name, level in settings["identifying"].items()}
    smallest, unsafe = None, 0
    for chosen in combinations_to_check(levels):
        columns = _written_columns(case, chosen)
        if not columns:
            continue
        found = _wildcard_bins(case, columns)
        if found is None:
            yield not_checked({"model": "argus", "bin_size": size}, UNKNOWN_PEOPLE)
            return
        bins, counts = found
        unsafe += int(counts[bins < size].sum())
        smallest = min(
            int(bins.min(initial=case.released)), case.released if smallest is None else smallest
        )
    who = "records" if case.people is None else "people"
    reason = f"{unsafe} combinations of records are matched by fewer than {size} {who}."
    parameters = {"bin_size": size, "identifying": levels}
    yield Finding("privacy", not unsafe, reason if unsafe else "", smallest, "argus", parameters)


def _clusters(settings: Settings, case: Case, shown: Bools) -> Iterator[Finding]:
    """Check that no cluster (all records that look alike) is too small."""
    size = settings.get("k")
    if not isinstance(size, int) or size < 1:
        raise StudyError("The method needs a whole number `k`.")
    names = [column.terms.name for column in case.quasi_identifiers]
    sizes = _bin_sizes(case, names, shown)
    if case.people is not None:
        traced = trace_looks(case)
        if traced is None:
            yield not_checked({"model": str(settings["name"]), "k": size}, UNKNOWN_PEOPLE)
            return
        sizes = classes_of_input(case, traced.classes, traced.kept).sizes
    small = sizes < size
    reason = f"{int(sizes[small].sum())} records are in clusters of fewer than {size}."
    measured = int(sizes.min()) if len(sizes) else None
    name, wrong = str(settings["name"]), bool(small.any())
    yield Finding("privacy", not wrong, reason if wrong else "", measured, name, {"k": size})


def _microaggregation(settings: Settings, case: Case, shown: Bools) -> Iterator[Finding]:
    """Check that no value of a changed column is shown by too few records."""
    size = settings.get("k")
    if not isinstance(size, int) or size < 1:
        raise StudyError("The method needs a whole number `k`.")
    columns = changed_columns(settings, case)
    counts = [np.bincount(column.release.codes[shown]) for column in columns]
    values = np.concatenate([np.zeros(0, np.int64), *counts])
    values = values[values > 0]
    few = int(np.count_nonzero(values < size))
    reason = f"{few} values of changed columns are shown by fewer than {size} records."
    measured = int(values.min()) if len(values) else None
    name = str(settings["name"])
    yield Finding("privacy", not few, reason if few else "", measured, name, {"k": size})


def _nothing(_: Settings, __: Case, ___: Bools) -> Iterator[Finding]:
    """A method that changes values by chance promises nothing about a record."""
    yield from ()


def changed_columns(settings: Settings, case: Case) -> list[Linked]:
    """The released columns that a method changes: those it names, else all quasi-identifiers."""
    named = settings.get("columns")
    known = case.quasi_identifiers
    return known if named is None else [column for column in known if column.terms.name in named]


KNOWN: Mapping[str, Check] = {
    "datafly": _datafly,
    "subcombinations": _subcombinations,
    "local-suppression": _subcombinations,  # the same promise about all quasi-identifiers
    "argus": _argus,
    "sangreea": _clusters,
    "mondrian": _clusters,
    "mdav": _clusters,
    "noise": _nothing,
    "pram": _nothing,
    "rank-swapping": _nothing,
    "univariate-microaggregation": _microaggregation,
}
# These blank single cells, and drop no record.
BLANKING = ("subcombinations", "argus", "local-suppression")
# These show other values than the true ones.
CHANGING = (*BY_CHANCE, "univariate-microaggregation")
# These give each record cells that no single level explains, and drop no record.
OWN_CELLS = ("sangreea", "mondrian", "mdav", *CHANGING)


def trace_looks(case: Case) -> Traced | None:
    """What each record of the input shows; None where nobody tells which record it became."""
    if case.places is None or case.released != case.records:
        return None
    classes = np.zeros(case.records, np.int64)
    classes[case.places] = _looks(case, case.quasi_identifiers)
    return Traced(classes, np.ones(case.records, np.bool_), exact=True)


def _looks(case: Case, columns: Sequence[Linked]) -> Whole:
    """A number for each released record, the same for those that look alike in some columns."""
    keys = Keys(np.zeros(0, np.int64), np.zeros(case.released, np.int64), 1)
    for column in columns:
        codes = column.release.codes
        keys = keys.join(np.zeros(0, np.int32), codes, len(column.release.texts)).dense()
    return keys.release


def _wildcard_bins(case: Case, columns: Sequence[Linked]) -> tuple[Whole, Whole] | None:
    """The bin of each different record, and how many are like it; None if it cannot be known.

    Columns that are not written reveal nothing: without any, everybody is in one bin.
    """
    if not columns:
        members = case.released if case.people is None else len(np.unique(case.people))
        return np.array([members]), np.array([case.released])
    return wildcard_bins(columns) if case.people is None else people_who_fit(columns, case.people)


def combinations_to_check(levels: Mapping[str, int]) -> list[tuple[str, ...]]:
    """The combinations of columns that original µ-Argus looks at (paper 003, "The µ-Argus System").

    Each identifying column alone; pairs with a most or a more identifying column; triples with a
    most and a more identifying column. A column of level 0 is in none of them.

    Args:
        levels: How identifying each column is: 1 most, 2 more, 3 identifying, 0 not at all.
    """
    used = [name for name, level in levels.items() if level in (MOST, MORE, IDENTIFYING)]
    pairs = [
        pair for pair in combinations(used, 2) if {levels[name] for name in pair} & {MOST, MORE}
    ]
    triples = [
        triple
        for triple in combinations(used, 3)
        if {levels[name] for name in triple} >= {MOST, MORE}
    ]
    return [*((name,) for name in used), *pairs, *triples]


def sets_of_columns(settings: Settings, case: Case) -> list[tuple[tuple[str, ...], int]]:
    """Each set of linked columns with its bin size; by default one set: all quasi-identifiers."""
    linked = settings.get("linked")
    if linked is None:
        return [(case.terms.quasi_identifiers, _bin_size(settings.get("bin_size")))]
    return [
        (
            tuple(map(str, group["columns"])),
            _bin_size(group.get("bin_size") or settings.get("bin_size")),
        )
        for group in linked
    ]


def _written_columns(case: Case, names: Sequence[str]) -> list[Linked]:
    """The released columns of a set; columns that are not released reveal nothing."""
    return [column for column in case.quasi_identifiers if column.terms.name in names]


def _bin_size(given: object) -> int:
    """The size that was given; StudyError if it is no whole number from 1 on."""
    if not isinstance(given, int) or given < 1:
        raise StudyError("The method needs a whole number `bin_size`.")
    return given


def _bins_finding(
    model: str,
    names: Sequence[str],
    size: int,
    bins: "np.ndarray[Any, np.dtype[np.int64]]",
    records: "np.ndarray[Any, np.dtype[np.int64]]",
) -> Finding:
    """Whether all bins have the size; `records` says how many records each one is about."""
    small = bins < size
    wrong = f"{int(records[small].sum())} records are in bins of fewer than {size}."
    measured = int(bins.min()) if len(bins) else None
    parameters = {"bin_size": size, "columns": list(names)}
    return Finding(
        "privacy", not small.any(), wrong if small.any() else "", measured, model, parameters
    )
