"""How well models learned from a release, on the terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from shoal.report.numbers import count_of, is_number, number, percent
from shoal.report.types.learning import (
    ClassScore,
    Learning,
    LearningSide,
    ModelFacts,
    Score,
    TargetFacts,
)
from shoal.report.words import label

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

SIDES: dict[LearningSide, str] = {
    "baseline": "Baseline",
    "original": "Original",
    "released": "Released",
}
SHARES: dict[Score, str] = {"accuracy": "Accuracy", "auc": "AUC", "average_error": "Average error"}
OF_CLASS: dict[ClassScore, str] = {
    "sensitivity": "Sensitivity",
    "specificity": "Specificity",
    "precision": "Precision",
    "auc": "AUC",
}
LEARNED: tuple[Literal["original", "released"], ...] = ("original", "released")
MEANING = (
    "Baseline: always the most frequent class. Original: learned from the input. Released: learned"
    " from the release. Relative: 0% is the baseline, 100% the original."
)
YOURS = "These figures tell about the input: they are yours, not for who gets the release."


def scores_table(learning: Learning) -> "RenderableType":
    """For each target and model a table of sides and one of classes; below, how it was done."""
    from rich.console import Group  # noqa: PLC0415  (pages do without)
    from rich.text import Text  # noqa: PLC0415

    parts: list[RenderableType] = []
    for target in learning["targets"]:
        for model in target["models"]:
            parts += [_sides(target, model), _classes(model)]
            parts += map(Text, (*prediction_warnings(model), *membership_sentences(model)))
    return Group(*parts, *(Text(line) for line in sentences(learning)), Text(YOURS, style="dim"))


def sentences(learning: Learning) -> Iterator[str]:
    """Three sentences about how it was done: records, procedure, what the words mean."""
    records, times = learning["records"], learning["repetitions"]
    repeated = f", {count_of(times, 'time')}" if times > 1 else ""
    yield (
        f"{number(records['released'])} of {count_of(records['input'], 'record')} are released;"
        f" {number(records['tested'])} were predicted in"
        f" {count_of(learning['folds'], 'part')}{repeated}."
    )
    yield learning["how"]
    yield MEANING


def prediction_warnings(model: ModelFacts) -> Iterator[str]:
    """Sentences about parts without records to learn from, and about not beating the baseline."""
    for side, name in SIDES.items():
        if folds := model[side]["undefined_folds"]:
            yield (
                f"{name}: in {count_of(folds, 'part')} of the table there was no record to learn"
                f" from; {count_of(model[side]['undefined_records'], 'record')} count as predicted"
                " wrongly."
            )

    if not beats_baseline(model):
        yield (
            "Even with the input this model does not beat the most frequent class: a relative"
            " accuracy would say nothing."
        )


def beats_baseline(model: ModelFacts, key: Score = "accuracy") -> bool:
    """Whether the input taught more than the baseline; if not, a relative score means nothing."""
    baseline, original = model["baseline"][key], model["original"][key]
    return is_number(baseline) and is_number(original) and original > baseline


def relative_scores(model: ModelFacts) -> dict[Score, float | None]:
    """Where the release stands between baseline (0) and original (1), by score.

    Scores in which the original does not beat the baseline are left out.
    """
    scores: dict[Score, float | None] = {
        "accuracy": model["relative_accuracy"],
        "auc": model["relative_auc"],
    }
    return {key: value for key, value in scores.items() if beats_baseline(model, key)}


def membership_sentences(model: ModelFacts) -> Iterator[str]:
    """Sentences about how well attacks can tell who was learned from; none if not measured."""
    if not (attacks := model.get("membership")):
        return
    for side in LEARNED:
        low, high = (percent(end) for end in attacks[side]["interval"])
        yield (
            f"Membership, {side}: who was learned from is told from others with an advantage of"
            f" {percent(attacks[side]['advantage'])} ({low} to {high}; 0% is guessing, 100%"
            f" certainty), by {count_of(attacks['attacks'], 'attack')} on the confidence."
        )


def title(target: TargetFacts, model: ModelFacts) -> str:
    """What is predicted by what."""
    given = ", ".join(f"{key}: {label(value, 20)}" for key, value in model["parameters"].items())
    return f"{label(target['target'])} by {model['model']}{f' ({given})' if given else ''}"


def _sides(target: TargetFacts, model: ModelFacts) -> "Table":
    """The scores of a model on each side, and the relative ones."""
    from rich.table import Table  # noqa: PLC0415

    table = Table(title=title(target, model), title_justify="left")
    for name in ("", *SIDES.values(), "Relative"):
        table.add_column(name, justify="right" if name else "left")
    relative = relative_scores(model)
    for key, name in SHARES.items():
        shown = [_share(model[side][key]) for side in SIDES]
        table.add_row(name, *shown, _share(relative.get(key)))
    brier = [_plain(model[side]["brier"]) for side in SIDES]
    skill = model["brier_skill"]
    table.add_row("Brier score", *brier, f"skill {_plain(skill)}" if is_number(skill) else "—")
    return table


def _classes(model: ModelFacts) -> "Table":
    """The scores of each class of the target against all others."""
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(title="Each class against all others", title_justify="left")
    table.add_column("Class", overflow="fold")
    for name in ("Records", "", *OF_CLASS.values()):
        table.add_column(name, justify="right" if name else "left")
    for facts in model["by_class"]:
        heads: list[Text | str] = [Text(label(facts["class"], 40)), number(facts["records"])]
        for side in LEARNED:
            table.add_row(*heads, SIDES[side], *(_share(facts[side][key]) for key in OF_CLASS))
            heads = [Text(""), ""]
    return table


def _share(value: object) -> str:
    return percent(value) if is_number(value) else "—"


def _plain(value: object) -> str:
    return f"{value:.4f}" if is_number(value) else "—"
