"""The results of an evaluation as sentences and lines of tables; nothing here touches a page."""

from collections.abc import Mapping
from typing import Any, Literal

from shoal.report.learning_table import LEARNED, beats_baseline, relative_scores
from shoal.report.numbers import is_number, number, percent
from shoal.report.types.learning import SIDES, ClassFacts, Learning, MembershipSide, ModelFacts
from shoal.report.words import label

Model = ModelFacts
MEANS: tuple[Literal["sensitivity", "specificity"], ...] = ("sensitivity", "specificity")
Cell = tuple[str, float | str]  # the text, and the value it is sorted by
NONE: Cell = ("–", float("-inf"))
# Every column of the table with its term in the glossary.
OVERALL = {
    "Predicted": "learning-target",
    "Model": "learning-model",
    "In words": "learning-verdict",
    "Baseline": "accuracy-baseline",
    "Original": "accuracy-original",
    "Released": "accuracy-released",
    "Relative accuracy": "relative-accuracy",
    "Average error": "average-error",
    "Sensitivity": "sensitivity",
    "Specificity": "specificity",
    "AUC": "auc",
    "Relative AUC": "relative-auc",
    "Brier score": "brier-score",
    "Skill": "brier-skill",
}
OF_CLASS = {
    "Class": "learning-class",
    "In words": "learning-verdict",
    "Records": "class-records",
    "Sensitivity": "sensitivity",
    "Specificity": "specificity",
    "Precision": "precision",
    "AUC": "auc",
    "Relative AUC": "relative-auc",
    "Brier score": "brier-score",
    "Skill": "brier-skill",
}
SAID_OVERALL, SAID_OF_CLASS = 2, 1  # the columns with the words
AS_GOOD, LITTLE, LOST = 0.95, 0.75, 0.05  # from 0, the baseline, to 1, the original


def model_words(model: Model) -> str:
    """A model with its parameters."""
    given = ", ".join(f"{key} {label(value, 20)}" for key, value in model["parameters"].items())
    return f"{model['model']} ({given})" if given else str(model["model"])


def right_of_100(*shares: float) -> list[str]:
    """Shares as numbers of 100; with a decimal if different shares would otherwise look equal."""
    plain = [f"{100 * share:.0f}" for share in shares]
    if len(set(plain)) == len(set(shares)):
        return plain
    return [f"{100 * share:.1f}".removesuffix(".0") for share in shares]


def sentence(target: str, model: Model) -> str:
    """What the accuracy means, in a sentence."""
    released, original, baseline = right_of_100(
        *(model[side]["accuracy"] for side in reversed(SIDES))
    )
    return (
        f"Predicting {label(target)}: from the release, {model['model']} is right in {released} of"
        f" 100 cases, from the original in {original}; guessing always the most frequent class"
        f" gives {baseline}."
    )


def verdict(model: Model) -> tuple[str, str]:
    """What the release is worth, in a few words, and the tone: good, warn, bad or empty."""
    if not beats_baseline(model):
        return "nothing to learn", ""
    return _relative_verdict(relative_scores(model).get("accuracy"))


def class_verdict(one: ClassFacts) -> tuple[str, str]:
    """The verdict about one class, by its area under the curve: words and tone, as `verdict`."""
    baseline, original = one["baseline"]["auc"], one["original"]["auc"]
    if not is_number(baseline) or not is_number(original):
        return "does not occur", ""
    if original <= baseline:
        return "nothing to learn", ""
    return _relative_verdict(one["relative_auc"])


def _relative_verdict(share: object) -> tuple[str, str]:
    """Words and tone for a score of the release: 0 is the baseline's, 1 the original's."""
    if not is_number(share):
        return "–", ""
    if share > 1:
        return "better than the original", "good"
    if share >= AS_GOOD:
        return "as good as the original", "good"
    if share >= LITTLE:
        return "a little worse", "warn"
    return ("much worse", "bad") if share > LOST else ("no better than guessing", "bad")


def overall(learned: Learning) -> list[list[Cell]]:
    """A line for each target and model, with the cells of OVERALL."""
    return [_line(one["target"], model) for one in learned["targets"] for model in one["models"]]


