"""Scores of candidates: worked examples, and how much one record can change them at most."""

from fractions import Fraction
from itertools import combinations_with_replacement

import polars as pl
import pytest

from quality.toy import problem_of
from shoal.engine.encode import encode
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.search.private import scores
from shoal.search.private.scores import SCORES, Sample


def toy(k=2):
    problem = problem_of("loss", k=k)
    half = (Fraction(1, 2), Fraction(1, 2))
    return Sample(problem.encoded, 7, k, (True, True), half, ("dis",))


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("loss", Fraction(-4)),
        ("precision", Fraction(-5, 2)),
        ("discernibility", Fraction(-19, 35)),
        ("non-uniform-entropy", Fraction(-54, 70)),
        ("average-class-size", Fraction(4)),
        ("classification", Fraction(5, 2)),
    ],
)
def test_scores_are_those_of_the_specification(name, score):
    assert SCORES[name](toy().at((1, 0))) == score  # docs/theory/private.md


def test_records_that_were_not_drawn_count_as_suppressed():
    few = toy()
    more = Sample(few.encoded, 10, few.k, few.roots, few.weights, few.targets)
    assert scores.loss(more.at((1, 0))) == scores.loss(few.at((1, 0))) - 3


# Two columns with two values and a root each, and one with a root that is not single.
TWO = Hierarchy.of([["a", "b"], ["*", "*"]], "two")
OPEN = Hierarchy.of([["x", "y", "z"], ["xy", "xy", "z"]], "open")
RECORDS = [(one, other) for one in ("a", "b") for other in ("x", "y", "z")]
LEVELS = [(0, 0), (0, 1), (1, 0), (1, 1)]


def sample_of(records, everybody, k):
    columns = {
        name: pl.Series(name, [record[at] for record in records], dtype=pl.String)
        for at, name in enumerate(("one", "other"))
    }
    encoded = encode(columns, {"one": TWO, "other": OPEN})
    weights = (Fraction(1, 3), Fraction(2, 3))
    return Sample(encoded, everybody, k, (True, False), weights, ("one", "other"))


def largest_change(score, k, records=3):
    """By how much one record more changes a score, whether or not it is drawn."""
    worst = Fraction(0)
    for size in range(records):
        for drawn in combinations_with_replacement(RECORDS, size):
            for unseen in (0, 2):
                everybody = size + unseen
                before = sample_of(drawn, everybody, k)
                here = [score(before.at(levels)) for levels in LEVELS]
                neighbors = [sample_of(drawn, everybody + 1, k)]
                neighbors += [sample_of([*drawn, one], everybody + 1, k) for one in RECORDS]
                for after in neighbors:
                    there = [score(after.at(levels)) for levels in LEVELS]
                    pairs = zip(here, there, strict=True)
                    worst = max(worst, *(abs(one - other) for one, other in pairs))
    return worst


@pytest.mark.parametrize("k", [2, *(pytest.param(k, marks=pytest.mark.slow) for k in (1, 3))])
@pytest.mark.parametrize("name", SCORES)
def test_one_record_changes_a_score_by_at_most_one(name, k):
    assert largest_change(SCORES[name], k) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize("name", SCORES)
def test_nor_does_it_in_larger_tables(name, k):
    assert largest_change(SCORES[name], k, records=4) <= 1


def test_a_score_that_is_divided_by_too_little_is_caught():
    def lie(seen):
        return scores.classification(seen) * Fraction(seen.sample.k, seen.sample.k - 1)

    assert largest_change(lie, 3) > 1
