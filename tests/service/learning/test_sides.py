"""In which form records are learned and asked: table 1 of Eicher et al. 2020, line by line."""

import numpy as np
import polars as pl
import pytest

from shoal.data.table import Table
from shoal.errors import DataError
from shoal.learning.features import UNSEEN, Feature, Features
from shoal.pipeline.learning.sides import column_scaling, sides_of
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.sides import Sides
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study

TABLE = pl.DataFrame(
    {
        "age": ["34", "34", "45", "45", "66", "66", "90"],
        "zip": ["811", "811", "812", "812", "901", "901", "955"],
        "ill": ["flu", "flu", "flu", "cold", "cold", "cold", "flu"],
    }
)
DECADES = {"builder": "intervals", "width": 50, "levels": 2}
AGE = {"role": "quasi-identifier", "type": "integer", "hierarchy": DECADES}
ZIP = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
ILL = {"role": "insensitive", "target": True}


def done(columns, table=TABLE, **more):
    keys = {
        "columns": {**columns, "ill": ILL},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.2,
        **more,
    }
    return anonymize(read_of(Study.of(keys), Table.of(table)), Stopwatch())


def shown(sides, side, name):
    """What models learn and are asked, as texts; `?` is a value that nobody had."""
    features = getattr(sides, side)
    at = [column.name for column in features.columns].index(name)
    labels = [*features.columns[at].labels, "?"]
    forms = features.training[at], features.testing[at]
    return tuple([labels[code] for code in codes.tolist()] for codes in forms)


def at_level(column, level):
    return {**column, "min_level": level, "max_level": level}


def test_generalized_values_are_asked_generalized_also_of_suppressed_records():
    found = done({"zip": at_level(ZIP, 1)})
    assert found.outcome.suppressed.tolist() == [False] * 6 + [True]
    sides = sides_of(found)
    learned, asked = shown(sides, "released", "zip")
    assert asked == ["81*", "81*", "81*", "81*", "90*", "90*", "95*"]
    assert learned == asked
    assert sides.released.kept.tolist() == [True] * 6 + [False]


def test_the_input_is_learned_and_asked_as_it_was_by_everybody():
    sides = sides_of(done({"zip": at_level(ZIP, 1)}))
    learned, asked = shown(sides, "input", "zip")
    assert learned == asked == TABLE["zip"].to_list()
    assert sides.input.kept.all()
    assert sides.input.training is sides.input.testing


def test_categorized_numbers_are_asked_as_categories():
    learned, asked = shown(sides_of(done({"age": at_level(AGE, 1)})), "released", "age")
    assert asked == ["[0, 50["] * 4 + ["[50, 100["] * 3
    assert learned[:6] == asked[:6]


@pytest.mark.parametrize("function", ["mean", "median", "geometric-mean", "mode"])
@pytest.mark.parametrize("clustering", [False, True])
def test_aggregated_numbers_are_asked_as_they_were(function, clustering):
    aggregate = {"function": function, "clustering": clustering}
    age = {**(at_level(AGE, 1) if clustering else AGE), "aggregate": aggregate}
    if not clustering:
        del age["hierarchy"]
    sides = sides_of(done({"age": age, "zip": at_level(ZIP, 2)}))
    learned, asked = shown(sides, "released", "age")
    assert asked == TABLE["age"].to_list()
    assert learned[0] == learned[1]
    assert learned != asked or function == "mode"


def test_aggregated_numbers_are_numbers_without_being_told():
    age = {"role": "quasi-identifier", "type": "integer", "aggregate": {"function": "mean"}}
    study = done({"age": age, "zip": at_level(ZIP, 1)}).study
    assert column_scaling(study, "age").text == "x"
    assert column_scaling(study, "zip") is None
    sides = sides_of(done({"age": age, "zip": at_level(ZIP, 1)}))
    [feature] = [one for one in sides.released.columns if one.name == "age"]
    assert feature.is_number.all()
    learned, _ = shown(sides, "released", "age")
    assert [float(text) for text in learned[:6]] == [39.5] * 4 + [66.0] * 2


def aggregated(function, **asked):
    age = {"role": "quasi-identifier", "type": "integer", "aggregate": {"function": function}}
    return sides_of(done({"age": age, "zip": at_level(ZIP, 1)}), **asked)


def test_sets_are_asked_as_the_class_shows_them_also_of_suppressed_records():
    learned, asked = shown(aggregated("set"), "released", "age")
    assert asked == ["{34, 45}"] * 4 + ["{66}"] * 2 + ["{90}"]
    assert learned == asked


def test_intervals_are_asked_as_the_class_shows_them():
    learned, asked = shown(aggregated("interval"), "released", "age")
    assert learned == asked == ["[34, 45]"] * 4 + ["[66, 66]"] * 2 + ["[90, 90]"]


def test_of_new_records_intervals_teach_their_middles_and_the_number_itself_is_asked():
    sides = aggregated("interval", new=True)
    learned, asked = shown(sides, "released", "age")
    assert learned == ["[34, 45]"] * 4 + ["[66, 66]"] * 2 + ["[90, 90]"]
    assert asked == TABLE["age"].to_list()
    [feature] = [one for one in sides.released.columns if one.name == "age"]
    numbers = dict(zip(feature.labels, feature.numbers, strict=True))
    assert (numbers["[34, 45]"], numbers["34"]) == (39.5, 34)


def test_a_suppressed_column_tells_nothing_and_harms_nothing():
    sides = sides_of(done({"age": at_level(AGE, 3), "zip": at_level(ZIP, 1)}))
    assert set(shown(sides, "released", "age")[1]) == {"*"}


