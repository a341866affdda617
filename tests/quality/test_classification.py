"""Classification on the toy table: the numbers of docs/theory/losses.md."""

import pytest

from quality.toy import NODES, bound_above, losses, problem_of, score
from shoal.errors import StudyError
from shoal.quality import quality_models


def test_the_six_candidates():
    found = losses("classification", targets=["dis"])
    assert found == pytest.approx([0.5, 0.357143, 0.642857, 0.714286, 0.285714, 0.428571], abs=5e-7)


def test_the_worked_penalties():
    # flu/flu costs nothing, flu/hiv are two without majority, hiv/hiv nothing, one is suppressed.
    assert score((1, 0), "classification", targets=["dis"]).loss == pytest.approx((2 + 0.5) / 7)
    # Two classes with one record of another value each.
    assert score((1, 1), "classification", targets=["dis"]).loss == pytest.approx(2 / 7)


@pytest.mark.parametrize(
    ("levels", "loss"),
    [
        # below 50 two of each sex, from 50 on two of one; one suppressed
        ((1, 0), 4.5 / 7),
        # no value of sex is left: everything costs the most
        ((1, 1), 1),
        ((2, 1), 1),
        # all ages together: four men, three women
        ((2, 0), 3 / 7),
    ],
)
def test_a_quasi_identifier_is_predicted_from_the_others(levels, loss):
    assert score(levels, "classification", targets=["sex"]).loss == pytest.approx(loss)


def test_a_target_costs_more_the_fewer_of_its_values_are_told_apart():
    # Two of four ages are left, so a third of the difference to the largest penalty remains. Of
    # the women one is alone and suppressed; of the men two are below 50 and two are not.
    found = score((1, 0), "classification", targets=["age"]).loss
    lost = 1 - (2 - 1) / (4 - 1)
    women, men = 2 * lost, 4 * ((1 - lost) + lost)
    assert found == pytest.approx((women + men + 0.5) / 7)


def test_several_targets_are_averaged():
    found = score((1, 0), "classification", targets=["dis", "sex"])
    assert found.by_column == pytest.approx({"dis": 2.5 / 7, "sex": 4.5 / 7})
    assert found.loss == pytest.approx(0.5)


def test_the_other_tool_adds_them_up():
    settings = {"targets": ["dis", "sex"], "arx_compatible": True}
    assert score((1, 0), "classification", **settings).loss == pytest.approx(1)
    problem = problem_of("classification", **settings)
    assert problem.quality.range(problem.encoded) == (0, 2)


def test_records_are_grouped_by_the_features_only():
    # Of the kept records below 50 three have flu and one hiv; from 50 on both have hiv.
    found = score((1, 0), "classification", targets=["dis"], features=["age"])
    assert found.loss == pytest.approx((1 + 0.5) / 7)
    both = score((1, 0), "classification", targets=["dis"], features=["age", "sex"])
    assert both.loss == score((1, 0), "classification", targets=["dis"]).loss


def test_a_target_is_no_feature_of_itself():
    found = score((1, 0), "classification", targets=["sex"], features=["age", "sex"])
    assert found.loss == score((1, 0), "classification", targets=["sex"]).loss


# The wards of the seven patients are A, A, B, missing, B, A, B.
@pytest.mark.parametrize(
    ("levels", "features", "loss"),
    [
        # Below 50, ward A has flu twice and ward B once each: two without majority. From 50 on one
        # patient of A and one of B are alone in their group, and the one of no ward is suppressed.
        ((1, 0), ["age", "ward"], 2.5 / 7),
        ((1, 0), ["ward", "age"], 2.5 / 7),
        # Six groups of one.
        ((1, 0), ["age", "sex", "ward"], 0.5 / 7),
        # Ward A: flu, flu, hiv. Ward B: hiv, hiv, flu.
        ((1, 0), ["ward"], 2.5 / 7),
        # Nobody is suppressed; who has no ward is alone in a third group.
        ((2, 1), ["ward"], 2 / 7),
        ((2, 1), ["age", "sex", "ward"], 2 / 7),
        # Everybody is.
        ((0, 0), ["ward"], 0.5),
    ],
)
def test_features_that_are_released_as_they_are_divide_groups_further(levels, features, loss):
    found = score(levels, "classification", targets=["dis"], features=features).loss
    assert found == pytest.approx(loss)


