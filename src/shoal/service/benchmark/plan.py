"""The plan of a benchmark study: which settings and models are compared, and how often."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import yaml
from annotated_types import Ge, Len
from pydantic import JsonValue, ValidationError

from shoal.errors import StudyError
from shoal.study.keys.kinds import Text
from shoal.study.keys.section import Section, study_error
from shoal.study.study import Study, read_study


class Plan(Section):
    """What is compared.

    Attributes:
        study: The study file; its key `evaluate` names target, features and models.
        settings: Per name the keys that replace those of the study, such as `privacy`.
        outer: The parts of the table that models are tested on.
        inner: The parts of each training table by which a model is chosen.
        repetitions: How often the table is divided anew.
    """

    study: Text
    settings: Annotated[dict[Text, dict[str, JsonValue]], Len(1)]
    outer: Annotated[int, Ge(2)] = 5
    inner: Annotated[int, Ge(2)] = 3
    repetitions: Annotated[int, Ge(1)] = 1


def read_plan(path: Path) -> tuple[Plan, dict[str, Study]]:
    """The plan in a file, and the study of each setting."""
    try:
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StudyError(f"{path} cannot be read: {error.strerror}.") from None
    except (yaml.YAMLError, UnicodeDecodeError):
        raise StudyError(f"{path} is no YAML file.") from None
    return plan_of(given, path.parent)


def plan_of(given: Mapping[str, Any], folder: Path) -> tuple[Plan, dict[str, Study]]:
    """The plan that a mapping describes, and the study of each setting."""
    try:
        plan = Plan.model_validate(given)
    except ValidationError as error:
        raise study_error(error, given) from None
    base = read_study(folder / plan.study)
    return plan, {name: _change_study(base, keys) for name, keys in plan.settings.items()}


def _change_study(base: Study, keys: Mapping[str, object]) -> Study:
    """The study with the keys of a setting; keys that must be the same for all are refused."""
    refused = {"data", "evaluate", "subset"} & set(keys)
    if refused:
        raise StudyError(
            f"settings: {', '.join(sorted(refused))} must be the same for all, or they cannot be"
            " compared. Set them in the study."
        )
    return Study.of({**base.given(), **keys}, base.folder)