def test_suppressed_cells_are_asked_as_the_record_itself_shows_them():
    table = TABLE.with_columns(age=pl.Series(["34", "34", "45", "45", "66", "70", "90"]))
    cell = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    found = done({"age": cell, "zip": cell}, table, recoding="iterated")
    learned, asked = shown(sides_of(found), "released", "age")
    assert asked[:4] == learned[:4] == ["34", "34", "45", "45"]
    assert asked[4:6] == ["*", "*"]
    gone = found.outcome.suppressed
    assert gone.tolist() == [False] * 6 + [True]
    assert asked[6] == "*"  # it fits no class: it looks like what is suppressed


def test_a_sample_is_learned_from_and_everybody_is_asked():
    random = np.random.default_rng(0)
    wide = pl.DataFrame(
        {
            "zip": [f"8{digit}" for digit in random.integers(0, 10, 200)],
            "ill": random.choice(["flu", "cold"], 200),
        }
    )
    found = done({"zip": at_level(ZIP, 1)}, wide, subset={"sample": 0.5})
    sides = sides_of(found)
    assert len(sides.released.kept) == 200
    assert 50 < np.count_nonzero(sides.released.kept) < 150
    assert np.count_nonzero(sides.released.kept) == np.count_nonzero(~found.outcome.suppressed)
    assert shown(sides, "released", "zip")[1] == ["8*"] * 200
    assert sides.input.kept.all()
    assert len(sides.targets["ill"]) == 200


def test_a_value_that_no_sampled_record_had_is_unknown():
    wide = pl.DataFrame({"zip": ["81"] * 30 + ["82"], "ill": ["flu", "cold"] * 15 + ["flu"]})
    keys = {"subset": {"sample": 0.9}, "reproducible": True}
    for seed in range(100):
        found = done({"zip": at_level(ZIP, 0)}, wide, **keys, seed=seed)
        if not found.chosen[30]:
            break
    sides = sides_of(found)
    assert sides.released.testing[0][30] == UNSEEN
    assert shown(sides, "input", "zip")[1][30] == "82"


def test_a_chosen_subset_is_judged_on_itself():
    subset = {"column": "zip", "equals": "811"}
    sides = sides_of(done({"zip": at_level(ZIP, 1)}, subset=subset))
    assert len(sides.input.kept) == 2


def test_the_class_of_a_suppressed_record_is_known_and_at_the_level_of_the_release():
    ill = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}, "target": True}
    keys = {
        "columns": {"zip": at_level(ZIP, 1), "ill": at_level(ill, 3)},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.5,
    }
    found = anonymize(read_of(Study.of(keys), Table.of(TABLE)), Stopwatch())
    assert found.outcome.suppressed.any()
    labels = sides_of(found).targets["ill"].to_list()
    assert labels == ["f***", "f***", "f***", "c***", "c***", "c***", "f***"]


def test_a_missing_value_is_a_value_of_its_own():
    table = TABLE.with_columns(zip=pl.Series([None, None, "812", "812", "901", "901", "955"]))
    learned, asked = shown(sides_of(done({"zip": at_level(ZIP, 1)}, table)), "released", "zip")
    assert learned[:2] == asked[:2] == [None, None]


def test_typed_tables_are_read_as_their_texts():
    typed = TABLE.with_columns(pl.col("age").cast(pl.Int64))
    texts = shown(sides_of(done({"age": at_level(AGE, 1)}, typed)), "released", "age")
    assert texts == shown(sides_of(done({"age": at_level(AGE, 1)})), "released", "age")


def test_a_scaling_that_does_not_fit_a_value_is_told_without_the_value():
    table = TABLE.with_columns(age=pl.Series(["0", "0", "45", "45", "66", "66", "90"]))
    found = done(
        {"age": AGE, "zip": at_level(ZIP, 1)}, table, evaluate={"scaling": {"age": "log(x)"}}
    )
    with pytest.raises(DataError, match=r"Column 'age': `log\(x\)` is no finite number for 1 of"):
        sides_of(found)


def test_ranges_are_categories_or_their_middles():
    columns = {"age": at_level(AGE, 1), "zip": at_level(ZIP, 1)}
    for ranges, wanted in (("categories", [False, False]), ("middles", [True, True])):
        sides = sides_of(done(columns, evaluate={"scaling": {"age": "x"}, "ranges": ranges}))
        [feature] = [one for one in sides.released.columns if one.name == "age"]
        labels = feature.labels.to_list()
        found = [feature.is_number[labels.index(text)] for text in ("[0, 50[", "[50, 100[")]
        assert found == wanted
        assert feature.is_number[labels.index("34")]  # the input's numbers are numbers


def test_the_release_alone_tells_nothing_about_other_records_or_the_order_of_the_table():
    feature = Feature("zip", pl.Series(["a", "b"]), np.full(2, np.nan))

    def alone(codes, targets, kept):
        columns, flags = (np.array(codes, np.int32),), np.array(kept, np.bool_)
        everybody = Features((feature,), columns, columns, np.ones(len(kept), np.bool_))
        released = Features((feature,), columns, columns, flags)
        found = Sides(everybody, released, {"ill": pl.Series(targets)}).of_release()
        assert found.input is found.released
        assert found.released.kept.all()
        return found.released.training[0].tolist(), found.targets["ill"].to_list()

    first = alone([0, 1, 1, 0], ["no", "yes", "no", "yes"], [1, 1, 1, 0])
    assert first == ([0, 1, 1], ["no", "no", "yes"])
    assert alone([1, 0, 1], ["yes", "no", "no"], [1, 1, 1]) == first  # other order, nobody else
