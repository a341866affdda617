"""What a study can name: the same registries, words and schemas that the command line shows."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from fastapi import Path
from pydantic import BaseModel, Field

from shoal.api.guard import signed_in
from shoal.api.nouns import router_for
from shoal.api.problems import Refused
from shoal.errors import did_you_mean
from shoal.registry import Registry
from shoal.report import plugin_words as words
from shoal.study.keys import plugins

router = router_for("models")
FAMILIES = plugins.FAMILIES
PLAIN = r"^[a-z0-9-]{1,60}$"


class Named(BaseModel):
    """Something that a study can name."""

    family: str = Field(examples=["privacy"])
    name: str = Field(examples=["k-anonymity"])
    definition: str = Field(description="What it is, in one line.")


class Explained(Named):
    """Something that a study can name, with all that a form needs."""

    explanation: str
    background: str = Field(description="Where it comes from.")
    about: dict[str, str] = Field(
        description="What its card tells: what it says and promises, what its measured number is,"
        " when to use it, where it was published."
    )
    monotonic: str | None = Field(description="When it stays true as classes are merged.")
    example: str = Field(description="How it stands in a study.")
    parameters: dict[str, Any] = Field(description="JSON schema of its parameters.")


@router.get("/models", summary="What a study can name")
@signed_in
def models() -> list[Named]:
    """Privacy and quality models, strategies, methods, builders, functions, learning models."""
    return list(_all())


@router.get("/models/{family}/{name}", summary="One of them, explained")
@signed_in
def model(
    family: str = Path(pattern=PLAIN, examples=["privacy"]),
    name: str = Path(pattern=PLAIN, examples=["k-anonymity"]),
) -> Explained:
    """Definition, source, and the JSON schema of its parameters."""
    if family not in FAMILIES:
        raise Refused(404, f"There is no such family.{did_you_mean(family, FAMILIES)}")
    registry = FAMILIES[family]()
    if name not in registry:
        raise Refused(404, f"There is no such {registry.kind}.{did_you_mean(name, registry)}")
    return _explain(family, name, registry)


@router.get("/schemas/study", summary="The JSON schema of a study")
@signed_in
def study_schema() -> dict[str, Any]:
    """The keys of a study, and the parameters of everything that it can name."""
    from shoal.report.study_schema import study_schema as build  # noqa: PLC0415  (loads all plugins)

    return build()


@cache
def _all() -> tuple[Named, ...]:
    return tuple(
        Named(family=family, name=name, definition=words.definition(registry.class_of(name)))
        for family, registry in _registries()
        for name in registry
    )


def _registries() -> Iterator[tuple[str, Registry[Any]]]:
    for family, lookup in FAMILIES.items():
        yield family, lookup()


def _explain(family: str, name: str, registry: Registry[Any]) -> Explained:
    """Everything that a plugin declares about itself."""
    plugin, schema = registry.class_of(name), registry.schema(name)
    return Explained(
        family=family,
        name=name,
        definition=words.definition(plugin),
        explanation=words.explanation(plugin),
        background=words.background(plugin),
        about=words.from_card(registry.card(name)),
        monotonic=words.monotonic(plugin),
        example=words.settings(registry.key, name, schema),
        parameters=schema,
    )
