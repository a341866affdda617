"""Random heaps: every record comes out once, and every order can."""

from collections import Counter
from itertools import permutations

import numpy as np
import polars as pl
import pytest

from shoal.scale.shuffle import draw_with_seed, draw_words, heaps


def shuffled(frames, number, draw=draw_words):
    with heaps(number, draw) as made:
        for frame in frames:
            made.add(frame)
        return pl.concat(list(made.shuffle()))


def frame(start, end):
    labels = pl.Series("label", ["a", "b", None, "c"] * end, pl.Enum(["c", "b", "a"]))
    numbers = pl.Series("number", range(start, end))
    return pl.DataFrame([numbers, labels.slice(start, end - start)])


@pytest.mark.parametrize("number", [1, 3, 50])
def test_every_record_comes_out_once_with_its_label_and_type(number):
    frames = [frame(0, 400), frame(400, 401), frame(401, 1000)]
    found, before = shuffled(frames, number), pl.concat(frames)
    assert found.schema == before.schema
    assert found.sort("number").equals(before)
    assert not found.equals(before)


def test_all_orders_are_about_equally_likely():
    three = pl.DataFrame({"number": [0, 1, 2]})
    counts = Counter(tuple(shuffled([three], 2)["number"]) for _ in range(1200))
    assert set(counts) == set(permutations(range(3)))
    assert max(counts.values()) < 2 * min(counts.values())  # six deviations from even


def test_the_law_of_orders_catches_heaps_that_are_not_shuffled():
    def in_order(count):
        return np.arange(count, dtype=np.uint64)

    three = pl.DataFrame({"number": [0, 1, 2]})
    counts = Counter(tuple(shuffled([three], 2, in_order)["number"]) for _ in range(20))
    assert set(counts) != set(permutations(range(3)))


def test_an_order_that_must_repeat_repeats():
    one, other = (shuffled([frame(0, 300)], 4, draw_with_seed(7)) for _ in range(2))
    assert one.equals(other)
    assert not one.equals(shuffled([frame(0, 300)], 4, draw_with_seed(8)))


def test_heaps_leave_nothing_behind(tmp_path):
    with heaps(3, draw_words, tmp_path) as made:
        made.add(frame(0, 100))
        assert [*tmp_path.rglob("*.arrow")]
    assert not [*tmp_path.iterdir()]
