"""Answers are kept without a value, taken back, and gone on with."""

import json

import pytest

from shoal.errors import StudyError
from shoal.interactive.lesson import Lesson, Step

COLUMNS = ("age", "sex")
KEEPS_AGE = Step("cluster", (0.0, 1.0), (1.0, 0.0), "first")


def test_an_answer_moves_the_weights_and_a_skipped_question_does_not():
    empty = Lesson(COLUMNS)
    taught = empty.add_answer(KEEPS_AGE)
    skipped = empty.add_answer(Step("cluster", (0.0, 1.0), (1.0, 0.0), "skip"))
    assert taught.preferences.weights["age"] > 0.6
    assert skipped.preferences.weights == empty.preferences.weights
    assert (taught.answers, skipped.answers) == (1, 0)


def test_an_answer_that_is_taken_back_is_as_if_it_had_never_been_given():
    lesson = Lesson(COLUMNS).add_answer(KEEPS_AGE)
    back = lesson.add_answer(Step("release", (1.0, 0.0), (0.0, 1.0), "first")).take_back()
    assert back.preferences.weights == lesson.preferences.weights
    assert back == lesson
    with pytest.raises(StudyError, match="no answer to take back"):
        Lesson(COLUMNS).take_back()


def test_a_lesson_is_the_same_after_it_was_written_and_read():
    lesson = Lesson(COLUMNS, seed=3).add_answer(KEEPS_AGE).take_back().add_answer(KEEPS_AGE)
    read = Lesson.of(json.loads(json.dumps(lesson.plain())), COLUMNS)
    assert read == lesson
    assert read.preferences.weights == lesson.preferences.weights


def test_answers_that_do_not_fit_are_told_by_their_number():
    lesson = Lesson(COLUMNS)
    for answer in ("first", "skip", "first", "first", "second"):
        lesson = lesson.add_answer(Step("cluster", (0.0, 1.0), (1.0, 0.0), answer))
    assert lesson.contradiction_numbers == [5]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("format", 99, "another version"),
        ("steps", None, "damaged"),
        ("steps", [{"kind": "cluster"}], "damaged"),
        ("steps", [{"kind": "c", "first": [0], "second": [1, 2], "answer": "first"}], "damaged"),
        ("steps", [{"kind": "c", "first": [0, 0], "second": [1, 2], "answer": "x"}], "damaged"),
        ("steps", [{"kind": "c", "first": [0, "nan"], "second": [1, 2], "answer": "first"}], "dam"),
        ("columns", ["age", "zip"], "the study now has age, sex"),
        ("columns", ["age"], "the study now has age, sex"),
    ],
)
def test_a_damaged_or_foreign_lesson_is_refused(key, value, message):
    plain = Lesson(COLUMNS).plain() | {key: value}
    with pytest.raises(StudyError, match=message):
        Lesson.of(plain, COLUMNS)
