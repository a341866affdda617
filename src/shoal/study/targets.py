"""The columns that the release should predict well, if the loss of the study has targets."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shoal.errors import did_you_mean
from shoal.study.keys.game import Plugin, plays

if TYPE_CHECKING:
    from shoal.study.study import Study


def quality_of(study: "Study") -> Any:  # noqa: ANN401  (any quality model)
    """The study's loss, with its stakes if it depends on a game.

    A loss that has targets, but names none, predicts the columns with `target: true`.
    """
    if getattr(study.quality, "targets", None) != ():
        return with_stakes(study.quality, study)
    marked = tuple(name for name, column in study.columns.items() if column.target)
    return replace(study.quality, targets=marked)


def target_problems(study: "Study") -> Iterator[str]:
    """Targets and features that the study does not release, or that contradict each other."""
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
    """A column whose values, as the loss needs them, are not in the release."""
    shown = [name for name in study.released if name not in study.outside_the_key]
    if name in study.outside_the_key:
        yield (
            f"quality.{key}: {name!r} is aggregated without clustering, so what is released of it"
            " is not known while levels are compared. Set `clustering: true`, or name another"
            " column."
        )
    elif name not in shown:
        yield f"quality.{key}: {name!r} is not a released column.{did_you_mean(name, shown)}"


def with_stakes(plugin: Plugin, study: "Study") -> Plugin:
    """The model with the stakes of the study, if it depends on stakes and has none of its own."""
    if study.game is None or not plays(plugin) or getattr(plugin, "game", None) is not None:
        return plugin
    return replace(plugin, game=study.game)  # type: ignore[type-var]
