"""A predictor as one JSON document, without its classifier (spec/utility.md §8)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, get_args

import polars as pl

from shoal.errors import DataError
from shoal.learning.encoding import Encoded, Encoding
from shoal.learning.labeling import Kind, Labeling, Unseen
from shoal.learning.local_form import LocalForm, Way
from shoal.learning.model import Classifier, Layout
from shoal.learning.predictor import Predictor
from shoal.learning.scaling import parsed

FORMAT = "shoal-preprocessing/1"


def as_document(predictor: Predictor, about: Mapping[str, Any]) -> dict[str, Any]:
    """Plain values from which a predictor can be made again, and what else is told."""
    model = {
        **about.get("model", {}),
        "target": predictor.target,
        "classes": list(predictor.classes),
        "features": [column.name for column in predictor.encoding.columns],
        "layout": predictor.encoding.layout.name.lower(),
        "dense": predictor.dense,
        "encoding": [_encoded_settings(column) for column in predictor.encoding.columns],
    }
    transformation = {
        **about.get("transformation", {}),
        **transformation_settings(predictor.labelings, predictor.local),
    }
    return {"format": FORMAT, **about, "transformation": transformation, "model": model}


def from_document(document: Mapping[str, Any], estimator: Classifier) -> Predictor:
    """The predictor that a document describes."""
    if document["format"] != FORMAT:
        raise DataError(f"Expected the format {FORMAT}, found another.")
    model, columns = document["model"], document["transformation"]["columns"]
    labelings = tuple(labeling_of(name, columns[name]) for name in model["features"])
    types = {each.name: each.options.type for each in labelings}
    encoded = tuple(_encoded(each, types) for each in model["encoding"])
    layout = Layout[model["layout"].upper()]
    classes = tuple(model["classes"])
    encoding = Encoding(encoded, layout)
    local = local_of(document["transformation"])
    return Predictor(
        model["target"], classes, labelings, encoding, estimator, model["dense"], local
    )


def transformation_settings(
    labelings: Sequence[Labeling], local: LocalForm | None
) -> dict[str, Any]:
    """How columns come into the form of a release, as plain values."""
    columns = {each.name: labeling_settings(each) for each in labelings}
    if local is None:
        return {"kind": "global", "columns": columns}
    return {
        "kind": "local",
        "columns": columns,
        "local": [_way_settings(way) for way in local.ways],
    }


def local_of(transformation: Mapping[str, Any]) -> LocalForm | None:
    """The ways of a locally recoded release, where it is one."""
    if transformation["kind"] != "local":
        return None
    columns = transformation["columns"]
    names = tuple(name for name in columns if columns[name]["kind"] == "local")
    ways = tuple(_way(names, each) for each in transformation["local"])
    return LocalForm(names, ways, {name: columns[name]["root"] for name in names})


def _way_settings(way: Way) -> dict[str, Any]:
    return {
        "levels": dict(way.levels),
        "n": way.records,
        "columns": {each.name: labeling_settings(each) for each in way.labelings},
        "classes": [list(row) for row in way.classes.rows()],
    }


def _way(names: Sequence[str], settings: Mapping[str, Any]) -> Way:
    columns = settings["columns"]
    labelings = tuple(labeling_of(name, columns[name]) for name in names)
    texts = dict.fromkeys(names, pl.String)
    classes = pl.DataFrame([tuple(row) for row in settings["classes"]], texts, orient="row")
    return Way(settings["levels"], labelings, classes, settings["n"])


def labeling_settings(labeling: Labeling) -> dict[str, Any]:
    """A labeling as plain values; the label of a missing value stands beside the others."""
    given = {**asdict(labeling), "missing": list(labeling.missing)}
    table = given.pop("table")
    if table is not None:
        given["map"] = {value: label for value, label in table.items() if value is not None}
        if None in table:
            given["missing_label"] = table[None]
    return {key: value for key, value in given.items() if key != "name" and value is not None}


def labeling_of(name: str, settings: Mapping[str, Any]) -> Labeling:
    """The labeling that plain values describe."""
    given = dict(settings)
    table = given.pop("map", None)
    if "missing_label" in given:
        table = {**table, None: given.pop("missing_label")}
    if "path" in (given.get("builder") or {}):  # whoever wrote it must not choose what is read
        raise DataError(f"Column {name!r}: a saved hierarchy must not name a file.")
    if given.get("kind") not in get_args(Kind) or given.get("unseen") not in get_args(Unseen):
        raise DataError(f"Column {name!r}: its labels are made in a way that is not known.")
    given["missing"] = tuple(given.get("missing", ()))
    return Labeling(name=name, table=table, **given)


def _encoded_settings(column: Encoded) -> dict[str, Any]:
    return {
        "name": column.name,
        "scaling": None if column.scaling is None else column.scaling.text,
        "middles": column.middles,
        "numeric": column.numeric,
        "categories": list(column.categories),
    }


def _encoded(settings: Mapping[str, Any], types: Mapping[str, Any]) -> Encoded:
    text = settings["scaling"]
    return Encoded(
        settings["name"],
        types[settings["name"]],
        None if text is None else parsed(text),
        settings["middles"],
        settings["numeric"],
        tuple(settings["categories"]),
    )
