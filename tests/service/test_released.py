import numpy as np
import polars as pl
import pytest

from shoal.service.released import blanked, permutation
from shoal.service.study import Study


def test_the_order_of_records_differs_from_run_to_run(keys):
    study = Study.of(keys)
    orders = [permutation(study, 50).to_list() for _ in range(2)]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == list(range(50))


def test_every_order_of_three_records_is_equally_likely(keys):
    study = Study.of(keys)
    orders = [tuple(permutation(study, 3)) for _ in range(6000)]
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 6
    assert all(abs(count - 1000) < 200 for count in counts)  # beyond six standard deviations


def test_a_reproducible_order_repeats(keys):
    study = Study.of({**keys, "reproducible": True, "seed": 7})
    assert permutation(study, 50).to_list() == permutation(study, 50).to_list()


def test_no_records_have_an_order_too(keys):
    assert permutation(Study.of(keys), 0).to_list() == []


@pytest.mark.parametrize("values", [["a", "b"], [1, 2], [1.5, 2.5], [True, False]])
def test_blanked_records_lose_every_cell_and_keep_the_type(values):
    frame = pl.DataFrame({"x": values})
    after = blanked(frame, np.array([True, False]))
    assert after["x"].to_list() == [None, values[1]]
    assert after.schema == frame.schema
