"""The classes of a release as promises see them: sizes, and the values of sensitive columns.

A class is what the release shows: equal cells in all quasi-identifiers, a missing value being a
value of its own. Where people are counted, or a column is not released, the classes are those of
the input records that the release was matched with.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from shoal.verify.case.case import Bools, Case
from shoal.verify.case.records import Keys, Whole
from shoal.verify.promises.around import Around
from shoal.verify.promises.tally import Tally, tally


@dataclass(frozen=True, eq=False)
class Classes:
    """All that a check may see.

    Attributes:
        sizes: The number of records, or of people where they are counted, in each class.
        tallies: The values of the columns that promises name, as far as they can be seen.
        around: The sample and the population that the classes are from.
        places: The place of one released record of each class; None if classes are those of input
            records.
        count: Counts the combinations of values under each class, and all that there are; None if
            that cannot be known.
    """

    sizes: Whole
    tallies: Mapping[str, Tally]
    around: Around | None = None
    places: Whole | None = None
    count: Callable[[], tuple[list[int], int]] | None = None


def classes_of_release(case: Case, shown: Bools) -> Classes:
    """The classes of the released records that are `shown`, counting records."""
    nothing = np.zeros(0, dtype=np.int64)
    keys = Keys(nothing, np.zeros(int(shown.sum()), dtype=np.int64), 1)
    for column in case.quasi_identifiers:
        codes = column.release.codes[shown]
        keys = keys.join(nothing.astype(np.int32), codes, len(column.release.texts))
    numbers, sizes = _number_classes(keys.dense().release)
    tallies = {
        name: tally(column, len(sizes), numbers, column.release[shown])
        for name, column in case.sensitive.items()
        if column.release is not None
    }
    first = np.flatnonzero(shown)[np.unique(numbers, return_index=True)[1]]
    return Classes(sizes, tallies, places=first)


def classes_of_input(case: Case, classes: Whole, chosen: Bools) -> Classes:
    """The classes of some records of the input, counting people if the study does.

    Args:
        case: The release and its input.
        classes: The class of each record of the input.
        chosen: One flag per record of the input: whether it counts.
    """
    numbers, sizes = _number_classes(classes[chosen])
    people = None if case.people is None else case.people[chosen]
    if people is not None:
        everybody = int(people.max(initial=0)) + 1
        sizes = np.bincount(np.unique(numbers * everybody + people) // everybody)
    tallies = {
        name: tally(column, len(sizes), numbers, column.data.codes[chosen], people)
        for name, column in case.sensitive.items()
    }
    return Classes(sizes, tallies)


def _number_classes(keys: Whole) -> tuple[Whole, Whole]:
    """The class of each record, numbered without gaps, and the size of each class."""
    sizes = np.bincount(keys)
    there = sizes > 0
    return (np.cumsum(there) - 1)[keys], sizes[there]
