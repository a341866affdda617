"""Assigning input records to released ones: enough for each, or as many as are missing."""

import itertools
import random

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from shoal.verify.origins import assignment


def unserved(wanted, offered, sources):
    pairs = [(at, kind) for at, kinds in enumerate(sources) for kind in kinds]
    released, given = zip(*pairs, strict=True) if pairs else ((), ())
    return assignment.count_unserved(wanted, offered, (released, given))


@pytest.mark.parametrize(
    ("wanted", "offered", "sources", "missing"),
    [
        ([2], [2], [[0]], 0),
        ([3], [2], [[0]], 1),
        ([1, 1], [1, 1], [[0, 1], [0]], 0),
        ([1, 1], [1, 1], [[0], [0]], 1),
        ([2, 2], [3, 1], [[0, 1], [0]], 0),
        ([1], [1], [[]], 1),
        ([], [4], [], 0),
    ],
)
def test_worked_examples(wanted, offered, sources, missing):
    assert unserved(wanted, offered, sources) == missing


def slow(wanted, offered, sources):
    """By trying: the most records that can be served."""
    places = [kind for kind, count in enumerate(offered) for _ in range(count)]
    records = [at for at, count in enumerate(wanted) for _ in range(count)]
    best = 0
    for chosen in itertools.permutations([*places, *[None] * len(records)], len(records)):
        pairs = zip(records, chosen, strict=True)
        best = max(best, sum(kind in sources[at] for at, kind in pairs if kind is not None))
    return len(records) - best


def test_as_many_are_served_as_can_be():
    draw = random.Random(3)
    for _ in range(150):
        offered = [draw.randint(0, 2) for _ in range(3)]
        wanted = [draw.randint(0, 2) for _ in range(draw.randint(1, 2))]
        sources = [[kind for kind in range(3) if draw.random() < 0.5] for _ in wanted]
        assert unserved(wanted, offered, sources) == slow(wanted, offered, sources)


def largest_flow(wanted, offered, released, given):
    """The same question to SciPy: from a source to input kinds, released kinds and a sink."""
    inputs, outputs = len(offered), len(wanted)
    source, sink = inputs + outputs, inputs + outputs + 1
    tails = np.concatenate((np.full(inputs, source), given, inputs + np.arange(outputs)))
    heads = np.concatenate((np.arange(inputs), inputs + released, np.full(outputs, sink)))
    room = np.concatenate((offered, np.minimum(offered[given], wanted[released]), wanted))
    network = csr_array((room.astype(np.int32), (tails, heads)), shape=(sink + 1, sink + 1))
    return int(maximum_flow(network, source, sink).flow_value)


def test_exchanges_serve_as_many_as_the_largest_flow():
    draw = np.random.default_rng(5)
    exchanged = 0
    for _ in range(200):
        wanted, offered = draw.integers(0, 5, 30), draw.integers(0, 5, 40)
        released, given = np.nonzero(draw.random((30, 40)) < draw.uniform(0.02, 0.2))
        best = int(wanted.sum()) - largest_flow(wanted, offered, released, given)
        again = np.concatenate([released, released]), np.concatenate([given, given])
        assert assignment.count_unserved(wanted, offered, again) == best
        missing = wanted.copy()
        pairs = assignment._order_pairs(released, given, 40)
        assignment._take(missing, offered.copy(), *pairs)
        exchanged += int(missing.sum()) > best
    assert exchanged > 50  # where everybody took what was free, nothing would be tested
