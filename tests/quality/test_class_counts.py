"""How many classes candidates have at most."""

import numpy as np

from bridge import encoded_of
from quality.toy import NODES, problem_of
from reference import Column
from shoal.engine.grouping import group
from shoal.quality.class_counts import most_classes


def test_no_candidate_has_more_classes_than_combinations_of_codes():
    encoded = problem_of("loss").encoded
    assert most_classes(encoded, np.array(NODES)).tolist() == [7, 4, 4, 2, 2, 1]
    found = [len(group(encoded, levels).sizes) for levels in NODES]
    assert found == [7, 4, 4, 2, 2, 1]


def test_codes_that_do_not_occur_do_not_count():
    rows = tuple((f"v{at}", f"w{at // 2}") for at in range(8))
    encoded = encoded_of([Column("x", ("v0", "v1", "v2", "v0"), rows)])
    assert most_classes(encoded, np.array([[0], [1]])).tolist() == [3, 2]


def test_products_do_not_overflow():
    rows = tuple((f"v{at}", "*") for at in range(300))
    columns = [Column(f"x{at}", tuple(f"v{n}" for n in range(300)), rows) for at in range(12)]
    assert most_classes(encoded_of(columns), np.zeros((1, 12), int)).tolist() == [300]
