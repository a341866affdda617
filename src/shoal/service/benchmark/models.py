"""The verb `benchmark`: models x privacy settings on the same nested parts, ranked.

The future work of Eicher et al. 2020 (doi:10.1186/s12911-020-1041-3): the table is divided into
outer parts to test on; within the rest, inner parts choose the model. Every training table is
anonymized by itself, so neither the choice nor the test knows anything about its records.
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import numpy as np
import polars as pl

from shoal.data.input_identity import fingerprint
from shoal.data.table import Table
from shoal.engine.arrays import Bools, Codes
from shoal.errors import DataError, StudyError
from shoal.learning.cross_validation import Predictions, train_and_predict
from shoal.learning.evaluation import classes_of
from shoal.learning.features import Features
from shoal.learning.folds import Folds, folds_of
from shoal.learning.matrix import design_of
from shoal.learning.ranking import rank_models
from shoal.learning.scores import score_predictions
from shoal.learning.threads import one_thread
from shoal.pipeline.learning.part_sides import part_of
from shoal.pipeline.learning.sides import raw_features
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_input
from shoal.progress import Progress, Watch, ignore_progress
from shoal.report.types.learning import BenchmarkReport, Ranked
from shoal.service.benchmark.plan import Plan
from shoal.study.keys.plugins import learning_models, plugin_settings
from shoal.study.predicted import evaluation_of, targets_of
from shoal.study.study import Study

INPUT = "input"  # the setting that anonymizes nothing
SCORES = ("accuracy", "auc", "brier")
Cell = dict[str, dict[str, float]]  # the scores of each model, with one setting on one part


@dataclass(frozen=True, eq=False)
class Asked:
    """One setting with the table, and what is predicted.

    Attributes:
        name: The name of the setting.
        study: Its study.
        whole: The table.
        labels: The class of each record as a number, and how many classes there are.
    """

    name: str
    study: Study
    whole: Table
    labels: tuple[Codes, int]

    def features(self, learned: Bools, asked: Bools) -> Features:
        """What models see if only some records are anonymized and learned from.

        Args:
            learned: Flags of the records to learn from.
            asked: Flags of the records to be asked about.
        """
        if self.name == INPUT:
            return raw_features(self.study, self.whole, learned)
        places = np.arange(self.whole.records, dtype=np.int32)
        again = partial(anonymize, clock=Stopwatch())
        return part_of(self.study, self.whole, places, learned, asked, again).features


def benchmark(
    plan: Plan, studies: Mapping[str, Study], out: Path, *, watch: Watch = ignore_progress
) -> BenchmarkReport:
    """Test every model with every setting; results are kept in a file and not computed again.

    Args:
        plan: What is compared.
        studies: The study of each setting.
        out: The file of results so far, one line per setting and part.
        watch: Called now and then; raises Canceled to stop.
    """
    settings = list(_settings(studies))
    known = _read_results(out, _question(plan, studies))
    parts = list(_parts(plan, settings[0].whole.records, settings[0].study.seed or 0))
    cells = [(at, fold, setting) for at in range(len(parts)) for fold in range(plan.outer)
             for setting in settings]  # fmt: skip
    for step, (at, fold, setting) in enumerate(cells):
        watch(Progress("evaluate", step, len(cells)))
        key = f"{at}/{fold}/{setting.name}"
        if key not in known:
            known[key] = _cell(setting, parts[at], fold, plan.inner)
            _keep(out, {"cell": key, "models": known[key]})
    return _report(plan, [setting.name for setting in settings], known, len(parts))


def _settings(studies: Mapping[str, Study]) -> Iterator[Asked]:
    """The settings with their table; the first one anonymizes nothing."""
    first = next(iter(studies.values()))
    [target] = _one_target(first)
    prepared = prepare(read_input(first))
    type = first.columns[target].options.type
    classes, labels = classes_of(target, prepared.whole.texts(target, type).cast(pl.String))
    yield Asked(INPUT, first, prepared.whole, (labels, len(classes)))
    for name, study in studies.items():
        yield Asked(name, study, prepared.whole, (labels, len(classes)))


def _one_target(study: Study) -> tuple[str, ...]:
    """The one target of a study, as a tuple; an error if a benchmark cannot predict it."""
    targets = targets_of(study)
    if len(targets) != 1 or targets[0] in study.quasi_identifiers or study.subset is not None:
        raise StudyError(
            "A benchmark predicts one target that is no quasi-identifier, from a whole table."
            " Name it in `evaluate: {targets: [...]}`, and take `subset` out of the study."
        )
    return targets


def _parts(plan: Plan, records: int, seed: int) -> Iterator[Folds]:
    """The outer parts of each repetition."""
    for at in range(plan.repetitions):
        yield folds_of(records, plan.outer, seed + at)


def _cell(setting: Asked, outer: Folds, fold: int, inner: int) -> Cell:
    """The scores of all models with one setting on one outer part.

    `inner` is the mean accuracy on the inner parts, by which a model is chosen.
    """
    trained, tested = outer.training_records(fold), outer.test_records(fold)
    by_model = _test_models(setting, trained, tested)
    places = np.flatnonzero(trained)
    within = folds_of(len(places), inner, fold)
    accuracies: dict[str, list[float]] = {name: [] for name in by_model}
    for at in range(within.count):
        learned, asked = np.zeros((2, len(trained)), np.bool_)
        learned[places[within.training_records(at)]], asked[places[within.test_records(at)]] = (
            True,
            True,
        )
        for name, scores in _test_models(setting, learned, asked).items():
            accuracies[name].append(scores["accuracy"])
    inside = {name: float(np.mean(accuracies[name])) for name in by_model}
    return {name: {**by_model[name], "inner": inside[name]} for name in by_model}


def _test_models(setting: Asked, learned: Bools, asked: Bools) -> dict[str, dict[str, float]]:
    """The scores of all models that learned from some records, on others.

    If none of the records to learn from is released, no prediction is right.
    """
    features, (labels, classes) = setting.features(learned, asked), setting.labels
    by_model = {}
    for model in evaluation_of(setting.study).models:
        with one_thread():
            confidences = np.zeros((int(asked.sum()), classes))
            undefined = not (features.kept & learned).any()
            if not undefined:
                design, known = design_of(features, model.layout), (labels, classes)
                seed = setting.study.seed or 0
                confidences = train_and_predict(
                    model, design, learned & features.kept, asked, known, seed
                )
        unknown = np.full(len(confidences), undefined)
        scores = score_predictions(Predictions(labels[asked], confidences, unknown, int(undefined)))
        by_model[_model_name(model)] = {key: getattr(scores, key) for key in SCORES}
    return by_model


def _model_name(model: object) -> str:
    """A model with its parameters, in words."""
    settings = plugin_settings(learning_models(), model)
    name = str(settings.pop("model"))
    given = ", ".join(f"{key}: {value}" for key, value in settings.items())
    return f"{name} ({given})" if given else name


def _report(
    plan: Plan, settings: list[str], known: Mapping[str, Cell], repetitions: int
) -> BenchmarkReport:
    """Ranked candidates, and what each setting gives if inner parts choose its model."""
    parts = [(at, fold) for at in range(repetitions) for fold in range(plan.outer)]
    scores: dict[str, list[float]] = {}
    chosen: dict[str, list[float]] = {}
    for at, fold in parts:
        for name in settings:
            models = known[f"{at}/{fold}/{name}"]
            for model, figures in models.items():
                scores.setdefault(f"{name}: {model}", []).append(figures["accuracy"])
            best = max(models, key=lambda model: models[model]["inner"])
            chosen.setdefault(name, []).append(models[best]["accuracy"])
    share = 1 / (plan.outer - 1)  # test records for each training record
    return {
        "format": 1,
        "outer": plan.outer,
        "inner": plan.inner,
        "repetitions": repetitions,
        "score": "accuracy",
        "candidates": cast(list[Ranked], rank_models(scores, share)),
        "chosen": cast(list[Ranked], rank_models(chosen, share)),
    }


def _question(plan: Plan, studies: Mapping[str, Study]) -> str:
    """Plan, studies and input as a text, which changes if one of them does."""
    keys = {name: study.given() for name, study in studies.items()}
    first = next(iter(studies.values()))
    read = fingerprint(source_of(first).path)
    asked = {"plan": plan.model_dump(mode="json"), "settings": keys, "input": read}
    return json.dumps(asked, sort_keys=True, default=str)


def _read_results(path: Path, question: str) -> dict[str, Cell]:
    """The results in a file, by cell; the file of another benchmark is refused.

    A new file is begun with the question. A last line that was cut off is removed from the file.
    """
    if not path.exists() or not path.stat().st_size:
        _keep(path, {"question": question})
        return {}
    try:
        whole, _, cut = path.read_bytes().rpartition(b"\n")
        lines = [json.loads(line) for line in whole.split(b"\n")]
        asked = lines[0]["question"]
        results: dict[str, Cell] = {line["cell"]: line["models"] for line in lines[1:]}
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        raise DataError(f"{path} is no file of a benchmark. Choose another one.") from None
    if asked != question:
        raise DataError(f"{path} is about another plan. Choose another file, or remove it.")
    if cut:  # the last line is incomplete: the program was killed while it wrote it
        os.truncate(path, len(whole) + 1)
    return results


def _keep(path: Path, line: Mapping[str, object]) -> None:
    """Append a line to the file of results."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error.strerror}.") from None
