"""Going through a table by hand, as in µ-Argus: a session of steps, and the study that does them.

A page that offers steps keeps only the session's `plain()`; the release is made by running the
study that `with_steps` gives, so that it is verified like every other.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from shoal.errors import StudyError
from shoal.methods.steps import Session
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.ways.choice import read_input, way_of
from shoal.study.given import StudyLike, as_study
from shoal.study.study import Study


def session_of(
    study: StudyLike, data: object | None = None, kept: Mapping[str, Any] | None = None
) -> Session:
    """A session for the method of a study.

    Args:
        study: A study with the method `argus` or `subcombinations`; steps it has are taken.
        data: A table in memory; the file of the study otherwise.
        kept: What `plain()` gave of an earlier session, to go on with it.
    """
    asked = as_study(study)
    method = way_of(asked).recipe
    if method is None or not hasattr(method, "steps"):
        raise StudyError("method: only `argus` and `subcombinations` can be gone through by hand.")
    problem = problem_of(prepare(read_input(asked, data)))
    started = {"steps": [step.plain() for step in method.steps]} if kept is None else kept
    return Session.restore(problem, replace(method, steps=()), started)


def with_steps(study: StudyLike, session: Session) -> Study:
    """The study whose method first does the steps of a session; its own steps are replaced."""
    asked = as_study(study)
    method = replace(way_of(asked).recipe, steps=session.steps)
    return Study.of(asked.model_copy(update={"method": method}).given(), asked.folder)
