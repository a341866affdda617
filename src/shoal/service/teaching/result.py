"""Learned weights in the study, and how they change the release."""

from collections.abc import Mapping

from shoal.interactive.release_questions import Offer
from shoal.pipeline.ways.choice import way_of
from shoal.report.types.teaching import ColumnChange, ReleaseChange
from shoal.study.study import Study

LEAST = 0.001  # a study's weights are above zero
BY_CLASS = (
    "The quality model of this study does not add up columns, so weights change nothing."
    " Write `quality: {model: loss}`."
)


def weights_for_study(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights that add up to 1, as a study holds them: 1 on average, never 0."""
    count = len(weights)
    return {name: max(LEAST, round(count * weight, 3)) for name, weight in weights.items()}


def with_weights(study: Study, weights: Mapping[str, float]) -> Study:
    """The study with these weights of its columns."""
    columns = {
        name: column.model_copy(update={"weight": weights[name]}) if name in weights else column
        for name, column in study.columns.items()
    }
    return Study.of(study.model_copy(update={"columns": columns}).given(), study.folder)


def change(
    study: Study, before: Offer, after: Offer, weights: Mapping[str, float]
) -> ReleaseChange:
    """How the release changes with other weights, column by column, as a plain dict."""
    has_levels = not way_of(study).by_record
    columns: list[ColumnChange] = []
    for at, column in enumerate(after.encoded.columns):
        line: ColumnChange = {
            "column": column.name,
            "weight": [study.columns[column.name].weight, weights[column.name]],
            "loss": [float(before.losses[at]), float(after.losses[at])],
        }
        if has_levels:
            line["level"] = [before.levels[at], after.levels[at]]
        columns.append(line)
    return {
        "columns": columns,
        "suppressed": [before.left_out, after.left_out],
        "changed": before.left_out != after.left_out
        or any(line["loss"][0] != line["loss"][1] for line in columns),
        "note": "" if _has_parts(study) else BY_CLASS,
    }


def _has_parts(study: Study) -> bool:
    """Whether weights of columns change what is best."""
    return hasattr(study.quality, "aggregate") or hasattr(study.quality, "separable")
