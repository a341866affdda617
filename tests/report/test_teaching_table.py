"""Teaching on the terminal."""

from io import StringIO

from rich.console import Console

from shoal.report.teaching_table import change_table, question_table, weights_table

LINE = {"column": "age", "value": "51", "first": "[48, 70]", "second": "*"}
SAME = {"column": "sex", "value": None, "first": "*", "second": "*"}
LOSSES = {"first_loss": 0.25, "second_loss": 1.0}


def shown(part):
    written = StringIO()
    Console(file=written, width=100).print(part)
    return written.getvalue()


def test_a_question_shows_the_record_and_both_options():
    text = shown(
        question_table(
            {"kind": "cluster", "number": 3, "question": "Would it?", "columns": [LINE, SAME]}
        )
    )
    assert "3. Would it?" in text
    assert [part.strip() for part in text.splitlines()[4].split("│")[1:-1]] == [
        *("age", "51", "[48, 70]", "*")
    ]
    assert "(missing)" in text


def test_a_question_about_releases_shows_what_is_lost_and_left_out():
    question = {
        "kind": "release",
        "number": 1,
        "question": "Which?",
        "columns": [LINE | LOSSES],
        "left_out": {"first": 5, "second": 10},
        "records": 100,
    }
    text = shown(question_table(question))
    assert "25%" in text
    assert "(left out)" in text
    assert "10%" in text


def test_weights_are_shown_heaviest_first_with_their_doubts():
    found = {
        "answers": 1,
        "weights": {"age": 0.25, "sex": 0.75},
        "interval": {"age": [0.1, 0.4], "sex": [0.5, 0.9]},
        "contradicting": [2, 7],
    }
    text = shown(weights_table(found))
    assert text.index("sex") < text.index("age")
    assert "Weights after 1 answer " in text
    assert "50% and 90%" in text
    assert "Answers 2, 7 do not fit" in text
    assert "not fit" not in shown(weights_table(found | {"contradicting": []}))


def test_a_change_is_shown_by_levels_and_losses():
    line = {"column": "age", "weight": [1.0, 2.5], "loss": [0.5, 0.25], "level": [2, 1]}
    found = {"columns": [line], "suppressed": [7, 9], "changed": True, "note": "Mind the gap."}
    text = shown(change_table(found))
    for part in ("1 → 2.5", "2 → 1", "50% → 25%", "left out: 7 → 9", "Mind the gap."):
        assert part in text
    del line["level"]
    assert "level" not in shown(change_table(found))
    assert "stays as it is" in shown(change_table(found | {"changed": False}))
