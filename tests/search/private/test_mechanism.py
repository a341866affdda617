"""The whole mechanism on tables so small that everything that can happen is added up.

Records are drawn for the search, levels are chosen, records are drawn for the release, small
classes are suppressed. All chances are exact fractions but for exponentials, which are bounded.
"""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

import polars as pl
import pytest

from search.private.test_walk import every_way
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.engine.outward import Digits
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy.sampled_suppression import delta_of, epsilon_of
from shoal.search.private.scores import SCORES, Sample
from shoal.search.private.walk import Walk

BETA, SEARCH = Fraction(3, 5), Fraction(1, 2)
TREE = Hierarchy.of([["a", "b", "c"], ["ab", "ab", "c"], ["*", "*", "*"]], "tree")
LATTICE = Lattice((0,), (2,))
E_RELEASE = 1 / (1 - BETA)
E_SEARCH = Fraction(Digits.of(40).number(SEARCH).exp().low)
ROUNDED = Fraction(1, 10**24)  # what the bounds of exponentials add up to


def samples(table):
    """Every sample with its chance; alike records are not told apart."""
    for drawn in product(*(range(count + 1) for count in table)):
        chance = Fraction(1)
        for count, some in zip(table, drawn, strict=True):
            chance *= comb(count, some) * BETA**some * (1 - BETA) ** (count - some)
        yield drawn, chance


def encoded(drawn):
    texts = [value for value, count in zip("abc", drawn, strict=True) for _ in range(count)]
    return encode({"v": pl.Series("v", texts, dtype=pl.String)}, {"v": TREE})


_searches: dict[tuple[object, ...], dict[tuple[int, ...], tuple[Fraction, Fraction]]] = {}


def levels_of(drawn, everybody, k, name, steps):
    """Bounds of the chance of each level, given what was drawn for the search."""
    key = (drawn, everybody, k, name, steps)
    if key not in _searches:
        sample = Sample(encoded(drawn), everybody, k, (True,), (Fraction(1),), ("v",))
        score = SCORES[name]
        walk = Walk(LATTICE, lambda levels: score(sample.at(levels)), SEARCH, steps)
        _searches[key] = every_way(walk)
    return _searches[key]


def released(drawn, level, k):
    """What is released of a sample: the classes that are large enough."""
    classes: dict[str, int] = {}
    for row, count in enumerate(drawn):
        label = TREE.levels[level][row]
        classes[label] = classes.get(label, 0) + count
    return tuple(sorted((label, size) for label, size in classes.items() if size >= k))


def outputs(table, k, name, steps, kept=None):
    """Bounds of the chance of everything that can come out: levels and release."""
    found: dict[object, tuple[Fraction, Fraction]] = {}
    chosen: dict[tuple[int, ...], tuple[Fraction, Fraction]] = {}
    for drawn, chance in samples(table):
        for levels, bounds in levels_of(drawn, sum(table), k, name, steps).items():
            _add(chosen, levels, [chance * bound for bound in bounds])
    for drawn, chance in samples(table):
        for levels, bounds in chosen.items():
            key = (levels, released(drawn, levels[0], kept or k))
            _add(found, key, [chance * bound for bound in bounds])
    return found


def _add(found, key, bounds):
    before = found.get(key, (Fraction(0), Fraction(0)))
    found[key] = before[0] + bounds[0], before[1] + bounds[1]


def needed_delta(k, name, steps, largest, kept=None):
    """The least delta that covers all neighboring tables of up to so many records."""
    factor, worst = E_RELEASE * E_SEARCH, Fraction(0)
    for size in range(largest):
        for records in combinations_with_replacement(range(3), size):
            table = tuple(records.count(value) for value in range(3))
            here = outputs(table, k, name, steps, kept)
            for value in range(3):
                more = tuple(count + (at == value) for at, count in enumerate(table))
                there = outputs(more, k, name, steps, kept)
                for one, other in ((here, there), (there, here)):
                    nothing = (Fraction(0), Fraction(0))
                    excess = (one[key][1] - factor * other.get(key, nothing)[0] for key in one)
                    worst = max(worst, sum((part for part in excess if part > 0), Fraction(0)))
    return worst


@pytest.mark.parametrize("name", ["loss", "discernibility", "classification"])
def test_no_small_table_needs_more_than_epsilon_and_delta(name):
    allowed = Fraction(delta_of(2, BETA, Fraction(epsilon_of(BETA))))
    assert needed_delta(2, name, steps=1, largest=3) <= allowed + ROUNDED


@pytest.mark.slow
@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("k", [2, 3])
def test_nor_do_more_steps_need_more(name, k):
    allowed = Fraction(delta_of(k, BETA, Fraction(epsilon_of(BETA))))
    assert needed_delta(k, name, steps=2, largest=3) <= allowed + ROUNDED


def test_releasing_smaller_classes_than_derived_is_caught():
    allowed = Fraction(delta_of(3, BETA, Fraction(epsilon_of(BETA))))
    assert needed_delta(3, "loss", steps=1, largest=2) <= allowed + ROUNDED
    assert needed_delta(3, "loss", steps=1, largest=2, kept=1) > allowed
