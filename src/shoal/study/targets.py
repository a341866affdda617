"""What the release is to be good for: the columns to predict, where the loss asks for them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shoal.errors import StudyError, did_you_mean
from shoal.study.keys.game import played

if TYPE_CHECKING:
    import polars as pl

    from shoal.engine.encoded import EncodedTable
    from shoal.pipeline.prepare.prepare import Prepared
    from shoal.study.study import Study


def quality_of(study: "Study") -> Any:  # noqa: ANN401  (any quality model)
    """The study's loss; one that predicts and names no target predicts the marked columns."""
    if getattr(study.quality, "targets", None) != ():
        return played(study.quality, study)
    marked = tuple(name for name, column in study.columns.items() if column.target)
    return replace(study.quality, targets=marked)


def target_texts(study: "Study", prepared: "Prepared") -> "dict[str, pl.Series]":
    """The values of targets that no level generalizes."""
    return _texts(prepared, study, getattr(quality_of(study), "targets", ()))


def joint_texts(study: "Study", prepared: "Prepared") -> "dict[str, pl.Series]":
    """The values of features that no level generalizes, and of the targets to look at with them."""
    features = _texts(prepared, study, getattr(study.quality, "features", ()))
    return features | target_texts(study, prepared) if features else {}


def _texts(prepared: "Prepared", study: "Study", names: Iterable[str]) -> "dict[str, pl.Series]":
    return {
        name: prepared.table.texts(name, study.columns[name].options.type)
        for name in names
        if name not in prepared.texts
    }


def refuse_unfit(study: "Study", encoded: "EncodedTable") -> None:
    """A loss may be wrong for a table; then it says why."""
    problems = getattr(study.quality, "problems", None)
    if problems is not None and (found := list(problems(encoded))):
        raise StudyError(*found)


def target_problems(study: "Study") -> Iterator[str]:
    """Targets and features that a study does not have, or that are no use."""
    quality = quality_of(study)
    targets = getattr(quality, "targets", None)
    if targets == ():
        yield (
            "quality: nothing is to be predicted. Name `targets`, or mark columns with"
            " `target: true`."
        )
    for name in targets or ():
        yield from _not_released(study, "targets", name)
    for name in getattr(quality, "features", ()):
        yield from _not_released(study, "features", name)
        if name in (targets or ()) and name not in study.quasi_identifiers:
            yield (
                f"quality.features: {name!r} is to be predicted. Take it out of the features, or"
                " out of the targets."
            )


def _not_released(study: "Study", key: str, name: str) -> Iterator[str]:
    """Columns of which a release does not show what the loss would look at."""
    shown = [name for name in study.released if name not in study.outside_the_key]
    if name in study.outside_the_key:
        yield (
            f"quality.{key}: {name!r} is aggregated without clustering, so what is released of it"
            " is not known while levels are compared. Set `clustering: true`, or name another"
            " column."
        )
    elif name not in shown:
        yield f"quality.{key}: {name!r} is not a released column.{did_you_mean(name, shown)}"
