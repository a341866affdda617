"""Blocks of similar records: every record is placed, and little is lost against the whole table."""

import numpy as np

from methods.clustering.spaces import random_space
from shoal.methods.clustering import blocks
from shoal.methods.clustering.blocks import clusters_in_blocks, similar_together
from shoal.methods.clustering.loss import Formed
from shoal.methods.sangreea import table_clusters
from shoal.progress import ignore_progress


def test_fewer_records_than_k_are_left_over_whatever_the_blocks():
    table = random_space(np.random.default_rng(1), records=503)
    cluster, clusters = clusters_in_blocks(table, 5, 100, ignore_progress)
    sizes = np.bincount(cluster[cluster >= 0])
    assert (clusters, set(sizes.tolist()), np.count_nonzero(cluster < 0)) == (100, {5}, 3)


def test_blocks_lose_a_little_more_than_the_whole_table():
    table = random_space(np.random.default_rng(2), records=600)
    exact, approximate = (
        Formed.of(table, table_clusters(table, 5, ignore_progress, block)).ngil_with_weights(table)
        for block in (None, 200)
    )
    assert exact < approximate < 1.25 * exact


def test_one_block_for_all_is_exact():
    table = random_space(np.random.default_rng(3), records=200)
    exact = table_clusters(table, 5, ignore_progress)
    assert table_clusters(table, 5, ignore_progress, 200).tolist() == exact.tolist()


def test_similar_records_stand_together(monkeypatch):
    monkeypatch.setattr(blocks, "SAMPLE", 50)
    table = random_space(np.random.default_rng(4), records=300)
    order = similar_together(table, 5)
    assert sorted(order.tolist()) == list(range(300))
    changes = (
        np.count_nonzero(np.diff(table.leaves[order, 0])),
        np.count_nonzero(np.diff(table.leaves[:, 0])),
    )
    assert changes[0] < changes[1] / 2
