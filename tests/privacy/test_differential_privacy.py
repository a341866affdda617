"""Beta and k from (epsilon, delta): docs/theory/private.md, paper 001 Fig. 2, ARX's k."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.privacy import privacy_models
from shoal.privacy.differential_privacy import Degree, DifferentialPrivacy

DELTAS = ("0.001", "0.0001", "0.00001", "0.000001")
TABLE = {
    "2": (0.864665, (64, 81, 113, 131)),
    "1.5": (0.776870, (44, 62, 80, 99)),
    "1": (0.632121, (34, 47, 61, 74)),
    "0.5": (0.393469, (27, 39, 51, 63)),
    "0.1": (0.095163, (26, 38, 49, 60)),
}


def private(**settings) -> DifferentialPrivacy:
    settings = {"epsilon": 1, "delta": 1e-5, **settings}
    if not {"steps", "levels", "degree"} & set(settings):
        settings["degree"] = "medium"
    return privacy_models.build({"model": "differential-privacy", **settings})


@pytest.mark.parametrize("epsilon", TABLE)
def test_beta_and_k_are_those_of_the_specification(epsilon):
    beta, sizes = TABLE[epsilon]
    promises = [private(epsilon=epsilon, delta=delta) for delta in DELTAS]
    assert [promise.k for promise in promises] == list(sizes)
    assert [round(float(promise.beta), 6) for promise in promises] == [beta] * 4


def test_the_reference_tool_asks_for_one_record_more():
    assert (private().k, private(arx_compatible=True).k) == (61, 62)  # oracle README, 13


def test_beta_is_the_largest_chance_that_64_random_bits_can_draw():
    beta = private().beta
    assert (beta * 2**64).denominator == 1
    kept = 1 - beta  # the exact chance is 1 - 1/e; sixty digits of 1/e
    inverse = Fraction("0.367879441171442321595523770161460867445811131031767834507837")
    assert inverse < kept < inverse + Fraction(1, 2**64)


def test_a_search_takes_its_part_of_epsilon_first():
    found = private(epsilon=1.1, search_epsilon=0.1, steps=300)
    assert found.is_data_dependent
    assert (found.k, found.beta) == (private().k, private().beta)
    assert private(epsilon=1.1, steps=300).epsilon_of_search == Fraction(1, 10)
    assert private().epsilon_of_search == 0


def test_numbers_are_read_by_their_decimal_text():
    assert private(epsilon=0.1).epsilon == Decimal("0.1")
    assert private(epsilon=0.3, delta="1e-7", search_epsilon=0.1, steps=1).epsilon_of_release == (
        Fraction(1, 5)
    )


def test_classes_below_k_are_suppressed():
    sizes = np.array([60, 61, 62])
    assert private().violations(EquivalenceClasses(sizes, sizes)).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("degree", "levels"),
    [
        ("none", [0, 0, 0]),
        ("low", [0, 1, 1]),
        ("low-medium", [0, 1, 2]),
        ("medium", [1, 2, 3]),
        ("medium-high", [1, 2, 3]),
        ("high", [1, 2, 4]),
        ("complete", [1, 3, 5]),
    ],
)
def test_a_degree_is_a_share_of_the_height_and_halves_go_up(degree, levels):
    assert [Degree(degree).level(height) for height in (1, 3, 5)] == levels


def test_a_level_comes_before_the_degree_of_all_columns():
    promise = private(levels={"age": 1, "zip": "complete"}, degree="medium")
    assert [promise.level(name, 4) for name in ("age", "zip", "sex")] == [1, 4, 2]
    with pytest.raises(StudyError, match="nothing says the level of 'sex'"):
        private(levels={"age": 1}).level("sex", 2)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"degree": None}, "say how levels are chosen"),
        ({"degree": "low", "steps": 3}, "Give one of both"),
        ({"degree": "low", "search_epsilon": 0.1}, "`search_epsilon` belongs to a search"),
        ({"degree": "low", "final": "arx"}, "`final` belongs to a search"),
        ({"epsilon": 0.1, "steps": 3}, r"`search_epsilon` \(0.1\) is a part of `epsilon`"),
        ({"epsilon": 0}, "greater than 0"),
        ({"delta": 0}, "greater than 0"),
        ({"delta": 1}, "less than 1"),
        ({"epsilon": float("inf")}, "finite"),
        ({"epsilon": "nan"}, "finite"),
        ({"epsilon": 30}, "so large, or so small"),
        ({"epsilon": "1e-30"}, "so small that no record would be drawn"),
        ({"degree": "middling"}, "should be 'none'"),
        ({"seed": 3}, "has no parameter 'seed'"),
    ],
)
def test_what_promises_nothing_is_refused(settings, reason):
    with pytest.raises(StudyError, match=reason):
        private(**settings)
