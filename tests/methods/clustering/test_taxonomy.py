"""Trees of hierarchies: nodes, heights and where values meet."""

from methods.clustering.spaces import COUNTRIES, encoded
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.methods.clustering.taxonomy import Taxonomy


def tree(values, hierarchy):
    return Taxonomy.of(encoded(trees={"home": (values, hierarchy)}).columns[0])


def meeting(found, one, other):
    """The label and the cost of the node in which two values meet."""
    level = 0
    while found.up[level, one] != found.up[level, other]:
        level += 1
    node = found.up[level, one]
    return found.labels[int(node)], float(found.costs[node])


def test_two_values_meet_in_their_lowest_common_ancestor():
    found = tree(["Austria"], COUNTRIES)
    assert meeting(found, 0, 1) == ("Western Europe", 1 / 3)
    assert meeting(found, 2, 3) == ("South America", 1 / 3)
    assert meeting(found, 1, 2) == ("*", 1.0)
    assert meeting(found, 4, 4) == ("Japan", 0.0)


def test_a_label_that_repeats_on_the_way_up_is_one_node():
    """Japan's path is padded with `*`; nobody can tell these labels from the root."""
    found = tree(["Austria"], COUNTRIES)
    assert found.labels.to_list().count("*") == 1
    assert meeting(found, 4, 0) == ("*", 1.0)
    assert found.leaves[found.labels.to_list().index("*")] == 5


def test_values_without_a_common_label_meet_in_a_root_of_their_own():
    found = tree(["a", "b"], Hierarchy.of([["a", "b", "c"], ["ab", "ab", "c"]], "no root"))
    assert meeting(found, 0, 1) == ("ab", 0.5)
    assert meeting(found, 0, 2) == ("*", 1.0)


def test_a_missing_value_meets_others_only_in_the_root():
    found = tree(["Austria", None], COUNTRIES)
    assert meeting(found, 5, 5) == (None, 0.0)
    assert meeting(found, 5, 4) == ("*", 1.0)


def test_a_hierarchy_of_one_value_costs_nothing():
    assert tree(["a"], Hierarchy.of([["a"], ["a"]], "constant")).costs.tolist() == [0.0]
