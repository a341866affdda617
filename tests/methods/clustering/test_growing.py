"""The lazy scan forms the clusters of the plain one, record by record."""

import numpy as np
import pytest

from methods.clustering.patients import NINE
from methods.clustering.spaces import numbered, plainly_grown, random_space, space
from shoal.methods.clustering.growing import Left, disperse_leftovers
from shoal.methods.clustering.loss import Formed


def grown(table, k, most=1000):
    cluster = np.full(table.records, -1)
    left = Left.of(table, np.arange(table.records))
    clusters = left.grow(table, k, cluster, 0, most)
    return cluster, clusters, left


@pytest.mark.parametrize("k", [2, 3, 7])
@pytest.mark.parametrize("missing", [False, True])
def test_the_lazy_scan_forms_the_same_clusters_as_the_plain_one(k, missing):
    for seed in range(6):
        table = random_space(np.random.default_rng(seed), missing=missing)
        clusters, _ = plainly_grown(table, k)
        assert grown(table, k)[0].tolist() == numbered(clusters, table.records).tolist()


def test_a_scan_that_stops_too_early_is_noticed():
    """The comparison can fail: the order of records decides between equals."""
    table = random_space(np.random.default_rng(0))
    clusters, _ = plainly_grown(table, 3)
    turned = Left.of(table, np.arange(table.records)[::-1].copy())
    cluster = np.full(table.records, -1)
    turned.grow(table, 3, cluster, 0, 1000)
    assert cluster.tolist() != numbered(clusters, table.records).tolist()


def test_equal_costs_go_to_the_first_record_though_rounding_differs():
    """One year of 73 either way: 67 stands before 69, but from 68 to 69 rounds to less."""
    table = space({"age": [68, 67, 69, 17, 90]})
    down, up = table.numbers[0] - table.numbers[1], table.numbers[2] - table.numbers[0]
    assert down[0] > up[0]
    assert grown(table, 2)[0].tolist() == [0, 0, 1, -1, 1]


def test_who_is_left_over_joins_the_first_of_equal_clusters_though_rounding_differs():
    table = space({"age": [67, 67, 69, 69, 68, 17, 17, 90, 90]})
    found = spread(table, np.array([0, 0, 1, 1, -1, 2, 2, 3, 3]), 4)
    assert found[4] == 0


def test_nine_patients_are_clustered_as_in_the_paper():
    assert grown(space(*NINE), 3)[0].tolist() == [0, 0, 0, 1, 2, 2, 1, 1, 2]


def test_no_record_is_taken_twice_where_candidates_run_out():
    """The slide's loop adds its last best candidate again and again; here they are left over."""
    table = space({"age": [1, 2, 3, 50, 51]})
    cluster, clusters, left = grown(table, 3)
    assert (cluster.tolist(), clusters, left.count) == ([0, 0, 0, -1, -1], 1, 2)
    assert left.place[: left.count].tolist() == [3, 4]


def test_candidates_may_stand_before_the_seed_of_the_slide():
    """All records that are left are candidates, whatever stands before them."""
    table = space({"age": [1, 100, 2, 101]})
    assert grown(table, 2)[0].tolist() == [0, 1, 0, 1]


def test_clusters_can_be_formed_a_few_at_a_time():
    table = random_space(np.random.default_rng(3))
    whole = grown(table, 4)[0]
    cluster, left = np.full(table.records, -1), Left.of(table, np.arange(table.records))
    number = 0
    while left.count >= 4:
        number = left.grow(table, 4, cluster, number, 2)
    assert cluster.tolist() == whole.tolist()


def spread(table, cluster, clusters):
    parts = table.numbers, table.leaves, table.limits, table.up, table.costs
    return disperse_leftovers(*parts, cluster, clusters)


def test_who_is_left_over_joins_the_cluster_that_then_costs_least():
    table = space({"age": [1, 2, 90, 92, 80, 3]})
    found = spread(table, np.array([0, 0, 1, 1, -1, -1]), 2)
    assert found.tolist() == [0, 0, 1, 1, 1, 0]


def test_four_at_least_leaves_one_patient_over_who_joins_the_second_cluster():
    """docs/theory/clusters.md: with k = 4 the leftover makes one cluster of five."""
    table = space(*NINE)
    cluster, clusters, left = grown(table, 4)
    assert left.count == 1
    found = Formed.of(table, spread(table, cluster, clusters))
    assert sorted(found.sizes.tolist()) == [4, 5]
