"""How well models learned from a release, as one self-contained HTML page with plots."""

from functools import cache
from typing import Literal, TypedDict

from jinja2 import Template
from markupsafe import Markup

from shoal.report import numbers
from shoal.report.learning_charts import Line, curves
from shoal.report.learning_table import (
    MEANING,
    SIDES,
    beats_baseline,
    membership_sentences,
    prediction_warnings,
    relative_scores,
    sentences,
    title,
)
from shoal.report.templates import template
from shoal.report.types.learning import (
    ClassFacts,
    ClassScore,
    EvaluationReport,
    Learning,
    LearningSide,
    ModelFacts,
    Score,
    TargetFacts,
)
from shoal.report.words import label

MOST_CLASSES = 12  # plots of classes that are drawn

OVERALL: dict[Score, tuple[str, str]] = {
    "accuracy": ("Accuracy", "share of records whose class was predicted"),
    "auc": ("AUC", "area under the ROC curve, mean over classes: 50% is guessing"),
    "average_error": ("Average error", "how far confidence in the true class was from 100%"),
    "brier": ("Brier score", "squared error of confidences: 0 is perfect, 2 the worst"),
}
OF_CLASS: dict[ClassScore, str] = {
    "sensitivity": "Sensitivity",
    "specificity": "Specificity",
    "precision": "Precision",
    "auc": "AUC",
    "brier": "Brier",
}


class PlotRow(TypedDict):
    """The ROC curves of a class."""

    name: str
    records: int
    chart: Markup


class ClassRow(ClassFacts):
    """A class with its name as a page shows it."""

    name: str


class ModelRow(ModelFacts):
    """A model for a target, with its tables and plots."""

    title: str
    sides: dict[LearningSide, str]
    overall: dict[Score, tuple[str, str]]
    of_class: dict[ClassScore, str]
    relative: dict[Score, float | None]
    beats_baseline: bool
    undefined: list[str]
    attacks: list[str]
    classes: list[ClassRow]
    plots: list[PlotRow]
    more: int
    confidence: list[tuple[str, Markup]]


class LearningRows(TypedDict):
    """What the report of a run shows of its models."""

    models: list[ModelRow]
    says: list[str]
    reason: str


def render_learning(report: EvaluationReport) -> str:
    """The page for an evaluation (the dict of `shoal.service.evaluate`)."""
    learning = report["learning"]
    return _template().render(
        note=report["note"],
        version=label(report["shoal_version"]),
        models=model_rows(learning),
        records=learning["records"],
        features=[label(name) for name in learning["features"]],
        scaling={label(name): label(text) for name, text in learning["scaling"].items()},
        says=list(sentences(learning))[:2],
        meaning=MEANING,
        cpu_seconds=report["cpu_seconds"]["evaluate"],
    )


def model_rows(learning: Learning) -> list[ModelRow]:
    """Each target and model with its tables and plots."""
    return [
        _model_row(target, model) for target in learning["targets"] for model in target["models"]
    ]


def _model_row(target: TargetFacts, model: ModelFacts) -> ModelRow:
    return {
        **model,
        "title": title(target, model),
        "sides": SIDES,
        "overall": OVERALL,
        "of_class": OF_CLASS,
        "relative": relative_scores(model),
        "beats_baseline": beats_baseline(model),
        "undefined": list(prediction_warnings(model)),
        "attacks": list(membership_sentences(model)),
        "classes": [_class(facts) for facts in model["by_class"]],
        "plots": [_roc(facts) for facts in model["by_class"][:MOST_CLASSES]],
        "more": max(len(model["by_class"]) - MOST_CLASSES, 0),
        "confidence": [
            ("Precision", _by_confidence("Precision", "precision", model)),
            ("Recall", _by_confidence("Recall", "recall", model)),
        ],
    }


def _class(facts: ClassFacts) -> ClassRow:
    return {**facts, "name": label(facts["class"])}


def _roc(facts: ClassFacts) -> PlotRow:
    """A plot of the three ROC curves of a class: baseline, original and released."""
    lines = [
        Line(side, f"{name}: AUC {_percent(facts[side]['auc'])}", facts[side]["roc"])
        for side, name in SIDES.items()
    ]
    name = label(facts["class"])
    axes = ("False positive rate", "True positive rate")
    picture = curves(f"ROC curves of {name}", lines, axes, diagonal=True)
    return {"name": name, "records": facts["records"], "chart": picture}


def _by_confidence(name: str, key: Literal["precision", "recall"], model: ModelFacts) -> Markup:
    """A plot of precision or recall, of predictions that are at least as confident as the x axis.

    The legend says the figure at a confidence of 50%.
    """
    lines = []
    for side, said in SIDES.items():
        thresholds = model[side]["by_confidence"]
        points = [(at["threshold"], at[key]) for at in thresholds]
        half = next(at[key] for at in thresholds if at["threshold"] >= 0.5)
        lines.append(Line(side, f"{said}: {_percent(half)} at a confidence of 50%", points))
    return curves(
        f"{name} against confidence", lines, ("Confidence at least", name), diagonal=False
    )


def rows_in_report(learning: Learning) -> LearningRows | None:
    """What the report of a run shows of its models; None without any."""
    if not learning:
        return None
    says = [*list(sentences(learning))[1:]] if learning["targets"] else []
    return {"models": model_rows(learning), "says": says, "reason": learning.get("reason", "")}


def _percent(value: object) -> str:
    return numbers.percent(value) if numbers.is_number(value) else "—"


def _four(value: object) -> str:
    """A number with four digits after the point."""
    return f"{value:.4f}" if numbers.is_number(value) else "—"


FILTERS = {"share": _percent, "four": _four}


@cache
def _template() -> Template:
    return template("learning.html", FILTERS)
