"""Exports that would release something that no account knows."""

from shoal.errors import StudyError
from shoal.pipeline.ways.choice import way_of
from shoal.study.study import Study


def refuse_unpaid(study: Study) -> None:
    """Refuse to draw a release that no account would know, in order to share what comes of it."""
    if way_of(study).draws:
        raise StudyError(
            "This would draw another release without counting it. With `differential-privacy`,"
            " run the study once and learn from the release that it writes."
        )
