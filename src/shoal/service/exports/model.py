"""The verb `export_model`: a model learns from a release and goes into one file.

Theory: docs/theory/learning.md.

The model sees released records only, and the file holds nothing of the others: categories are those
of the release, scores are those of the release.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import StudyError, did_you_mean
from shoal.learning.bundle import write_bundle
from shoal.learning.encoding import Encoded, Encoding
from shoal.learning.evaluation import classes_of
from shoal.learning.labeling import Labeling
from shoal.learning.model import LearningModel
from shoal.learning.plain_model import program
from shoal.learning.predictor import Predictor, train
from shoal.pipeline.folder.added import write_down, write_page
from shoal.pipeline.learning.learned import score_models
from shoal.pipeline.learning.sides import column_scaling, counts_middles, sides_of
from shoal.pipeline.release.labelings import labelings_of
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.sides import Sides
from shoal.progress import Watch, ignore_progress
from shoal.report.types.exports import AboutModel, ExportedScores
from shoal.service.exports.exporting import Export, record_export, release_for_export
from shoal.service.exports.mapping import about_release
from shoal.study.given import StudyLike, as_study
from shoal.study.keys.plugins import learning_models, plugin_settings
from shoal.study.predicted import evaluation_of, features_of, nothing_to_predict, targets_of
from shoal.study.study import Study


def export_model(
    study: StudyLike,
    out: Path,
    *,
    unseen: str = "error",
    run: Path | None = None,
    model: str | None = None,
    target: str | None = None,
    scorer: Path | None = None,
    watch: Watch = ignore_progress,
) -> "ExportedModel":
    """Train a model on a release and write it with everything it needs to predict raw records.

    The file tells much of the release it learned from, so it is in the ledger like one.

    Args:
        study: The study; its key `evaluate` says from what is predicted.
        out: The file to write.
        unseen: What becomes of values that a hierarchy does not know: `error` or `root`.
        run: The folder of a run whose release is learned from; None searches the release again.
        model: The kind of model; by default the first of the study.
        target: The column to predict; by default the only one of the study.
        scorer: A Python program to write, too: it predicts without any library.
        watch: Called now and then; raises Canceled to stop.
    """
    asked = _narrow_study(as_study(study), model, target)
    done = release_for_export(asked, run, watch)
    everybody, chosen = sides_of(done, new=True), evaluation_of(asked).models[0]
    # With differential privacy, nothing may depend on records but by what was written.
    sides = everybody.of_release() if done.way.draws else everybody
    labelings = labelings_of(done, features_of(done.study), unseen, asked)
    useful = [each for each in labelings.columns if each.kind != "root"]
    predictor = replace(_predictor(done, sides, useful, chosen), local=labelings.local)
    text = None if scorer is None else program(predictor, _texts_before(everybody))
    about = _about(done, sides, chosen, watch)
    with record_export(asked, done, out, run) as accepted:
        write_bundle(predictor, about, out)
        write_down(out, "export-model")
        if scorer is not None and text is not None:
            write_page(scorer, text, "export-model")
    return ExportedModel([*labelings.warnings, *accepted], predictor)


@dataclass(frozen=True, eq=False)
class ExportedModel(Export):
    """A model that was written, as whoever reads its file gets it."""

    predictor: Predictor


def _texts_before(sides: Sides) -> dict[str, pl.Series]:
    """The different input texts of each feature."""
    pairs = zip(sides.input.columns, sides.input.training, strict=True)
    return {
        feature.name: feature.labels.gather(pl.Series(codes).unique()) for feature, codes in pairs
    }


def _narrow_study(study: Study, model: str | None, target: str | None) -> Study:
    """The study with one model and one target; other targets are not used as features."""
    targets, asked = targets_of(study), evaluation_of(study)
    if target is None:
        if not targets:
            raise nothing_to_predict()
        if len(targets) > 1:
            raise StudyError(f"The study has {len(targets)} targets. Choose one: --target.")
    chosen = target or targets[0]
    if chosen not in study.released:
        hint = did_you_mean(chosen, study.released)
        raise StudyError(f"target: {chosen!r} is not a released column.{hint}")
    if chosen in asked.features:
        raise StudyError(
            f"target: {chosen!r} is among the features of the study, and a column is not predicted"
            " from itself. Take it out of `features`, or choose another target."
        )
    features = tuple(name for name in features_of(study) if name != chosen)
    if not features:
        raise StudyError("There is no released column to predict from.")
    settled = {"targets": (chosen,), "features": features, "models": (_model(asked, model),)}
    return study.model_copy(update={"evaluate": asked.model_copy(update=settled)})


def _model(asked: Any, name: str | None) -> LearningModel:  # noqa: ANN401  (the key `evaluate`)
    """The study's model of a name, or else one with defaults."""
    known = {learning_models().name_of(each): each for each in reversed(asked.models)}
    first: LearningModel = asked.models[0]
    if name is None:
        return first
    model: LearningModel = known.get(name) or learning_models().build({"model": name})
    return model


def _predictor(
    done: Released, sides: Sides, labelings: list[Labeling], model: LearningModel
) -> Predictor:
    """The model after learning from the released records."""
    kept, study = sides.released.kept, done.study
    [(target, values)] = sides.targets.items()
    classes, labels = classes_of(target, values.filter(pl.Series(kept)))
    pairs = zip(sides.released.columns, sides.released.training, strict=True)
    texts = {feature.name: feature.labels.gather(codes[kept]) for feature, codes in pairs}
    columns = [
        Encoded(
            each.name,
            each.options.type,
            column_scaling(study, each.name, new=True),
            counts_middles(study, each.name, new=True),
        )
        for each in labelings
    ]
    encoding = Encoding.of(columns, texts, model.layout)
    estimator = train(model, encoding, texts, labels, study.seed or 0)
    names = tuple(classes.to_list())
    return Predictor(target, names, tuple(labelings), encoding, estimator, not model.weighted)


def _about(done: Released, sides: Sides, model: LearningModel, watch: Watch) -> AboutModel:
    """What the file tells besides: promises, levels, scores; nothing of the input."""
    settings = plugin_settings(learning_models(), model)
    return {
        **about_release(done),
        "model": {"type": str(settings.pop("model")), "parameters": settings},
        "evaluation": _evaluation(done.study, sides, watch),
    }


def _evaluation(study: Study, sides: Sides, watch: Watch) -> ExportedScores:
    """The scores of the model on records that it had not learned from."""
    learning = score_models(study, sides, watch)
    [scores] = learning["targets"][0]["models"]
    released = scores["released"]
    return {
        "folds": learning["folds"],
        "repetitions": learning["repetitions"],
        "seed": learning["seed"],
        "scaling": learning["scaling"],
        "accuracy": released["accuracy"],
        "average_error": released["average_error"],
        "brier": released["brier"],
        "auc": released["auc"],
    }
