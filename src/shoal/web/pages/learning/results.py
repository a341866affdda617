"""The results of an evaluation: sentences, a table of all scores, and one model in detail."""

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from shoal.report.learning_table import prediction_warnings, sentences
from shoal.report.numbers import number
from shoal.report.types.learning import EvaluationReport, Learning
from shoal.web.charts.chart import chart_section
from shoal.web.explain import explanation, figure, heading
from shoal.web.pages.learning import charts, figures
from shoal.web.pages.learning.closely import Closely
from shoal.web.pages.learning.sortable import Sortable
from shoal.web.problems import show_warnings
from shoal.web.table import plain_table

Learned = Learning
MOST_SENTENCES = 6  # others stand in the table only


def show_results(report: EvaluationReport) -> None:
    """Show everything that an evaluation found."""
    learned = report["learning"]
    with ui.element("section").classes("card").mark("results"):
        _show_sentences(learned)
    with ui.element("section").classes("card"):
        _show_scores(learned)
    with ui.element("section").classes("card"):
        Closely(learned)
    with ui.element("section").classes("card"):
        _show_method(report)


def _show_sentences(learned: Learned) -> None:
    """Show what each model is worth, in sentences, with warnings, figures and attacks."""
    heading("What the release is worth to a model", "learning")
    pairs = [(one["target"], model) for one in learned["targets"] for model in one["models"]]
    with ui.element("ul").classes("said"):
        for target, model in pairs[:MOST_SENTENCES]:
            word, tone = figures.verdict(model)
            with ui.element("li").classes(tone):
                ui.label(figures.sentence(target, model))
                ui.label(f"In a word: {word}.").classes(f"{tone} strong small")
    if len(pairs) > MOST_SENTENCES:
        ui.label(f"{len(pairs) - MOST_SENTENCES:,} more are in the table below.").classes("quiet")
    show_warnings([sentence for _, model in pairs for sentence in prediction_warnings(model)])
    with ui.element("div").classes("figures"):
        for one in figures.headline(learned):
            figure(*one)
    if attacks := figures.memberships(learned):
        _show_memberships(attacks)


def _show_memberships(lines: list[list[str]]) -> None:
    with ui.element("div").classes("line wrap"):
        heading("Can it be told who was learned from?", "membership-attacks", 3)
        explanation("membership-advantage")
    heads = ("Predicted", "Model", "Advantage, original", "Advantage, release", "In words")
    plain_table(heads, lines, "The advantage of attackers who ask for membership")
    ui.label("0% is guessing, 100% certainty; in brackets the interval of 95%.").classes("quiet")


def _show_scores(learned: Learned) -> None:
    heading("Every target and model", "cross-validation")
    tones = [figures.verdict(model)[1] for one in learned["targets"] for model in one["models"]]
    label = "Scores of each model for each target"
    Sortable(figures.OVERALL, figures.overall(learned), tones, label, figures.SAID_OVERALL)
    ui.label("Where two numbers stand, the first is the original's, the second the release's.")
    if len(tones) > 1:
        words = "Accuracy of each model from the original, from the release, and by guessing"
        height = f"{6 + 3.4 * len(tones)}rem"
        chart_section("Accuracy", charts.bars(learned), words, "accuracy-released", height=height)


def _show_method(report: EvaluationReport) -> None:
    learned = report["learning"]
    heading("How it was done", "cross-validation")
    for sentence in sentences(learned):
        ui.label(sentence).classes("quiet")
    if learned["scaling"]:
        expressions = "; ".join(f"{name} as {text}" for name, text in learned["scaling"].items())
        ui.label(f"Scaled: {expressions}.").classes("quiet breakable")
    if learned["parts"]:
        with ui.expansion("Each part by itself").classes("full"):
            heads = ("Part", "Records", "Released", "Levels")
            plain_table(heads, map(_part, enumerate(learned["parts"], 1)), "Parts of the table")


def _part(numbered: tuple[int, Mapping[str, Any]]) -> list[str]:
    """The line of one part of the table; levels are a dash if it has none of its own."""
    at, part = numbered
    levels = part["levels"]
    words = (
        "–" if levels is None else ", ".join(f"{name} {level}" for name, level in levels.items())
    )
    return [str(at), number(part["records"]), number(part["released"]), words]
