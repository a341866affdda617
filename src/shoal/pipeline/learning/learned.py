"""How well models predict that learned from a release: every model for every target."""

from typing import cast

from shoal.engine.arrays import Codes
from shoal.errors import DataError
from shoal.learning.evaluation import Validation, classes_of, evaluate_model
from shoal.learning.membership import Attack, attack_members, summary
from shoal.learning.model import LearningModel
from shoal.pipeline.learning.strict_sides import EACH_FOLD, validation_of
from shoal.pipeline.states.sides import Sides
from shoal.pipeline.ways.choice import way_of
from shoal.progress import Progress, Watch, ignore_progress
from shoal.report.summary import as_plain
from shoal.report.types.learning import SIDES, Learning, Membership, ModelFacts, TargetFacts
from shoal.report.types.summary import Report
from shoal.study.keys.plugins import learning_models, plugin_settings
from shoal.study.predicted import evaluation_of, features_of
from shoal.study.study import Study


def score_models(study: Study, sides: Sides, watch: Watch = ignore_progress) -> Learning:
    """The scores of every model for every target, with curves, as plain values."""
    asked = evaluation_of(study)
    how = validation_of(study)
    kept, records = int(sides.released.kept.sum()), len(sides.released.kept)
    steps = len(sides.targets) * len(asked.models)
    targets = []
    for at, name in enumerate(sides.targets):
        watch(Progress("evaluate", at * len(asked.models), steps))
        targets.append(_target(study, name, sides, how))
    return {
        "records": {"input": records, "released": kept, "tested": how.record_count(records)},
        "folds": min(how.folds, how.record_count(records)),
        "repetitions": how.repetitions,
        "seed": how.seed,
        "features": list(features_of(study)),
        "scaling": dict(asked.scaling),
        "how": HOW[_form(study)],
        "anonymized": asked.anonymize,
        "parts": [part.plain() for parts in sides.strict for part in parts],
        "targets": as_plain(targets),
    }


def _form(study: Study) -> str:
    """The form in which models are asked about records, as a key of `HOW`."""
    if evaluation_of(study).anonymize == EACH_FOLD:
        return EACH_FOLD
    way = way_of(study)
    if way.by_class:
        return "local"
    if way.own_cells:
        return "clusters"
    return "cells" if way.by_cell else "global"


# What a report says about the form in which models were asked.
HOW = {
    EACH_FOLD: "In each part the other records were anonymized by themselves; models learned from"
    " their release and were asked about the records of the part in its form. Nothing about a"
    " record was known when it was predicted.",
    "global": "Models learned from the released records and were asked about input records in the"
    " release's form. The same parts of the table were used for all.",
    "local": "Models learned from the released records and were asked about each record in the form"
    " of the first class that it fits, as a new record would be (local recoding). The same parts of"
    " the table were used for all.",
    "clusters": "Models learned from the released records and were asked about each record as its"
    " own cluster shows it, numbers by the middle of their range. The same parts of the table were"
    " used for all.",
    "cells": "Models learned from the released records and were asked about each record with its"
    " own blank cells. The same parts of the table were used for all.",
}


def with_learning(report: Report, learning: Learning) -> Report:
    """The report of a run with the scores of models; its summary holds them without curves."""
    targets = [_scores_only(target) for target in learning["targets"]]
    short: Learning = {**learning, "targets": targets}
    return {**report, "summary": {**report["summary"], "learning": short}, "learning": learning}


def try_to_score_models(study: Study, sides: Sides) -> Learning:
    """The scores of all models, or the `reason` why there are none; a DataError stops no run."""
    try:
        return score_models(study, sides)
    except DataError as error:
        return {"targets": [], "reason": " ".join(error.problems)}


def _target(study: Study, name: str, sides: Sides, how: Validation) -> TargetFacts:
    """The scores of all models for one target."""
    classes, labels = classes_of(name, sides.targets[name])
    features = sides.input.without(name), sides.features_without(name)
    models: list[ModelFacts] = []
    for model in evaluation_of(study).models:
        settings = plugin_settings(learning_models(), model)
        about = {"model": settings.pop("model"), "parameters": settings}
        scores = evaluate_model(model, features, labels, how).plain(classes.to_list())
        facts = cast(ModelFacts, {**about, **scores})
        if sides.attacks:
            facts["membership"] = _membership(model, name, sides, labels, how.seed)
        models.append(facts)
    return {"target": name, "classes": classes.to_list(), "models": models}


def _membership(
    model: LearningModel, name: str, sides: Sides, labels: Codes, seed: int
) -> Membership:
    """How well attackers can tell from a model whose records it learned from.

    Each random half is attacked twice: as it was, and as it is released.
    """
    before = sides.input.without(name)
    attacks: dict[str, list[Attack]] = {"original": [], "released": []}
    for at, part in enumerate(sides.attacks):
        for side, features in (("original", before), ("released", part.features.without(name))):
            attack = attack_members(model, features, part.learned, part.asked, labels, seed + at)
            attacks[side].append(attack)
    summaries = {side: summary(each) for side, each in attacks.items()}
    return cast(Membership, {"attacks": len(sides.attacks), **summaries})


def _scores_only(target: TargetFacts) -> TargetFacts:
    """The scores of all models for a target, without curves."""
    return {**target, "models": [_without_curves(model) for model in target["models"]]}


def _without_curves(facts: ModelFacts) -> ModelFacts:
    """The scores of a model and of its sides, without the curves that a report draws."""
    short = facts.copy()
    short.pop("by_class", None)
    for side in SIDES:
        scores = short[side].copy()
        scores.pop("by_confidence", None)
        scores.pop("confusion", None)
        scores.pop("calibration", None)
        short[side] = scores
    return short