def test_a_quasi_identifier_is_predicted_from_other_columns_too():
    # Of those kept: below 50 one of each sex in both wards, from 50 on a man in each.
    found = score((1, 0), "classification", targets=["sex"], features=["age", "ward"])
    assert found.loss == pytest.approx(4.5 / 7)
    # Both wards: man, woman, man.
    found = score((1, 0), "classification", targets=["sex"], features=["ward"])
    assert found.loss == pytest.approx(2.5 / 7)
    # No sex is told apart: a group costs the most, whatever is in it.
    assert score((1, 1), "classification", targets=["sex"], features=["ward"]).loss == 1


def test_no_column_that_the_table_does_not_know_is_overlooked():
    with pytest.raises(KeyError, match="bed"):
        score((1, 0), "classification", targets=["dis"], features=["age", "bed"])


@pytest.mark.parametrize(
    ("factor", "penalties"),
    [
        (0, (0, 1, 0)),
        (0.25, (0.25, 1, 0.5)),
        (0.5, (0.5, 1, 1)),
        (0.75, (0.75, 0.5, 1)),
        (1, (1, 0, 1)),
    ],
)
def test_the_factor_stands_for_penalties(factor, penalties):
    names = ("suppressed", "minority", "no_majority")
    penalties = dict(zip(names, penalties, strict=True))
    by_factor = losses("classification", targets=["dis"], gs_factor=factor)
    assert by_factor == losses("classification", targets=["dis"], penalties=penalties)


def test_penalties_are_counted_one_by_one():
    penalties = {"suppressed": 0.3, "minority": 0.01, "no_majority": 0.7}
    found = losses("classification", targets=["dis"], penalties=penalties)
    assert found[1] == pytest.approx((2 * 0.7 + 0.3) / 7)
    assert found[4] == pytest.approx(2 * 0.01 / 7)


@pytest.mark.parametrize(
    "settings",
    [
        {"penalties": {"suppressed": -1}},
        {"penalties": {"lost": 1}},
        {"gs_factor": 2},
        {"gs_factor": 0.5, "penalties": {"suppressed": 1}},
    ],
)
def test_wrong_parameters_are_refused(settings):
    with pytest.raises(StudyError, match=r"penalties|gs_factor"):
        quality_models.build({"model": "classification", "targets": ["dis"], **settings})


def test_wrong_predictions_bound_everything_above():
    # Without suppression each wrong one costs 1; where it is allowed it may cost a half instead.
    found = [bound_above(levels, "classification", targets=["dis"], limit="0") for levels in NODES]
    assert found == pytest.approx([0, 1 / 7, 2 / 7, 3 / 7, 2 / 7, 3 / 7])
    found = [bound_above(levels, "classification", targets=["dis"], limit="1") for levels in NODES]
    assert found == pytest.approx([0, 0.5 / 7, 1 / 7, 1.5 / 7, 1 / 7, 1.5 / 7])
    assert bound_above((2, 1), "classification", targets=["dis"], limit="0.3") == pytest.approx(
        2 / 7
    )


def test_a_target_that_is_generalized_bounds_by_the_cheapest_level_above():
    # At its own level 3 of 7 are wrong; one level up every record costs 1.
    assert bound_above((2, 0), "classification", targets=["sex"], limit="0") == pytest.approx(3 / 7)
    assert bound_above((2, 1), "classification", targets=["sex"], limit="0") == pytest.approx(1)


def test_other_columns_bound_what_is_above_by_what_they_cannot_tell_apart():
    # Below 50 one patient of ward B is missed; with all ages together one of each ward is.
    settings = {"targets": ["dis"], "features": ["age", "ward"], "limit": "0"}
    found = [bound_above(levels, "classification", **settings) for levels in NODES]
    assert found == pytest.approx([0, 1 / 7, 0, 2 / 7, 1 / 7, 2 / 7])
