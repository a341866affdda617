"""The population behind a table, in the codes of the table: what k-map and δ-presence look at."""

from collections.abc import Mapping

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.dictionary import Dictionary
from shoal.engine.distinct import distinct
from shoal.engine.encoded import Occurrences, Population


def number_persons(person: pl.Series) -> Codes:
    """A number for each person. Records without a person share one: nobody counts twice."""
    return Dictionary.of(person.unique().sort()).codes(person)


def population_of(packed: Keys, person: pl.Series | None) -> Population:
    """The distinct tuples of a population, and who is behind them."""
    ones = np.ones(len(packed), np.int64)
    keys, counts, position = distinct(packed, ones)
    people = None if person is None else people_of(position, person, ones)
    return Population(keys, counts, people)


def people_of(tuples: Codes, person: pl.Series, counts: Counts) -> Occurrences:
    """In how many records each person occurs with each tuple."""
    labels = person.unique().sort()
    return people_by_number(tuples, Dictionary.of(labels).codes(person), counts, labels)


def people_by_number(
    tuples: Codes, people: Codes, counts: Counts, labels: pl.Series
) -> Occurrences:
    """The same for persons that have numbers already."""
    keys, sums, _ = distinct(pack_pairs(tuples, people).reshape(-1, 1), counts)
    order = np.argsort(keys[:, 0])
    found = keys[order, 0]
    persons = found.astype(np.int32)
    return Occurrences(_high_halves(found), persons, sums[order], labels, by_record=people)


def values_by_person(
    tuples: Codes, values: Codes, counts: Counts, labels: pl.Series, people: Codes
) -> Occurrences:
    """Values by tuple and person, so that a person can be counted once per value."""
    rows = np.stack((pack_pairs(tuples, values), people.astype(np.uint64)), axis=1)
    keys, sums, _ = distinct(rows, counts)
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    found, persons = keys[order, 0], keys[order, 1].astype(np.int32)
    places, seen = _high_halves(found), found.astype(np.int32)
    return Occurrences(places, seen, sums[order], labels, people=persons, by_record=values)


def pack_pairs(high: Codes, low: Codes) -> Keys:
    """Two numbers in one word."""
    packed: Keys = (high.astype(np.uint64) << np.uint64(32)) | low.astype(np.uint64)
    return packed


def _high_halves(packed: Keys) -> Codes:
    return (packed >> np.uint64(32)).astype(np.int32)


def join_codes(codes: Mapping[str, Codes], wider: Mapping[str, Codes]) -> dict[str, Codes]:
    """The codes of table and population, one after the other."""
    return {
        name: np.concatenate((column, wider[name])) if wider else column
        for name, column in codes.items()
    }
