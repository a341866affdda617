"""Accepts a study in any form: an object, a mapping, or the path of a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shoal.study.recipient import for_recipient
from shoal.study.study import Study, read_study

StudyLike = Study | Mapping[str, Any] | Path | str


def as_study(study: StudyLike) -> Study:
    """The study, with what the profile of its recipient says."""
    if isinstance(study, Study):
        return for_recipient(study)
    return for_recipient(Study.of(study) if isinstance(study, Mapping) else read_study(study))
