"""Categories: by first word, by number, by alphabet or by frequency, whatever loses least."""

import polars as pl
import pytest

from shoal.hierarchies.automatic_categories import category_builder
from shoal.hierarchies.counted import Counted, expected_loss
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.suppression import Suppression


def column(**records):
    return Counted.of(pl.Series([value for value, count in records.items() for _ in range(count)]))


def made(counted, levels=6):
    return category_builder(counted, levels).build(counted.values)


def test_few_values_are_kept_or_removed_together():
    assert category_builder(column(a=9, b=9, c=3), 6) == Suppression()


def test_rare_values_become_other_first():
    hierarchy = made(column(us=900, mexico=30, india=8, peru=8, laos=4, chad=3, fiji=2, mali=1))
    level = dict(zip(hierarchy.levels[0], hierarchy.levels[1], strict=True))
    assert (level["us"], level["mali"], level["fiji"]) == ("us", "(other)", "(other)")


def test_a_value_called_other_is_not_mixed_up_with_the_others():
    hierarchy = made(column(other=900, b=30, c=8, d=8, e=4, f=3, g=2, h=1))
    assert "(other)" in hierarchy.labels[1].to_list()


def test_values_with_the_same_first_word_come_together():
    records = {"Married-civ": 300, "Married-AF": 90, "Married-absent": 60, "Never": 250,
               "Divorced-once": 120, "Divorced-twice": 60, "Widowed": 70}  # fmt: skip
    hierarchy = made(column(**records))
    assert set(hierarchy.labels[1]) == {"Married", "Never", "Divorced", "Widowed"}


def test_ranges_are_joined_in_the_order_of_their_numbers():
    hierarchy = made(column(**{"<18": 50, "18 to 29": 50, "30 to 49": 50, "100 or more": 50}))
    assert set(hierarchy.labels[1]) == {"<18 … 18 to 29", "30 to 49 … 100 or more"}


def test_labels_by_the_alphabet_are_made_of_the_value_alone():
    """As it was: `Alb … Bro`, made of the first and the last value of a group."""
    names = ["Albany", "Albion", "Bronx", "Broome", "Cayuga", "Cattle", "Delaware", "Delhi"]
    hierarchy = made(column(**dict.fromkeys(names, 50)))
    assert hierarchy.source == "automatic (alphabet)"
    assert set(hierarchy.labels[1]) == {"Alb…", "Bro…", "Cay…", "Cat…", "Del…"}
    assert set(hierarchy.labels[2]) == {"A…", "B…", "C…", "D…"}


def test_names_that_nearly_all_differ_are_removed_together():
    assert (
        category_builder(column(**dict.fromkeys((f"patient {n}" for n in range(50)), 1)), 6)
        == Suppression()
    )


@pytest.mark.parametrize(
    "hostile", [["…", "a … b", "a", "b", "*", "other"], ["é", "e", "E", "ë", "É", "ee"]]
)
def test_labels_never_contradict_each_other(hostile):
    counted = column(**{name: 10 + place for place, name in enumerate(hostile)})
    assert made(counted).has_root


def test_the_expected_loss_of_keeping_or_removing_is_that_of_the_sizes_reached():
    values = pl.Series(["a", "b"])
    kept_or_removed = Hierarchy.of([values, ["*", "*"]], "test")
    counted = Counted.of(pl.Series(["a"] * 50 + ["b"] * 50))
    assert expected_loss(kept_or_removed, counted.counts) == pytest.approx(0.5)
    rare = Counted.of(pl.Series(["a"] * 90 + ["b"] * 10))
    assert expected_loss(kept_or_removed, rare.counts) == pytest.approx((4 * 0.5 + 2 * 1) / 6)
