"""The values of what a release is to be good for."""

from typing import TYPE_CHECKING

from shoal.errors import StudyError

if TYPE_CHECKING:
    from shoal.study.study import Study
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from shoal.engine.encoded import EncodedTable
    from shoal.pipeline.states.prepared import Prepared
    from shoal.study.study import Study
from shoal.study.targets import quality_of


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
