"""Pages, tables and curves of an evaluation."""

import re

import pytest
from rich.console import Console

from shoal.report.learning_charts import Line, curves
from shoal.report.learning_page import MOST_CLASSES, render_learning
from shoal.report.learning_table import scores_table

THRESHOLDS = [at / 20 for at in range(21)]


def side(auc, accuracy, undefined=0):
    confidence = [
        {"threshold": at, "coverage": 1 - at, "precision": accuracy if at < 0.9 else None,
         "recall": accuracy * (1 - at)}
        for at in THRESHOLDS
    ]  # fmt: skip
    return {
        "accuracy": accuracy, "average_error": 1 - accuracy, "brier": 0.4, "auc": auc,
        "undefined_folds": undefined, "undefined_records": 10 * undefined,
        "by_confidence": confidence,
    }  # fmt: skip


def of_class(name, auc):
    scores = {"sensitivity": 0.5, "specificity": 0.75, "precision": 0.6, "auc": auc, "brier": 0.2}
    sides = {
        key: {**scores, "roc": [[0, 0], [0.25, 0.75], [1, 1]]}
        for key in ("baseline", "original", "released")
    }
    return {"class": name, "records": 50, "relative_auc": 0.9, "brier_skill": None, **sides}


def report(classes=("flu", "<script>alert(1)</script>", None), undefined=0):
    model = {
        "model": "naive-bayes",
        "parameters": {"smoothing": 2.0},
        "relative_accuracy": 0.8125,
        "relative_auc": 0.75,
        "brier_skill": -0.25,
        "baseline": side(0.5, 0.5),
        "original": side(0.9, 0.82),
        "released": side(0.8, 0.76, undefined),
        "by_class": [of_class(name, 0.8) for name in classes],
    }
    target = {"target": "ill", "classes": list(classes), "models": [model]}
    learning = {
        "records": {"input": 150, "released": 140, "tested": 150}, "folds": 3, "repetitions": 2,
        "seed": 0, "features": ["age", "<b>"], "scaling": {"age": "log(x)"}, "how": "As it was.",
        "targets": [target],
    }  # fmt: skip
    return {
        "note": "Yours.", "shoal_version": "0.1", "learning": learning,
        "cpu_seconds": {"evaluate": 1.25},
    }  # fmt: skip


def test_a_page_shows_scores_classes_and_curves():
    page = render_learning(report())
    assert "81.3%" in page or "81.2%" in page
    assert page.count("<svg") == 5  # three classes, precision and recall
    assert "skill -0.2500" in page
    assert "naive-bayes (smoothing: 2.0)" in page
    assert "(missing)" in page


def test_a_page_boasts_of_no_gain_where_the_input_teaches_none():
    hopeless = report()
    hopeless["learning"]["targets"][0]["models"][0]["original"] = side(0.9, 0.5)
    page = render_learning(hopeless)
    assert "There is no gain in accuracy to keep" in page
    assert "of the gain in accuracy is left" not in page
    assert "81.3%" not in page
    assert "81.2%" not in page
    assert "<b>75%</b>" in page  # the area under the curve is larger than by guessing
    assert "of the gain in accuracy is left" in render_learning(report())


def test_nothing_from_the_data_becomes_part_of_the_page():
    page = render_learning(report())
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<b>," not in page
    assert "http" not in page.replace("http-equiv", "")


def test_very_many_classes_have_no_plots():
    page = render_learning(report(classes=[f"c{at}" for at in range(MOST_CLASSES + 3)]))
    assert page.count("<svg") == MOST_CLASSES + 2
    assert "3 more classes" in page


def test_undefined_parts_are_told_in_red():
    assert "standing bad" not in render_learning(report())
    page = render_learning(report(undefined=1))
    assert re.search(r"standing bad.*Released: in 1 part of the table there was no record", page)


def test_the_terminal_shows_no_relative_value_where_nothing_was_learned():
    hopeless = report()["learning"]
    hopeless["targets"][0]["models"][0]["original"] = side(0.4, 0.45)
    console = Console(width=100, record=True)
    console.print(scores_table(hopeless))
    text = console.export_text()
    assert "a relative accuracy would say" in text
    assert "81.3%" not in text
    assert "81.2%" not in text


def test_the_terminal_shows_the_same():
    console = Console(width=100, record=True)
    console.print(scores_table(report(undefined=2)["learning"]))
    text = console.export_text()
    assert "ill by naive-bayes (smoothing: 2.0)" in text
    assert "2 parts of the table there was no record to learn from; 20 records" in text
    assert "150 were predicted in 3 parts, 2 times" in text
    assert "skill -0.2500" in text


def test_a_curve_is_where_its_numbers_are():
    picture = curves("t", [Line("released", "said", [(0, 0), (1, 1)])], ("x", "y"), diagonal=False)
    assert 'd="M44.0 262.0L330.0 10.0"' in picture
    assert "<desc>said.</desc>" in picture
    assert "diagonal" not in picture


@pytest.mark.parametrize("points", [[], [(0.5, None)]])
def test_a_curve_without_points_is_not_drawn(points):
    assert "<path" not in curves("t", [Line("a", "b", points)], ("x", "y"), diagonal=True)
