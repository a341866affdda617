"""Writes a predictor as a JSON document, without its classifier, and reads it.

Theory: docs/theory/learning.md.

Bundles and mappings hold such documents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

import numpy as np
import polars as pl

from shoal.errors import DataError
from shoal.learning.encoding import Encoded, Encoding
from shoal.learning.labeling import Kind, Labeling, Unseen
from shoal.learning.local_form import LocalForm
from shoal.learning.model import Classifier, Layout
from shoal.learning.predictor import Predictor
from shoal.learning.scaling import parse_expression

FORMAT = "shoal-preprocessing/1"


def as_document(predictor: Predictor, about: Mapping[str, Any]) -> dict[str, Any]:
    """Plain values from which a predictor can be restored, without its classifier.

    `about` is more information for the document; its `model` and `transformation` are extended.
    """
    model = {
        **about.get("model", {}),
        "target": predictor.target,
        "classes": list(predictor.classes),
        "features": [column.name for column in predictor.encoding.columns],
        "layout": predictor.encoding.layout.name.lower(),
        "dense": predictor.dense,
        "encoding": [_encoding_settings(column) for column in predictor.encoding.columns],
    }
    transformation = {
        **about.get("transformation", {}),
        **transformation_settings(predictor.labelings, predictor.local),
    }
    return {"format": FORMAT, **about, "transformation": transformation, "model": model}


def from_document(document: Mapping[str, Any], estimator: Classifier) -> Predictor:
    """The predictor that a document describes, with its classifier; DataError for other formats."""
    if document["format"] != FORMAT:
        raise DataError(f"Expected the format {FORMAT}, found another.")
    model, columns = document["model"], document["transformation"]["columns"]
    labelings = tuple(labeling_of(name, columns[name]) for name in model["features"])
    types = {each.name: each.options.type for each in labelings}
    encoded = tuple(_encoding_of(each, types) for each in model["encoding"])
    layout = Layout[model["layout"].upper()]
    classes = tuple(model["classes"])
    encoding = Encoding(encoded, layout)
    local = local_of(document["transformation"])
    return Predictor(
        model["target"], classes, labelings, encoding, estimator, model["dense"], local
    )


def refusal(
    path: Path | str, reason: str, hint: str = "Get the file again, or export it."
) -> DataError:
    """The error, to be raised, for a file that is not what it should be."""
    return DataError(f"{path} is refused: {reason}. {hint}")


def transformation_settings(
    labelings: Sequence[Labeling], local: LocalForm | None
) -> dict[str, Any]:
    """How columns are brought into the form of a release, as plain values."""
    columns = {each.name: labeling_settings(each) for each in labelings}
    if local is None:
        return {"kind": "global", "columns": columns}
    return {
        "kind": "local",
        "columns": columns,
        "local": _local_settings(local),
    }


def local_of(transformation: Mapping[str, Any]) -> LocalForm | None:
    """The classes of a locally recoded release, from its settings; None for other releases."""
    if transformation["kind"] != "local":
        return None
    columns, local = transformation["columns"], transformation["local"]
    labelings = {
        name: {int(level): labeling_of(name, each) for level, each in levels.items()}
        for name, levels in local["columns"].items()
    }
    classes = [(*each["levels"], *map(_text, each["labels"])) for each in local["classes"]]
    _refuse_strange(columns, labelings, classes)
    wide = len(labelings)
    levels = np.array([each[:wide] for each in classes], np.int32).reshape(-1, wide)
    shown = [each[wide:] for each in classes]
    texts = pl.DataFrame(shown, dict.fromkeys(labelings, pl.String), orient="row")
    records = np.array([each["n"] for each in local["classes"]], np.int64)
    roots = {name: columns[name]["root"] for name in labelings}
    return LocalForm(labelings, levels, texts, records, roots)


def _refuse_strange(
    columns: Mapping[str, Any],
    labelings: Mapping[str, Mapping[int, Labeling]],
    classes: Sequence[tuple[Any, ...]],
) -> None:
    """Raise an error unless every class shows all columns, at levels that are described."""
    known = {name for name in columns if columns[name]["kind"] == "local"} == set(labelings)
    described = [set(levels) for levels in labelings.values()]
    if not known or not all(
        len(each) == 2 * len(described)
        and all(level in levels for level, levels in zip(each, described, strict=False))
        for each in classes
    ):
        raise DataError("The classes of the release are not described as expected.")


def _text(label: object) -> str | None:
    """A label of JSON as text; None is missing."""
    return None if label is None else str(label)


def _local_settings(local: LocalForm) -> dict[str, Any]:
    """The labels of each column at each level, and the classes in their order."""
    columns = {
        name: {str(level): labeling_settings(each) for level, each in levels.items()}
        for name, levels in local.labelings.items()
    }
    parts = local.levels.tolist(), local.records.tolist(), local.classes.rows()
    classes = [
        {"levels": levels, "n": records, "labels": list(labels)}
        for levels, records, labels in zip(*parts, strict=True)
    ]
    return {"columns": columns, "classes": classes}


def labeling_settings(labeling: Labeling) -> dict[str, Any]:
    """A labeling as plain values; the label of a missing value stands beside the others."""
    settings = {**asdict(labeling), "missing": list(labeling.missing)}
    table = settings.pop("table")
    if table is not None:
        settings["map"] = {value: label for value, label in table.items() if value is not None}
        if None in table:
            settings["missing_label"] = table[None]
    return {key: value for key, value in settings.items() if key != "name" and value is not None}


def labeling_of(name: str, settings: Mapping[str, Any]) -> Labeling:
    """The labeling that plain values describe."""
    fields = dict(settings)
    table = fields.pop("map", None)
    if "missing_label" in fields:
        table = {**table, None: fields.pop("missing_label")}
    if "path" in (fields.get("builder") or {}):  # a document must not choose which files are read
        raise DataError(f"Column {name!r}: a saved hierarchy must not name a file.")
    if fields.get("kind") not in get_args(Kind) or fields.get("unseen") not in get_args(Unseen):
        raise DataError(f"Column {name!r}: its labels are made in a way that is not known.")
    fields["missing"] = tuple(fields.get("missing", ()))
    return Labeling(name=name, table=table, **fields)


def _encoding_settings(column: Encoded) -> dict[str, Any]:
    """A column as a model sees it, as plain values."""
    return {
        "name": column.name,
        "scaling": None if column.scaling is None else column.scaling.text,
        "middles": column.middles,
        "numeric": column.numeric,
        "categories": list(column.categories),
    }


def _encoding_of(settings: Mapping[str, Any], types: Mapping[str, Any]) -> Encoded:
    """The column that plain values describe; `types` are those of all columns."""
    text = settings["scaling"]
    return Encoded(
        settings["name"],
        types[settings["name"]],
        None if text is None else parse_expression(text),
        settings["middles"],
        settings["numeric"],
        tuple(settings["categories"]),
    )
