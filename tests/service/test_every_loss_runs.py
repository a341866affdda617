"""Every registered loss from a study to a verified run, and with every strategy."""

import json

import pytest
from yaml import safe_load

from bridge import answer_of
from quality.toy import problem_of as toy_of
from shoal.errors import NotYetAvailable
from shoal.quality import quality_models
from shoal.search import strategies
from shoal.service.frontier import frontier
from shoal.service.verbs import run
from shoal.study.study import read_study

NEEDED = {
    "static": "table: {age: [0, 0.2, 1], sex: [0, 1]}",
    "classification": "targets: [dis]",
}
# The best candidate of the toy table if one record may be suppressed (docs/theory/losses.md); of
# two that tie, the one with the smaller levels.
BEST = {"classification": (1, 1), "kl-divergence": (1, 1)} | dict.fromkeys(
    (
        *("height", "discernibility", "average-class-size", "ambiguity"),
        *("entropy-based-loss", "publisher-payout"),
    ),
    (0, 1),
)


def ask(toy, model, **more):
    settings = ", ".join(filter(None, [f"model: {model}", NEEDED.get(model)]))
    lines = [f"quality: {{{settings}}}", *(f"{key}: {value}" for key, value in more.items())]
    path = toy / "study.yaml"
    path.write_text(path.read_text() + "\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("model", list(quality_models))
def test_every_loss_runs_and_its_numbers_are_in_the_summary(toy, model):
    run(ask(toy, model), toy / "run")
    summary = json.loads((toy / "run" / "summary.json").read_text())
    assert tuple(summary["levels"].values()) == BEST.get(model, (1, 0))
    assert summary["loss"] >= 0
    assert 0 <= summary["loss_normalized"] <= 1
    assert summary["optimal"] is True
    parts = set(summary["loss_by_column"])
    assert parts in ({"age", "sex"}, {"dis"}, set())


@pytest.mark.parametrize("strategy", list(strategies))
@pytest.mark.parametrize("model", list(quality_models))
def test_every_strategy_finds_the_best_of_six_candidates(model, strategy):
    problem = toy_of(model, limit="0.2", **safe_load(f"{{{NEEDED.get(model, '')}}}"))
    assert answer_of(problem, strategy).levels == BEST.get(model, (1, 0))


@pytest.mark.parametrize("strategy", list(strategies))
def test_every_strategy_predicts_from_columns_that_are_released_as_they_are(strategy):
    settings = {"targets": ["dis"], "features": ["age", "sex", "ward"]}
    outcome = answer_of(toy_of("classification", limit="0.2", **settings), strategy)
    assert outcome.loss == pytest.approx(0.5 / 7)  # 2 / 7 without the wards
    assert outcome.levels == (0, 1)


@pytest.mark.parametrize("model", list(quality_models))
def test_a_frontier_is_drawn_or_said_to_be_not_yet_available(toy, model):
    path = ask(toy, model)
    if getattr(read_study(path).quality, "separable", None) is None:
        with pytest.raises(NotYetAvailable, match=r"A frontier of this quality model"):
            frontier(path, toy / "frontier")
    else:
        frontier(path, toy / "frontier")
        assert any((toy / "frontier").iterdir())


@pytest.mark.parametrize("model", list(quality_models))
def test_every_loss_is_written_into_the_study_as_it_was_read(toy, model):
    study = read_study(ask(toy, model))
    assert type(study).of(study.given(), toy).quality == study.quality


def test_penalties_that_are_given_are_written(toy):
    settings = "{model: classification, targets: [dis], penalties: {suppressed: 0.25}}"
    path = toy / "study.yaml"
    path.write_text(path.read_text() + f"quality: {settings}\n")
    assert read_study(path).given()["quality"] == safe_load(settings)


def test_columns_marked_as_targets_are_predicted_where_none_is_named(toy):
    path = toy / "study.yaml"
    text = path.read_text().replace(
        "dis: {role: insensitive}", "dis: {role: insensitive, target: true}"
    )
    path.write_text(text + "quality: {model: classification}\n")
    run(path, toy / "run")
    summary = json.loads((toy / "run" / "summary.json").read_text())
    assert summary["loss"] == pytest.approx(2 / 7)
    assert summary["loss_by_column"] == pytest.approx({"dis": 2 / 7})


@pytest.mark.parametrize("role", ["insensitive", "sensitive"])
def test_columns_that_are_released_as_they_are_help_to_predict(toy, role):
    wards = ["ward", "A", "A", "B", "", "B", "A", "B"]
    lines = (toy / "toy.csv").read_text().splitlines()
    table = [f"{line},{ward}" for line, ward in zip(lines, wards, strict=True)]
    (toy / "toy.csv").write_text("\n".join(table) + "\n")
    path = toy / "study.yaml"
    text = path.read_text().replace("  dis:", f"  ward: {{role: {role}}}\n  dis:")
    settings = "{model: classification, targets: [dis], features: [age, sex, ward]}"
    path.write_text(f"{text}quality: {settings}\n")
    run(path, toy / "run")
    summary = json.loads((toy / "run" / "summary.json").read_text())
    # With their wards, all patients are told apart but the one of age 66, who is suppressed.
    assert tuple(summary["levels"].values()) == (0, 1)
    assert summary["loss"] == pytest.approx(0.5 / 7)
    assert summary["optimal"] is True
