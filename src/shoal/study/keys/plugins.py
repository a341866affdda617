"""Plugins as they stand in a study: `{model: k-anonymity, k: 5}` and back.

The registries are looked up when a study is read, so that this module imports no engine.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer, TypeAdapter

from shoal.errors import StudyError
from shoal.registry import Registry
from shoal.study.keys.plain import Settings
from shoal.study.keys.section import from_shoal, takes, wrong
from shoal.validation import kind

Lookup = Callable[[], Registry[Any]]


def privacy_models() -> Registry[Any]:
    """The privacy models."""
    from shoal import privacy  # noqa: PLC0415  (loaded only when a study is read)

    return privacy.privacy_models


def quality_models() -> Registry[Any]:
    """The quality models."""
    from shoal import quality  # noqa: PLC0415  (loaded only when a study is read)

    return quality.quality_models


def strategies() -> Registry[Any]:
    """The search strategies."""
    from shoal import search  # noqa: PLC0415  (loaded only when a study is read)

    return search.strategies


def builders() -> Registry[Any]:
    """The hierarchy builders."""
    from shoal import hierarchies  # noqa: PLC0415  (loaded only when a study is read)

    return hierarchies.builders


def aggregates() -> Registry[Any]:
    """The aggregate functions."""
    from shoal.engine import aggregates  # noqa: PLC0415  (loaded only when a study is read)

    return aggregates.aggregates


def methods() -> Registry[Any]:
    """The methods that anonymize without a search."""
    from shoal import methods  # noqa: PLC0415  (loaded only when a study is read)

    return methods.methods


def pseudonym_methods() -> Registry[Any]:
    """The pseudonym methods."""
    from shoal import identifiers  # noqa: PLC0415  (loaded only when a study is read)

    return identifiers.pseudonym_methods


def learning_models() -> Registry[Any]:
    """The prediction models."""
    from shoal import learning  # noqa: PLC0415  (loaded only when a study is read)

    return learning.learning_models


def plugin_reader(lookup: Lookup, short: str | None = None) -> Callable[[object], object]:
    """What reads plugins; with `short`, a text alone is that parameter of the plugin `file`."""

    @takes(family=lookup, also=("string",) if short else ())
    def build(given: object) -> object:
        registry = lookup()
        if short and isinstance(given, str):
            given = {registry.key: "file", short: given}
        if not isinstance(given, Mapping):
            if type(given) in {registry.class_of(name) for name in registry}:
                return given
            raise wrong(f"expected {{{registry.key}: …}}, found {kind(given)}")
        try:
            return registry.build(given)
        except StudyError as error:
            raise from_shoal(error) from None

    return build


def _read(lookup: Lookup, short: str | None = None) -> BeforeValidator:
    return BeforeValidator(plugin_reader(lookup, short))


def _write(lookup: Lookup, short: str | None = None) -> PlainSerializer:
    def settings(plugin: object) -> object:
        registry = lookup()
        given = plugin_settings(registry, plugin)
        only_path = set(given) == {registry.key, short} and given[registry.key] == "file"
        return given[short] if short and only_path else given

    return PlainSerializer(settings)


def plugin_settings(registry: Registry[Any], plugin: object) -> Settings:
    """A plugin as a study would hold it: its name and the parameters that differ from defaults."""
    given = TypeAdapter(type(plugin)).dump_python(plugin, mode="json", exclude_defaults=True)
    return {registry.key: registry.name_of(plugin), **given}


PrivacyModel = Annotated[Any, _read(privacy_models), _write(privacy_models)]
QualityModel = Annotated[Any, _read(quality_models), _write(quality_models)]
Strategy = Annotated[Any, _read(strategies), _write(strategies)]
Method = Annotated[Any, _read(methods), _write(methods)]
AggregateFunction = Annotated[Any, _read(aggregates), _write(aggregates)]
Pseudonym = Annotated[Any, _read(pseudonym_methods), _write(pseudonym_methods)]
Builder = Annotated[Any, _read(builders, "path"), _write(builders, "path")]


# What a study can name, by family, as every face lists it.
FAMILIES: dict[str, Callable[[], Registry[Any]]] = {
    "privacy": privacy_models,
    "quality": quality_models,
    "search": strategies,
    "method": methods,
    "hierarchy": builders,
    "aggregate": aggregates,
    "pseudonym": pseudonym_methods,
    "learning": learning_models,
}