def _line(target: str, model: Model) -> list[Cell]:
    """The line of one model for one target."""
    relative = relative_scores(model)
    return [
        (label(target), label(target)),
        (model_words(model), model_words(model)),
        (verdict(model)[0], _or_least(model["relative_accuracy"])),
        *(_share(model[side]["accuracy"]) for side in SIDES),
        _share(relative.get("accuracy")),
        _both(model, "average_error"),
        _both(_mean(model), "sensitivity"),
        _both(_mean(model), "specificity"),
        _both(model, "auc"),
        _share(relative.get("auc")),
        _both(model, "brier", plain=True),
        _plain(model["brier_skill"]),
    ]


def _mean(model: Model) -> dict[str, dict[str, float]]:
    """Sensitivity and specificity by side, averaged over classes weighted by their records."""
    classes = model["by_class"]
    total = sum(one["records"] for one in classes) or 1
    return {
        side: {
            key: sum(one["records"] * one[side][key] for one in classes) / total for key in MEANS
        }
        for side in LEARNED
    }


def of_class(one: ClassFacts) -> list[Cell]:
    """The line of a class, with the cells of OF_CLASS."""
    name = label(one["class"], 60)
    return [
        (name, name),
        (class_verdict(one)[0], _or_least(one["relative_auc"])),
        (number(one["records"]), one["records"]),
        *(_both(one, key) for key in ("sensitivity", "specificity", "precision", "auc")),
        _share(one["relative_auc"]),
        _both(one, "brier", plain=True),
        _plain(one["brier_skill"]),
    ]


def _both(found: Mapping[str, Any], key: str, *, plain: bool = False) -> Cell:
    """Original → release, as shares or plain numbers; sorted by the value of the release."""
    tell = _plain if plain else _share
    before, after = (tell(found[side][key]) for side in LEARNED)
    return f"{before[0]} → {after[0]}", after[1]


def _share(value: object) -> Cell:
    """A share as a cell in percent; a dash if it is no number."""
    return (percent(value), float(value)) if is_number(value) else NONE


def _plain(value: object) -> Cell:
    """A number as a cell with four decimals; a dash if it is no number."""
    return (f"{value:.4f}".replace("-", "−"), float(value)) if is_number(value) else NONE


def _or_least(value: object) -> float:
    """The number to sort by; what is no number comes last."""
    return float(value) if is_number(value) else float("-inf")


def headline(learned: Learning) -> list[tuple[str, str, str, str]]:
    """The figures at the top: name, value, term, tone."""
    records = learned["records"]
    return [
        ("Records predicted", number(records["tested"]), "tested-records", ""),
        ("Records to learn from", number(records["released"]), "learned-records", ""),
        ("Columns to predict from", number(len(learned["features"])), "learning-features", ""),
        ("Parts", number(learned["folds"]), "folds", ""),
    ]


def memberships(learned: Learning) -> list[list[str]]:
    """How well attackers recognize who was learned from: a line for each target and model.

    Models for which no attacks were tried have no line.
    """
    return [
        [
            label(one["target"]),
            model_words(model),
            *map(_advantage, _membership_sides(model)),
            _membership_verdict(model),
        ]
        for one in learned["targets"]
        for model in one["models"]
        if model.get("membership")
    ]


def _membership_sides(model: Model) -> list[MembershipSide]:
    """What attackers found: on the original, then on the release."""
    return [model["membership"][side] for side in LEARNED]


def _advantage(found: MembershipSide) -> str:
    """The advantage of attackers over guessing, with its interval."""
    low, high = map(percent, found["interval"])
    return f"{percent(found['advantage'])} ({low} to {high})"


def _membership_verdict(model: Model) -> str:
    """Whether it can be told who was learned from, in words."""
    original, released = _membership_sides(model)
    if released["interval"][0] <= 0:
        return "cannot be told from the release"
    better = released["interval"][1] < original["interval"][0]
    return "less than from the original" if better else "can be told, as from the original"
