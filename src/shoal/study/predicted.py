"""Which columns the models of a study predict, and from which; and what is wrong with them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from shoal.errors import StudyError, did_you_mean
from shoal.study.keys.evaluate import Evaluate

if TYPE_CHECKING:
    from shoal.study.study import Study

NUMERIC = ("integer", "decimal", "date")


def evaluation_of(study: "Study") -> Evaluate:
    """The key `evaluate` of a study, or its defaults."""
    return study.evaluate or Evaluate()


def targets_of(study: "Study") -> tuple[str, ...]:
    """The columns to predict: `targets`, or else the columns with `target: true`."""
    marked = [name for name, column in study.columns.items() if column.target]
    return evaluation_of(study).targets or tuple(name for name in marked if name in study.released)


def features_of(study: "Study") -> tuple[str, ...]:
    """The columns to predict from: `features`, or else all released columns but the targets."""
    targets = targets_of(study)
    return evaluation_of(study).features or tuple(
        name for name in study.released if name not in targets
    )


def nothing_to_predict() -> StudyError:
    """The error of a study that names nothing to predict."""
    return StudyError(
        "evaluate: nothing is to be predicted. Name `targets`, or mark columns with `target: true`."
    )


def evaluate_problems(study: "Study") -> Iterator[str]:
    """What is wrong with the columns that the key `evaluate` names."""
    asked = study.evaluate
    if asked is None:
        return
    if not targets_of(study):
        yield from nothing_to_predict().problems
    for key in ("targets", "features", "scaling"):
        for name in getattr(asked, key):
            if name not in study.released:
                yield (
                    f"evaluate.{key}: {name!r} is not a released column."
                    f"{did_you_mean(name, study.released)}"
                )
    for name in asked.features:
        if name in targets_of(study):
            yield (
                f"evaluate.features: {name!r} is a target, and a column is not predicted from"
                " itself. Take it out of `features`, or out of the targets."
            )
    for name in asked.scaling:
        if name in study.released and study.columns[name].type not in NUMERIC:
            yield (
                f"evaluate.scaling: {name!r} is of type {study.columns[name].type}, and an"
                f" expression needs numbers. Give it `type: {NUMERIC[0]}`, {NUMERIC[1]} or"
                f" {NUMERIC[2]}, or take its scaling out."
            )
