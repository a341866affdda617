"""What models learned from a release is worth: every model for every target of a study."""

from collections.abc import Mapping
from typing import Any

from shoal.engine.arrays import Codes
from shoal.errors import DataError
from shoal.learning.evaluation import Validation, classes_of, evaluated
from shoal.learning.features import Features
from shoal.learning.membership import Attack, attacked, summary
from shoal.learning.model import LearningModel
from shoal.pipeline.learning.strict_sides import EACH_FOLD, validation_of
from shoal.pipeline.states.sides import Part, Sides
from shoal.pipeline.ways.choice import way_of
from shoal.progress import Progress, Watch, ignore_progress
from shoal.report.summary import plain
from shoal.study.keys.plugins import learning_models, plugin_settings
from shoal.study.predicted import asked_of, features_of
from shoal.study.study import Study


def learned(study: Study, sides: Sides, watch: Watch = ignore_progress) -> dict[str, Any]:
    """Every model for every target."""
    asked = asked_of(study)
    how = validation_of(study)
    kept, records = int(sides.released.kept.sum()), len(sides.released.kept)
    steps = len(sides.targets) * len(asked.models)
    targets = []
    for at, name in enumerate(sides.targets):
        watch(Progress("evaluate", at * len(asked.models), steps))
        targets.append(_target(study, name, sides, how))
    return {
        "records": {"input": records, "released": kept, "tested": how.tested(records)},
        "folds": min(how.folds, how.tested(records)),
        "repetitions": how.repetitions,
        "seed": how.seed,
        "features": list(features_of(study)),
        "scaling": dict(asked.scaling),
        "how": HOW[_form(study)],
        "anonymized": asked.anonymize,
        "parts": [part.plain() for parts in sides.strict for part in parts],
        "targets": plain(targets),
    }


def _form(study: Study) -> str:
    if asked_of(study).anonymize == EACH_FOLD:
        return EACH_FOLD
    way = way_of(study)
    if way.by_class:
        return "local"
    if way.own_cells:
        return "clusters"
    return "cells" if way.by_cell else "global"


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


def with_learning(report: Mapping[str, Any], learning: Mapping[str, Any]) -> dict[str, Any]:
    """The report of a run with what models are worth; its summary has the scores without curves."""
    short = {**learning, "targets": [_scores_only(target) for target in learning["targets"]]}
    return {**report, "summary": {**report["summary"], "learning": short}, "learning": learning}


def attempted(study: Study, sides: Sides) -> dict[str, Any]:
    """Every model for every target, or why a release cannot be judged; a run goes on anyway."""
    try:
        return learned(study, sides)
    except DataError as error:
        return {"targets": [], "reason": " ".join(error.problems)}


def _target(study: Study, name: str, sides: Sides, how: Validation) -> dict[str, Any]:
    """All models for one target."""
    classes, labels = classes_of(name, sides.targets[name])
    features = sides.input.without(name), sides.learned_without(name)
    found = []
    for model in asked_of(study).models:
        settings = plugin_settings(learning_models(), model)
        scores = evaluated(model, features, labels, how).plain(classes.to_list())
        scores |= _membership(model, name, sides, labels, how.seed)
        found.append({"model": settings["model"], "parameters": _parameters(settings), **scores})
    return {"target": name, "classes": classes.to_list(), "models": found}


def _membership(
    model: LearningModel, name: str, sides: Sides, labels: Codes, seed: int
) -> dict[str, Any]:
    """How well attacks tell who was learned from, where the study asks for them."""
    if not sides.attacks:
        return {}
    before = sides.input.without(name)
    found: dict[str, list[Attack]] = {"original": [], "released": []}
    for at, part in enumerate(sides.attacks):
        for side, features in (("original", before), ("released", part.features.without(name))):
            found[side].append(_attacked(model, features, part, labels, seed + at))
    told = {side: summary(attacks) for side, attacks in found.items()}
    return {"membership": {"attacks": len(sides.attacks), **told}}


def _attacked(
    model: LearningModel, features: Features, part: Part, labels: Codes, seed: int
) -> Attack:
    return attacked(model, features, part.learned, part.asked, labels, seed)


def _parameters(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in settings.items() if key != "model"}


def _scores_only(target: Mapping[str, Any]) -> dict[str, Any]:
    return {**target, "models": [_without(model, CURVES) for model in target["models"]]}


CURVES = ("by_class", "by_confidence", "confusion", "calibration")


def _without(found: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """A mapping without some keys, also inside it."""
    return {
        key: _without(value, keys) if isinstance(value, Mapping) else value
        for key, value in found.items()
        if key not in keys
    }
