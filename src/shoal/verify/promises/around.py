"""What a promise may know beyond the classes of a release: sample, population, who is missing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Keys, Whole, keys
from shoal.verify.values.dictionary import positions
from shoal.verify.values.hierarchies import labels_by_level


@dataclass(frozen=True, eq=False)
class Around:
    """The surroundings of some classes.

    Attributes:
        sample: How many records, or people, of the input may be released.
        size: How large the population is; None where the study does not say so.
        population: How many of it look like each class; None where no promise counts them.
        strangers: How many classes of the population have no record in the input.
        tells_nothing: Whether every record shows the same in every column.
        game: What publisher and adversary play for, where the study says so.
        levels: The level of each column; None where records have levels of their own.
    """

    sample: int
    size: int | None = None
    population: Whole | None = None
    strangers: int = 0
    tells_nothing: bool = False
    game: Mapping[str, Any] | None = None
    levels: Mapping[str, int] | None = None


def around_case(case: Case) -> Around:
    """What is known about the input before any record is matched."""
    members = case.records if case.people is None else len(np.unique(case.people))
    return Around(members, case.population_size, game=case.terms.game)


def around_levels(case: Case, levels: Mapping[str, int], shown: Bools) -> Around:
    """The surroundings of the classes of the records that are shown, at their levels."""
    nothing = all(
        len(np.unique(column.levels[levels[column.terms.name]])) == 1
        for column in case.label_columns
    )
    around = replace(around_case(case), tells_nothing=nothing, levels=levels)
    # Where aggregates are shown, classes of the release are not those of labels alone.
    if case.population is None or len(case.label_columns) < len(case.quasi_identifiers):
        return around
    counts, strangers = _counts(case, levels, shown), _strangers(case, levels)
    return replace(around, population=counts, strangers=strangers)


def _counts(case: Case, levels: Mapping[str, int], shown: Bools) -> Whole:
    """How many of the population look like each class, in the order of the classes shown."""
    wide = case.population
    assert wide is not None  # noqa: S101  (asked only then)
    columns = [(column, levels[column.terms.name]) for column in wide.columns]
    classes: Keys = keys(columns, (wide.records, case.released))
    number, who = classes.data, wide.people
    if who is not None:
        pairs = np.unique(np.stack((number, who)), axis=1)
        number = pairs[0]
    counts = np.bincount(number[number >= 0], minlength=classes.size)
    there = np.unique(classes.release[shown])
    # Suppressed records that keep values show no label: they could be anybody's.
    members = wide.records if who is None else len(np.unique(who))
    return np.where(counts[there] > 0, counts[there], members)


def _strangers(case: Case, levels: Mapping[str, int]) -> int:
    """How many classes of the population have no record in the input, suppressed ones included."""
    wide = case.population
    assert wide is not None  # noqa: S101  (asked only then)
    pairs = zip(case.label_columns, wide.columns, strict=True)
    both = np.zeros(case.records + wide.records, np.int64)
    for inside, outside in pairs:
        nodes = _nodes(case, inside, levels[inside.terms.name])
        codes = nodes[np.concatenate((inside.data.codes, outside.data.codes))]
        both = np.unique(both * (int(nodes.max(initial=0)) + 1) + codes, return_inverse=True)[1]
    return len(np.setdiff1d(both[case.records :], both[: case.records]))


def _nodes(case: Case, column: Linked, level: int) -> Whole:
    """The label of each value on a level, released or not, as a number."""
    steps = labels_by_level(column.terms, column.data.texts, case.folder)
    return positions(steps[level], steps[level].unique(maintain_order=True)).astype(np.int64)
