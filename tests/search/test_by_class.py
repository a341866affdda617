"""Where the compiled search for statistics of classes applies, and what its parts do."""

from dataclasses import replace
from decimal import Decimal

import polars as pl
import pytest

from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.errors import Canceled, NoReleaseError
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Problem, strategies
from shoal.search.by_class.forms import bits_for, form_of, histograms, words_for
from shoal.search.by_class.sweep import scores

AGES = Hierarchy.of([["34", "45", "66", "70"], ["<50", "<50", ">=50", ">=50"], ["*"] * 4], "ages")
SEXES = Hierarchy.of([["m", "f"], ["*", "*"]], "sexes")
# The toy table of docs/theory/classes.md.
AGE = pl.Series("age", ["34", "45", "66", "70", "34", "70", "45"])
SEX = pl.Series("sex", ["m", "f", "m", "m", "f", "f", "m"])
ILL = pl.Series("ill", ["flu", "flu", "hiv", "hiv", "flu", "flu", "hiv"])


def problem(limit="1", promise=None, **quality):
    encoded = encode(
        {"age": AGE, "sex": SEX},
        {"age": AGES, "sex": SEXES},
        targets={"ill": ILL},
        sensitive={"ill": ILL},
    )
    return Problem(
        encoded,
        Lattice((0, 0), (2, 1)),
        (privacy_models.build(promise or {"model": "k-anonymity", "k": 2}),),
        quality_models.build(quality or {"model": "discernibility"}),
        Decimal(limit),
    )


def test_promises_about_sizes_have_a_form():
    assert form_of(problem()) is not None


@pytest.mark.parametrize(
    "asked",
    [
        problem(model="loss"),
        problem(promise={"model": "distinct-l-diversity", "column": "ill", "l": 2}),
        problem(model="classification", targets=["age"]),
        problem(model="classification", targets=["ill"], features=["age"]),
        problem(model="classification", targets=["ill"], features=["age", "sex", "ward"]),
        problem(model="classification"),
    ],
    ids=[
        *("separable", "more than sizes", "target generalized"),
        *("some features", "more features", "no target"),
    ],
)
def test_what_the_kernels_do_not_know_has_no_form(asked):
    assert form_of(asked) is None


def test_people_have_no_form():
    encoded = encode({"age": AGE}, {"age": AGES}, person=SEX)
    assert form_of(replace(problem(), encoded=encoded, lattice=Lattice((0,), (2,)))) is None


def test_all_features_by_name_are_all_features():
    settings = {"model": "classification", "targets": ["ill"]}
    assert form_of(problem(**settings, features=["sex", "age"])) is not None


def test_targets_with_very_many_values_go_the_general_way(monkeypatch):
    asked = problem(model="classification", targets=["ill"])
    monkeypatch.setattr("shoal.search.by_class.forms.MOST_WORDS", 0)
    assert form_of(asked) is None


def test_scores_are_those_of_the_specification():
    losses, suppressed = scores(problem())  # (0,0) (0,1) (1,0) (1,1) (2,0) (2,1)
    assert losses.tolist() == [49, 19, 19, 25, 25, 49]
    assert suppressed.tolist() == [7, 1, 1, 0, 0, 0]


def test_a_loss_without_a_form_has_no_scores():
    assert scores(problem(model="loss")) is None


def test_counters_stand_side_by_side():
    targets = problem(model="classification", targets=["ill"]).encoded.targets
    bits = bits_for(7)
    assert (bits, words_for(2, bits), words_for(22, bits)) == (3, 1, 2)
    loads = histograms(7, [targets["ill"]] * 11, bits)  # 22 counters: two words per tuple
    assert len(loads) == 14
    first = [(loads[0] >> (3 * counter)) & 7 for counter in range(21)]
    assert first == [1, 0] * 10 + [1]
    assert loads[1] == 0


def test_a_person_may_cancel(monkeypatch):
    def cancel(progress):
        raise Canceled

    monkeypatch.setattr("shoal.search.exact.paths.SLICE", 1)
    with pytest.raises(Canceled):
        strategies.build({"strategy": "optimal"}).run(problem(), cancel)


def test_where_nothing_is_allowed_the_fewest_suppressed_records_are_told():
    asked = problem(promise={"model": "k-anonymity", "k": 8}, limit="0.5")
    with pytest.raises(NoReleaseError, match="7"):
        strategies.build({"strategy": "optimal"}).run(asked, lambda progress: None)
