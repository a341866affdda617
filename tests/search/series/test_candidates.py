"""Candidates in all releases together, against the definition written out."""

from collections import Counter

import numpy as np
import pytest

from shoal.search.series.candidates import is_exposed
from shoal.search.series.earlier import Earlier, History
from shoal.search.series.promised import Promised

PROMISED = Promised(3, (2,))


def series(seed, records=60, links=6):
    """A table, and two earlier releases of most of its people and of some who left."""
    draw = np.random.default_rng(seed)
    earlier = []
    for _ in range(2):
        here = np.flatnonzero(draw.random(records) < 0.7)
        places = np.concatenate([here, np.full(10, -1)])
        classes = draw.integers(0, 8, len(places))
        earlier.append([classes, places, None, np.zeros(8, np.int64), PROMISED, records, places])
    own = draw.integers(0, links, records)
    for one in earlier:
        one[2] = np.where(one[1] >= 0, own[one[1]], draw.integers(0, links, len(one[1])))
    values = np.arange(links)[None, :] // 2
    told = History(tuple(Earlier(*one) for one in earlier), own, values, PROMISED, ())
    return told, draw.integers(0, 6, records)


def by_definition(told, classes, person):
    releases = [Counter(told.links[classes == classes[person]].tolist())]
    for one in told.earlier:
        if one.is_shown[person]:
            there = one.classes == one.class_of[person]
            releases.append(Counter(one.links[there].tolist()))
    left = releases[0]
    for other in releases[1:]:
        left = left & other
    values = {int(told.values[0, link]) for link in left}
    return left.total() < PROMISED.size or len(values) < PROMISED.diversity[0]


@pytest.mark.parametrize("seed", range(12))
def test_exposed_are_those_with_too_few_candidates_or_values(seed):
    told, classes = series(seed)
    everybody = np.arange(len(classes))
    found = is_exposed(told, classes, everybody)
    assert found.tolist() == [by_definition(told, classes, person) for person in everybody]
    assert 0 < found.sum() < len(found)
