import numpy as np
import pytest

from risk.attacks.stage import codes, frame, scene
from shoal.risk.attacks.disclosure import disclosure_attacks, minimality, similarity
from shoal.risk.attacks.suite import group_near_numbers

# Paper 002: a class of men of 25 to 27 who all have allergies, and one of two diseases.
PAPER = ["Allergies"] * 3 + ["Lung Cancer", "Diabetes"]
CLASSES = [("25-27",)] * 3 + [("27-33",)] * 2


def attacks(rows, values):
    found = disclosure_attacks(scene(rows, rows), codes(values), "disease")
    return {each.name.removesuffix(" of disease"): each for each in found}


def test_the_homogeneous_class_of_paper_002_is_caught():
    found = attacks(CLASSES, PAPER)["homogeneity"]
    assert found.success == pytest.approx(3 / 5)
    assert found.baseline == 0


def test_the_background_knowledge_of_paper_002_is_caught():
    assert attacks(CLASSES, PAPER)["background knowledge"].success == 1
    three = attacks([("x",)] * 3, ["a", "b", "c"])["background knowledge"]
    assert three.success == 0


def test_the_skewness_of_paper_002_is_caught():
    """One in a hundred has cancer; in a class of two it is every second."""
    rows = [("rare",)] * 2 + [("common",)] * 98
    values = ["positive", "negative"] + ["negative"] * 98
    found = attacks(rows, values)["skewness"]
    assert found.success > 0.9
    even = attacks([("a",)] * 50 + [("b",)] * 50, (["x"] * 25 + ["y"] * 25) * 2)["skewness"]
    assert even.gain == 0


def test_guessing_in_a_class_beats_guessing_in_the_table():
    found = attacks([("a",)] * 4 + [("b",)] * 4, "xxxyyyyx")["inference"]
    assert (found.success, found.baseline) == (6 / 8, 4 / 8)


def test_values_that_are_nearly_the_same_are_one():
    """Gastritis and an ulcer are different values, and the same to whoever asks for the stomach."""
    rows = [("a",)] * 2 + [("b",)] * 2
    values = codes(["gastritis", "ulcer", "flu", "fracture"])
    stomach = codes(["stomach", "stomach", "lung", "bone"])
    assert attacks(rows, ["gastritis", "ulcer", "flu", "fracture"])["homogeneity"].success == 0
    alike = similarity(scene(rows, rows), stomach, "disease")
    assert alike.success == 3 / 4
    assert alike.success > disclosure_attacks(scene(rows, rows), values, "x")[2].success


def test_numbers_in_the_same_tenth_of_the_range_are_nearly_the_same():
    assert group_near_numbers(np.array([0.0, 5.0, 12.0, 100.0, np.nan])).tolist() == [0, 0, 1, 9, 0]


def test_minimality_bets_where_size_does_not_explain_the_class():
    before = [("m", "1")] * 3 + [("f", "1")] * 3
    seen = scene(before, [("*", "1")] * 6)
    found = minimality(seen, frame(before), codes("aaabcd"), 3, "disease")
    assert found.attempts == 6
    nothing = minimality(seen, frame(before), codes("aaabcd"), 4, "disease")
    assert nothing.reason == "size alone explains every class"
