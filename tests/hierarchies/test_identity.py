import polars as pl

from shoal.hierarchies import builder_of


def test_values_stay_as_they_are():
    hierarchy = builder_of({"builder": "identity"}).build(pl.Series(["b", "a"]))
    assert hierarchy.height == 0
    assert hierarchy.levels[0].to_list() == ["b", "a"]
