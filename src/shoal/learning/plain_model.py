"""Exports a trained model as a Python program that needs no library (docs/theory/learning.md).

This works for sums of weights (logistic regression, naive Bayes, the zero rule) and trees.
Confidences agree with those of the model to about twelve digits: libraries add in other orders.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import numpy as np
import polars as pl

from shoal.data.types import DateType, DecimalType, IntegerType
from shoal.errors import StudyError
from shoal.hierarchies import builders
from shoal.hierarchies.masking import Masking
from shoal.learning import scorer
from shoal.learning.encoding import Encoded
from shoal.learning.labeling import Labeling
from shoal.learning.model import Layout
from shoal.learning.predictor import Predictor
from shoal.utility.labels import parser_of, ranges

_OTHER_KIND = (
    "its kind of model is no sum of weights and no tree",
    "choose another kind with `--model`: logistic-regression, naive-bayes, decision-tree or"
    " random-forest",
)
HOLE = 'json.loads("null")'  # where the program holds what was learned


def program(predictor: Predictor, values: Mapping[str, pl.Series]) -> str:
    """The text of a Python program that predicts as a model does; StudyError says why not.

    Args:
        predictor: The model.
        values: Texts of each feature, with which the program is tested before it is exported.
    """
    model = plain_model(predictor)
    for column in model["columns"]:
        _refuse_other_labels(predictor, column, values[column["name"]])
    text = (files("shoal.learning") / "scorer.py").read_text("utf-8")
    learned = json.dumps(json.dumps(model, allow_nan=False))
    return text.replace(HOLE, f"json.loads({learned})")


def plain_model(predictor: Predictor) -> dict[str, Any]:
    """Everything that the program needs, as plain values; StudyError where that is not possible."""
    if predictor.local is not None:
        raise _impossible(
            "classes have levels of their own (local recoding)",
            "learn from a run with one level for each column (`recoding: global`)",
        )
    if predictor.encoding.layout is not Layout.INDICATORS:
        raise _impossible(*_OTHER_KIND)
    labelings = {each.name: each for each in predictor.labelings}
    columns, first = [], 0
    for column in predictor.encoding.columns:
        columns.append(_column(column, labelings[column.name], first))
        first += len(column.indicators)
    learned = [int(code) for code in predictor.estimator.classes_]
    target = {"target": predictor.target, "classes": list(predictor.classes), "learned": learned}
    numbers = _numbers(predictor.estimator)
    uses_columns = "trees" in numbers or numbers["weights"]  # the zero rule does not
    return {**target, "columns": columns if uses_columns else [], **numbers}


def _column(column: Encoded, labeling: Labeling, first: int) -> dict[str, Any]:
    """What the program must know of a column; `first` is its first place in the matrix."""
    date = column.type.full_format if isinstance(column.type, DateType) else None
    if column.middles and column.scaling is not None and labeling.level:
        raise _impossible(
            f"column {column.name!r} counts ranges as their middles",
            "let ranges be categories (`ranges: categories`)",
        )
    return {
        "name": column.name,
        "missing": list(labeling.missing),
        "date": date,
        "scaling": None if column.scaling is None else list(column.scaling.steps),
        "number": first if column.numeric else None,
        "first": first + column.numeric,
        "categories": list(column.categories),
        "root": labeling.root,
        "unseen": labeling.unseen,
        **_form(column, labeling),
    }


def _form(column: Encoded, labeling: Labeling) -> dict[str, Any]:
    """How the program labels a value."""
    if labeling.kind in {"as-is", "aggregate"}:
        return {"form": "text"}
    if labeling.table is not None:
        known = {value: label for value, label in labeling.table.items() if value is not None}
        return {"form": "map", "map": known, "missing_label": labeling.table.get(None)}
    builder = builders.build(dict(labeling.builder or {}))
    if isinstance(builder, Masking) and builder.max_length:
        return {
            "form": "mask",
            "length": builder.max_length,
            "level": labeling.level,
            "padding": builder.padding,
            "character": builder.character,
            "align": builder.align,
            "from_right": builder.direction == "right-to-left",
        }
    if isinstance(column.type, IntegerType | DecimalType | DateType):
        return {"form": "ranges", "other": "", "ranges": _ranges(column)}
    raise _impossible(*_own_rules(column.name))


def _ranges(column: Encoded) -> list[list[Any]]:
    """The ranges of the labels in training: label, low, high, and whether each end is left out."""
    labels = pl.Series([label for label in column.categories if label is not None], dtype=pl.String)
    parser = parser_of(column.type)
    assert parser is not None  # noqa: S101  (numbers and dates have one)
    meant = ranges(labels, parser)
    if not meant.has_end.all():
        raise _impossible(*_own_rules(column.name))
    lows, highs = (
        [None if np.isnan(end) else float(end) for end in ends] for ends in (meant.low, meant.high)
    )
    left_out = meant.without_low.tolist(), meant.without_high.tolist()
    return [list(line) for line in zip(labels, lows, highs, *left_out, strict=True)]


def _numbers(estimator: Any) -> dict[str, Any]:  # noqa: ANN401  (a classifier of any kind)
    """The weights or the trees of a classifier, whose kind is known by what it holds."""
    if hasattr(estimator, "estimators_"):
        return {"trees": [_tree(member.tree_) for member in estimator.estimators_]}
    if hasattr(estimator, "tree_"):
        return {"trees": [_tree(estimator.tree_)]}
    if hasattr(estimator, "steps"):
        return _regression(estimator[-1], estimator[0].scale_)
    if hasattr(estimator, "class_prior_") and not hasattr(estimator, "feature_log_prob_"):
        return _sums(np.log(np.maximum(estimator.class_prior_, 1e-300)), [])
    if hasattr(estimator, "means"):
        return _normal(estimator)
    if hasattr(estimator, "feature_log_prob_"):
        return _sums(*_bayes(estimator))
    raise _impossible(*_OTHER_KIND)


def _regression(estimator: Any, scale: Any) -> dict[str, Any]:  # noqa: ANN401  (scikit-learn)
    """A logistic regression as sums, for numbers before they are divided by `scale`."""
    weights, start = estimator.coef_ / scale, estimator.intercept_
    if len(weights) == 1:  # two classes: the first has no weights
        weights = np.vstack([np.zeros_like(weights), weights])
        start = np.append(0.0, start)
    return _sums(start, weights.T)


def _bayes(estimator: Any) -> tuple[Any, Any]:  # noqa: ANN401  (scikit-learn)
    """Start and weights of naive Bayes.

    Where absent values count, they are part of the start, and weights are differences to them.
    """
    present, start = estimator.feature_log_prob_, estimator.class_log_prior_
    if not hasattr(estimator, "binarize"):
        return start, present.T
    absent = np.log1p(-np.exp(present))
    return start + absent.sum(axis=1), (present - absent).T


def _normal(bayes: Any) -> dict[str, Any]:  # noqa: ANN401  (NormalBayes)
    """Naive Bayes with normal distributions: sums, and mean and variance per number and class."""
    width, categories = len(bayes.categorical), np.flatnonzero(bayes.categorical)
    start, weights = bayes.prior, np.zeros((width, len(bayes.classes_)))
    if len(categories):
        start, weights[categories] = _bayes(bayes.indicators)
    pairs = np.stack([bayes.means, bayes.variances], axis=2).transpose(1, 0, 2)
    places = np.flatnonzero(~bayes.categorical)
    normal = {str(at): pair.tolist() for at, pair in zip(places, pairs, strict=True)}
    return {**_sums(start, weights), "normal": normal}


def _sums(start: Any, weights: Any) -> dict[str, Any]:  # noqa: ANN401  (arrays)
    """Sums of weights: a start per class, and a line of weights per place in the matrix."""
    rows: Sequence[Sequence[float]] = np.asarray(weights).tolist()
    return {"start": np.asarray(start).tolist(), "weights": rows, "normal": {}}


def _tree(tree: Any) -> list[dict[str, Any]]:  # noqa: ANN401  (scikit-learn)
    """The nodes of a tree, the root first.

    An inner node asks whether the number `at` a place is at most `most`, and names the next nodes;
    a leaf has the share of each class.
    """
    shares = tree.value[:, 0, :] / tree.value[:, 0, :].sum(axis=1, keepdims=True)
    nodes: list[dict[str, Any]] = []
    for at in range(tree.node_count):
        if tree.children_left[at] < 0:
            nodes.append({"shares": shares[at].tolist()})
            continue
        ways = {"yes": int(tree.children_left[at]), "no": int(tree.children_right[at])}
        nodes.append({"at": int(tree.feature[at]), "most": float(tree.threshold[at]), **ways})
    return nodes


def _refuse_other_labels(predictor: Predictor, column: dict[str, Any], texts: pl.Series) -> None:
    """Raise an error unless the program puts every value where the model puts it."""
    [labeling] = [each for each in predictor.labelings if each.name == column["name"]]
    [encoded] = [each for each in predictor.encoding.columns if each.name == column["name"]]
    known = texts.unique()
    places, numbers = encoded.places(labeling.labels(known))
    for text, place, number in zip(known, places, numbers, strict=True):
        ours = None if place < 0 else (int(place) + column["first"] - encoded.numeric, number)
        if not _same(scorer.place_value(text, {**column, "unseen": "root"}), ours):
            raise _impossible(*_own_rules(column["name"]))


def _same(theirs: tuple[int, float] | None, ours: tuple[int, float] | None) -> bool:
    """Whether both put a value at the same place, with the same number but for rounding."""
    if theirs is None or ours is None:
        return theirs is ours
    return theirs[0] == ours[0] and bool(np.isclose(theirs[1], ours[1], rtol=1e-9, atol=0))


def _own_rules(name: str) -> tuple[str, str]:
    """Reason and advice for labels that are neither a table, nor ranges, nor masks."""
    reason = f"the labels of column {name!r} follow rules of their own"
    return reason, "give the column a hierarchy file, or leave it out of `features`"


def _impossible(reason: str, advice: str) -> StudyError:
    """The error for a model that cannot be a program; the advice is what would make it one."""
    return StudyError(
        f"The model cannot be written as a plain program: {reason}. Leave out `--scorer` and use"
        f" `shoal predict`, or {advice}."
    )
