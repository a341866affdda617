"""Who must have been in which class, where nothing but counts is known."""

import itertools
import random

import numpy as np

from shoal.verify.local_aggregates import UNKNOWN, settle_classes


def found(wanted, offered, pairs, *, complete=True):
    sides = tuple(np.array(side, np.int64) for side in zip(*pairs, strict=True))
    kinds, known = settle_classes(np.array(wanted), np.array(offered), sides, complete=complete)
    return kinds.tolist(), known.tolist()


def test_a_class_without_a_choice_takes_all():
    assert found([3, 2], [1, 2, 2], [(0, 0), (0, 1), (1, 2)]) == ([0, 0, 1], [True, True])


def test_what_is_settled_settles_more():
    # Class 0 must take kind 0; then class 1, which could have taken it too, takes kind 1.
    assert found([2, 3], [2, 3], [(0, 0), (1, 0), (1, 1)], complete=False) == (
        [0, 1],
        [True, True],
    )


def test_a_choice_is_no_knowledge():
    assert found([1, 1], [1, 1], [(0, 0), (0, 1), (1, 0), (1, 1)]) == (
        [UNKNOWN, UNKNOWN],
        [False, False],
    )


def test_a_record_that_fits_one_class_is_in_it_only_if_nobody_is_missing():
    pairs = [(0, 0), (0, 1)]
    assert found([1], [1, 1], pairs, complete=False) == ([UNKNOWN, UNKNOWN], [False])


def test_every_assignment_agrees_with_what_is_forced():
    draw = random.Random(2)
    for _ in range(200):
        truth = [draw.randrange(3) for _ in range(4)]
        wanted = [truth.count(at) for at in range(3)]
        pairs = {(one, kind) for kind, one in enumerate(truth)}
        pairs |= {(draw.randrange(3), draw.randrange(4)) for _ in range(3)}
        kinds, known = found(wanted, [1] * 4, sorted(pairs))
        possible = [
            chosen
            for chosen in itertools.product(range(3), repeat=4)
            if [chosen.count(at) for at in range(3)] == wanted
            and all((one, kind) in pairs for kind, one in enumerate(chosen))
        ]
        for kind, one in enumerate(kinds):
            assert one == UNKNOWN or all(chosen[kind] == one for chosen in possible)
        for at in range(3):
            if known[at]:
                members = {tuple(kind for kind in range(4) if c[kind] == at) for c in possible}
                assert len(members) == 1
