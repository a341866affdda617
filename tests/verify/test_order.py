import numpy as np
import pytest

from shoal.verify.origins.order import betrays_order, betrays_order_in_classes


@pytest.mark.parametrize("kinds", [2, 5, 50, 1000])
def test_a_shuffled_order_betrays_nothing(kinds):
    for seed in range(50):
        rng = np.random.default_rng(seed)
        records = rng.integers(0, kinds, 1000)
        released = rng.permutation(records)
        assert not betrays_order((records, released))
        assert not betrays_order_in_classes((records, released), (records % 2, released % 2))


@pytest.mark.parametrize("kinds", [5, 50, 1000])
def test_the_order_of_the_input_is_noticed_even_in_a_tenth_of_the_records(kinds):
    rng = np.random.default_rng(1)
    records = rng.integers(0, kinds, 10_000)
    released = records.copy()
    released[1000:] = rng.permutation(released[1000:])
    assert betrays_order((records, records))
    assert betrays_order((records, released))


def test_few_or_equal_records_cannot_betray_an_order():
    assert not betrays_order((np.arange(5), np.arange(5)))
    assert not betrays_order((np.zeros(99, int), np.zeros(99, int)))
    assert not betrays_order((np.zeros(0, int), np.zeros(0, int)))


def test_the_order_inside_classes_is_noticed():
    records = np.random.default_rng(2).permutation(1000)
    classes = records // 100
    by_class = np.argsort(classes, kind="stable")
    sorted_release = records[by_class], classes[by_class]
    assert not betrays_order((records, sorted_release[0]))
    assert betrays_order_in_classes((records, sorted_release[0]), (classes, sorted_release[1]))
