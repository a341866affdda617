"""Promises about the sensitive values of clusters, as parameters of a method."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer, TypeAdapter, WithJsonSchema

from shoal.errors import StudyError
from shoal.privacy import privacy_models
from shoal.privacy.model import ClassPromise, Monotonic


def _build_promise(given: object) -> object:
    """The promise that the settings describe, or the promise itself.

    Raises StudyError unless it is about a sensitive column and merging classes cannot break it.
    """
    if isinstance(given, ClassPromise):
        promise: Any = given
    elif isinstance(given, Mapping):
        promise = privacy_models.build(given)
    else:
        raise StudyError("constraints: expected a list of `{model: …, column: …}`.")
    name = privacy_models.name_of(promise)
    about_values = isinstance(promise, ClassPromise) and hasattr(promise, "column")
    if not about_values or promise.monotonic is Monotonic.NEVER:
        raise StudyError(
            f"constraints: {name!r} is not a promise about the sensitive values of a class that"
            " merging classes cannot break. Use l-diversity, t-closeness or beta-likeness."
        )
    return promise


def _settings(promise: object) -> dict[str, Any]:
    """A promise as a study writes it, without parameters that have their default."""
    given = TypeAdapter(type(promise)).dump_python(promise, mode="json", exclude_defaults=True)
    return {"model": privacy_models.name_of(promise), **given}


Constraint = Annotated[
    Any,
    BeforeValidator(_build_promise),
    PlainSerializer(_settings),
    WithJsonSchema({"type": "object"}),
]


def promises(constraints: Sequence[object]) -> tuple[ClassPromise, ...]:
    """The constraints as promises."""
    return tuple(one for one in constraints if isinstance(one, ClassPromise))
