import polars as pl

from shoal.hierarchies import builder_of


def test_values_stay_or_all_become_a_star():
    hierarchy = builder_of({"builder": "suppression"}).build(pl.Series(["b", "a"]))
    assert [level.to_list() for level in hierarchy.levels] == [["b", "a"], ["*", "*"]]


def test_the_label_can_be_chosen():
    builder = builder_of({"builder": "suppression", "label": "any"})
    assert builder.build(pl.Series(["b"])).labels[1].to_list() == ["any"]
