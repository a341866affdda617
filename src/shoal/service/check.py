"""The verb `check`: everything a run would need is looked at, and nothing is searched."""

from shoal.pipeline.places.choice import folder_of
from shoal.study.study import Study


def check_study(asked: Study) -> list[str]:
    """Raise one error with everything that would stop a run; gives the warnings."""
    return folder_of(asked).check(asked)
