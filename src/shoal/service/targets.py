"""What the release is to be good for: the columns to predict, where the loss asks for them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shoal.errors import StudyError, did_you_mean

if TYPE_CHECKING:
    import polars as pl

    from shoal.engine.encoded import EncodedTable
    from shoal.service.prepare import Prepared
    from shoal.service.study import Study


def quality_of(study: "Study") -> Any:  # noqa: ANN401  (any quality model)
    """The study's loss; one that predicts and names no target predicts the marked columns."""
    if getattr(study.quality, "targets", None) != ():
        return study.quality
    marked = tuple(name for name, column in study.columns.items() if column.target)
    return replace(study.quality, targets=marked)


def target_texts(study: "Study", prepared: "Prepared") -> "dict[str, pl.Series]":
    """The values of targets that no level generalizes."""
    return {
        name: prepared.table.texts(name, study.columns[name].options.type)
        for name in getattr(quality_of(study), "targets", ())
        if name not in prepared.texts
    }


def refuse_unfit(study: "Study", encoded: "EncodedTable") -> None:
    """A loss may be wrong for a table; then it says why."""
    problems = getattr(study.quality, "problems", None)
    if problems is not None and (found := list(problems(encoded))):
        raise StudyError(*found)


def target_problems(study: "Study") -> Iterator[str]:
    """Targets and features that a study does not have."""
    quality = quality_of(study)
    targets = getattr(quality, "targets", None)
    if targets == ():
        yield (
            "quality: nothing is to be predicted. Name `targets`, or mark columns with"
            " `target: true`."
        )
    released = [name for name, column in study.columns.items() if column.role != "identifier"]
    for name in targets or ():
        if name not in released:
            known = did_you_mean(name, released)
            yield f"quality.targets: {name!r} is not a released column.{known}"
    for name in getattr(quality, "features", ()):
        if name not in study.quasi_identifiers:
            known = did_you_mean(name, study.quasi_identifiers)
            yield f"quality.features: {name!r} is not a quasi-identifier.{known}"
