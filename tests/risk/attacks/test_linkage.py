import polars as pl
import pytest

from risk.attacks.stage import scene
from shoal.risk.attacks.linkage import date_linkage, intersection, linkage, noisy_linkage
from shoal.risk.attacks.scene import NOWHERE
from shoal.risk.attacks.singling_out import link_halves, single_out

BEFORE = [("30", "m"), ("31", "m"), ("60", "f"), ("61", "f"), ("62", "f"), ("99", "m")]
AFTER = [("3*", "m"), ("3*", "m"), ("6*", "f"), ("6*", "f"), ("6*", "f"), ("*", "*")]


def test_one_of_the_class_is_taken_and_suppressed_people_are_not_found():
    found = linkage(scene(BEFORE, AFTER, suppressed=[5]))
    assert found.success == pytest.approx((2 * 1 / 2 + 3 * 1 / 3 + 0) / 6)
    assert found.baseline == pytest.approx(1 / 6)


def test_a_table_as_it_is_finds_everybody():
    assert linkage(scene(BEFORE, BEFORE)).success == 1
    assert single_out(scene(BEFORE, BEFORE)).success == 1


def test_nobody_is_singled_out_of_classes_of_two():
    assert single_out(scene(BEFORE, AFTER, suppressed=[5])).success == 0


def test_errors_in_the_register_help_nobody():
    at_ease = scene(BEFORE[:5] * 50, AFTER[:5] * 50)
    without, much = noisy_linkage(at_ease, 0.0), noisy_linkage(at_ease, 0.9)
    assert without.success == linkage(at_ease).success
    assert much.success < without.success


def test_a_value_with_two_labels_cannot_be_looked_up():
    local = scene([("30",), ("30",)], [("3*",), ("30",)])
    assert "different labels" in (noisy_linkage(local).reason or "")
    assert linkage(local).success == 1


def test_a_known_person_falls_into_the_class_of_their_labels():
    seen = scene(BEFORE, AFTER, suppressed=[5])
    known = pl.DataFrame({"c0": ["30", "62", "17"], "c1": ["m", "f", "m"]})
    classes = seen.class_by_belief(known)
    assert classes[0] == seen.classes[1]
    assert classes[1] == seen.classes[2]
    assert classes[2] == NOWHERE


def test_a_date_known_roughly_leaves_the_records_around_it():
    before = [("2020-01-01",), ("2020-01-20",), ("2020-06-01",), ("2020-06-02",)]
    days = pl.Series([0.0, 19.0, 152.0, 153.0])
    assert date_linkage(scene(before, before), "c0", days, 30).success == pytest.approx(1 / 2)
    months = [(text[:7],) for (text,) in before]
    assert date_linkage(scene(before, months), "c0", days, 0).success == pytest.approx(1 / 2)
    nothing = [("*",)] * 4
    assert date_linkage(scene(before, nothing), "c0", days, 30).success == pytest.approx(1 / 4)


def test_two_releases_together_tell_more_than_each():
    by_age = scene(BEFORE[:4], [("3*", "*"), ("3*", "*"), ("6*", "*"), ("6*", "*")])
    other = scene(BEFORE[:4], [("a", "*"), ("b", "*"), ("a", "*"), ("b", "*")])
    found = intersection(by_age, other)
    assert (found.success, found.baseline) == (1, 0.5)
    assert intersection(by_age, by_age).gain == 0


def test_two_halves_are_joined_where_few_records_fit_both():
    found = link_halves(scene(BEFORE, BEFORE))
    assert found.success == 1
    assert link_halves(scene([("1",)], [("1",)])).reason == "there is only one quasi-identifier"
