"""The verb `check`: checks everything that a run needs, without searching."""

from shoal.grammar import agree
from shoal.pipeline.places.choice import folder_of
from shoal.study.study import Study


def check_study(asked: Study) -> list[str]:
    """Raise one error with everything that would stop a run; returns the warnings."""
    return [*map(agree, folder_of(asked).check(asked))]
