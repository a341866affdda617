"""The private search, every way it can go: what one record changes, and what it may change."""

from fractions import Fraction
from itertools import product

import pytest

from shoal.engine.lattice import Lattice
from shoal.search.private.draw import chances
from shoal.search.private.walk import Walk

LATTICE = Lattice((0, 0), (1, 2))


def walk(scores, **settings):
    settings = {"epsilon": Fraction(1), "steps": 2, **settings}
    return Walk(LATTICE, scores.__getitem__, **settings)


def every_way(search: Walk):
    """Bounds of the chance of each result, over everything that can be drawn."""
    results, open_ways = {}, [()]
    while open_ways:
        way = open_ways.pop()
        low = high = Fraction(1)
        place = 0

        def choose(scores, factor, way=way):
            nonlocal place, low, high
            if place == len(way):
                open_ways.extend((*way, option) for option in range(len(scores)))
                raise _Open
            found = chances(scores, factor)[way[place]]
            low, high, place = low * Fraction(found.low), high * Fraction(found.high), place + 1
            return way[place - 1]

        try:
            levels, _ = search.run(choose)
        except _Open:
            continue
        before = results.get(levels, (Fraction(0), Fraction(0)))
        results[levels] = before[0] + low, before[1] + high
    return results


class _Open(Exception):
    """A draw that no way has decided yet."""


FLAT = dict.fromkeys(LATTICE, Fraction(0))
TILTED = {levels: Fraction(sum(levels), 7) for levels in LATTICE}
E = Fraction("2.718281828459045235360287471")


@pytest.mark.parametrize("scores", [FLAT, TILTED], ids=["flat", "tilted"])
@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_all_ways_together_are_certain(scores, steps):
    found = every_way(walk(scores, steps=steps))
    assert sum(low for low, _ in found.values()) <= 1 <= sum(high for _, high in found.values())
    assert all(levels in LATTICE for levels in found)


def ratio(one, other):
    """By what factor the chance of any result can differ at most."""
    return max(one[levels][1] / other[levels][0] for levels in one)


def neighbors():
    """Scores that differ by at most 1 from tilted ones, in the worst directions."""
    moved = [(1, 0), (0, 1), (0, 2), (1, 2)]
    for signs in product((-1, 1), repeat=len(moved)):
        change = dict(zip(moved, signs, strict=True))
        yield {levels: TILTED[levels] + change.get(levels, 1) for levels in LATTICE}


@pytest.mark.parametrize("steps", [1, 2])
def test_scores_that_differ_by_one_change_no_chance_by_more_than_epsilon(steps):
    here = every_way(walk(TILTED, steps=steps))
    for scores in neighbors():
        there = every_way(walk(scores, steps=steps))
        assert max(ratio(here, there), ratio(there, here)) <= E


def test_a_search_that_spends_the_budget_twice_is_caught():
    class Spendthrift(Walk):
        @property
        def factor(self):
            return self.epsilon  # for every draw

    def ways(scores):
        return every_way(Spendthrift(LATTICE, scores.__getitem__, Fraction(1), 2))

    assert max(ratio(ways(TILTED), ways(scores)) for scores in neighbors()) > E


def test_the_final_choice_of_the_reference_tool_is_not_covered():
    def ways(scores):
        return every_way(walk(scores, steps=1, private=False))

    one = {levels: Fraction(levels == (1, 1), 2) for levels in LATTICE}
    other = {levels: -score for levels, score in one.items()}
    results = ways(one), ways(other)  # a change of 1 decides between (1, 1) and the top
    assert (1, 1) in results[0]
    assert (1, 1) not in results[1]


def test_the_reference_tool_takes_the_best_and_of_equals_the_lower():
    assert walk(FLAT, private=False).run(lambda *_: 0)[0] == (0, 2)
    best = {**FLAT, (1, 2): Fraction(1)}
    assert walk(best, private=False).run(lambda *_: 0)[0] == (1, 2)


def test_each_draw_gets_its_part_of_the_budget():
    assert walk(FLAT, steps=3).factor == Fraction(1, 8)
    assert walk(FLAT, steps=3, private=False).factor == Fraction(1, 6)


def test_candidates_that_were_not_drawn_stay_open_and_none_comes_twice():
    offered = []

    def choose(scores, _):
        offered.append(len(scores))
        return 0

    levels, looked_at = walk(FLAT, steps=9).run(choose)
    assert looked_at == LATTICE.size
    assert offered == [2, 2, 2, 2, 1, 6]  # the last draw is among all that were visited
    assert levels == (1, 2)


def test_no_steps_end_at_the_top_without_a_draw():
    def never(*_):
        raise AssertionError

    assert walk(FLAT, steps=0).run(never) == ((1, 2), 1)
