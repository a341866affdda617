"""What is predicted, from which columns and by which models: the key `evaluate` of a study.

Only what differs from the proposal is written into the study, so that a column may change its role
later without a key that still names it.
"""

from collections.abc import Mapping
from typing import Any, cast

from shoal.server.stored.study_keys import StoredKeys, only, with_key, without
from shoal.study.keys.evaluate import Evaluate
from shoal.study.keys.plain import EvaluateKeys
from shoal.study.predicted import NUMERIC

LINES = {"targets": "targets", "features": "features", "scaling": "scaling", "models": "models"}
NOTHING = "evaluate: nothing"


def release_columns(body: StoredKeys) -> list[str]:
    """The columns of the release that show values of the data, in its order.

    Identifiers, pseudonyms and shifted dates are left out.
    """
    columns = body.get("columns") or {}
    written = (body.get("output") or {}).get("columns") or [
        name for name, column in columns.items() if column.get("role") != "identifier"
    ]
    replaced = {name for name in columns if columns[name].keys() & {"pseudonym", "shift"}}
    return [name for name in written if name in columns and name not in replaced]


def is_numeric(body: StoredKeys, name: str) -> bool:
    """Whether a column can be scaled."""
    given: object = body["columns"][name].get("type")
    return (given.get("type") if isinstance(given, Mapping) else given) in NUMERIC


def default_targets(body: StoredKeys) -> list[str]:
    """The columns that the study marks as targets."""
    return [name for name in release_columns(body) if body["columns"][name].get("target")]


def targets(body: StoredKeys, section: EvaluateKeys) -> list[str]:
    """The columns to predict: those that `section` names, else those marked as targets."""
    return list(section.get("targets") or default_targets(body))


def features(body: StoredKeys, section: EvaluateKeys) -> list[str]:
    """The columns to predict from; if `section` names none, all of the release but the targets."""
    asked = targets(body, section)
    return list(
        section.get("features") or [one for one in release_columns(body) if one not in asked]
    )


def proposal(body: StoredKeys) -> str | None:
    """A column to predict if none is marked: sensitive ones first, then insensitive ones.

    None if there is no such column; numbers are not proposed.
    """
    for role in ("sensitive", "insensitive"):
        for name in release_columns(body):
            if body["columns"][name].get("role") == role and not is_numeric(body, name):
                return name
    return None


def with_setting(body: StoredKeys, section: EvaluateKeys, key: str, value: object) -> EvaluateKeys:
    """The section with another value of a key; None, or what is proposed anyway, takes it out."""
    rest = without(section, key)
    usual: dict[str, object] = {
        "targets": default_targets(body),
        "features": features(body, {**rest, "features": []}),
        "scaling": {},
        "models": ["logistic-regression"],
    }
    if value is None or (key in usual and value == usual[key]):
        return rest
    return with_key(rest, key, value)


def with_judging(section: EvaluateKeys, given: EvaluateKeys) -> EvaluateKeys:
    """The section with other settings about how models are judged; those of LINES stay."""
    return {**only(section, *LINES), **given}


def with_defaults(section: EvaluateKeys) -> EvaluateKeys:
    """The section with all defaults, as results contain it; loads the models."""
    return cast(EvaluateKeys, Evaluate.model_validate(section).model_dump(mode="json"))


def is_answered(report: Mapping[str, Any], body: StoredKeys) -> bool:
    """Whether a result answers what the study asks now: same settings, columns and seed."""
    section = body.get("evaluate") or {}
    learned = report["learning"]
    return (
        report.get("settings") == with_defaults(section)
        and [one["target"] for one in learned["targets"]] == targets(body, section)
        and learned["features"] == features(body, section)
        and learned["seed"] == (body.get("seed") or 0)
    )


def problems_by_part(sentences: list[str]) -> dict[str, list[str]]:
    """The problems by the part of the page that they are about.

    Parts are targets, features, scaling, models, and "how" for how models are judged; the empty
    name is for problems elsewhere in the study.
    """
    by_part: dict[str, list[str]] = {}
    for sentence in sentences:
        where, _, said = sentence.partition(": ")
        key = where.removeprefix("evaluate.").split(".")[0]
        if sentence.startswith(NOTHING):
            by_part.setdefault("targets", []).append("Choose at least one column to predict.")
        elif not where.startswith("evaluate."):
            by_part.setdefault("", []).append(sentence)
        elif key in LINES:
            by_part.setdefault(key, []).append(said if key != "scaling" else sentence)
        else:
            by_part.setdefault("how", []).append(f"parameter '{key}': {said}")
    return by_part


def about_column(sentences: list[str], name: str) -> list[str]:
    """The problems about the scaling of one column, without the key that they begin with."""
    own, other = f"evaluate.scaling.{name}: ", f"evaluate.scaling: {name!r} "
    return [
        one.removeprefix(own).removeprefix("evaluate.scaling: ")
        for one in sentences
        if one.startswith((own, other))
    ]


def question(body: StoredKeys) -> str:
    """The question of the study, in a sentence."""
    section = body.get("evaluate") or {}
    to, by = targets(body, section), with_defaults(section)["models"]
    if not to:
        return "Nothing is predicted yet."
    names = [one if isinstance(one, str) else str(one["model"]) for one in by]
    count = len([one for one in features(body, section) if one not in to[:1]])
    columns = f"{count:,} column{'' if count == 1 else 's'}"
    return f"Predict {few(to)} from {columns} by {few(names)}."


def few(names: list[str], most: int = 4) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
