"""The classes of a counted release, as the checks of promises see them."""

from pathlib import Path

import numpy as np

from shoal.verify.case.linked import input_values
from shoal.verify.case.people import people_of
from shoal.verify.case.sensitive import Sensitive
from shoal.verify.large.counting import Whole
from shoal.verify.large.match import Match, Sides, sum_counts
from shoal.verify.promises.around import Around
from shoal.verify.promises.classes import Classes
from shoal.verify.promises.tally import Tally
from shoal.verify.values.spellings import one_spelling


def classes_of(sides: Sides, match: Match, folder: Path, around: Around) -> Classes:
    """Sizes and values of the classes that are released.

    They are read from the lines of the input that the release was matched with: the match was
    exact, value by value, and only the input knows people and columns that are not released.
    """
    before, terms = sides.before, sides.terms
    numbers, number = _number_classes(match.classes.data[match.kept])
    counts = before.counts[match.kept]
    people = people_of(terms, before.frame)
    inside = None if people is None else people[match.kept]
    sizes = _totals(numbers, number, counts, inside)
    tallies = {}
    for name in terms.columns_in_promises:
        own = terms.columns[name]
        coded = input_values(before.frame[name], own)
        coded = coded.rename(one_spelling(coded.texts, own))
        column = Sensitive(own, coded, None, folder)
        values = column.data.codes.astype(np.int64)
        table = _totals(values, column.size, before.counts, people)
        entries = _entries(numbers, values[match.kept], counts, inside, column.size)
        tallies[name] = Tally(number, *entries, table, column)
    return Classes(sizes, tallies, around)


def _number_classes(keys: Whole) -> tuple[Whole, int]:
    """The class of each line, numbered without gaps, and how many classes there are."""
    names, numbers = np.unique(keys, return_inverse=True)
    return numbers.astype(np.int64), len(names)


def _totals(codes: Whole, size: int, counts: Whole, people: Whole | None) -> Whole:
    """How many records, or people where they are counted, have each code (a class or a value)."""
    if people is None:
        return sum_counts(codes, counts, size)
    pairs = np.unique(np.stack((codes, people)), axis=1)
    return np.bincount(pairs[0], minlength=size).astype(np.int64)


def _entries(
    numbers: Whole, values: Whole, counts: Whole, people: Whole | None, size: int
) -> tuple[Whole, Whole, Whole]:
    """The class, the value and the count of every pair of a class and a value that occurs in it."""
    pairs = numbers * size + values
    if people is not None:
        once = np.unique(np.stack((pairs, people)), axis=1)[0]
        present, sums = np.unique(once, return_counts=True)
        return present // size, present % size, sums.astype(np.int64)
    present, place = np.unique(pairs, return_inverse=True)
    return present // size, present % size, sum_counts(place, counts, len(present))
