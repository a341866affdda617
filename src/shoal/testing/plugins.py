"""Laws of every plugin: its parameters are checked, and its card can be read."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

from shoal.errors import StudyError
from shoal.registry import Registry
from shoal.report.words import promise
from shoal.study.keys.plugins import plugin_settings

Settings = Mapping[str, Any]
STRANGE = "no_such_parameter"


def demand(holds: object, sentence: str) -> None:
    """Raise the sentence unless something holds."""
    if not holds:
        raise AssertionError(sentence)


def check_plugin(registry: Registry[Any], name: str, parameters: Settings) -> Any:  # noqa: ANN401
    """Run the laws of every plugin; returns the plugin that the parameters make.

    Args:
        registry: Its family.
        name: Its study name.
        parameters: Parameters that a study could give it.
    """
    demand(name in registry, f"No {registry.kind} {name!r} is registered. Import its module first.")
    plugin = registry.build({registry.key: name, **parameters})
    _is_frozen(plugin, name)
    _refuses_strange_parameters(registry, name, parameters)
    _refuses_what_is_out_of_bounds(registry, name, parameters)
    _survives_a_study(registry, name, plugin)
    _has_a_card_that_can_be_read(registry, name, parameters)
    return plugin


def _is_frozen(plugin: Any, name: str) -> None:  # noqa: ANN401  (any plugin)
    """A plugin cannot be changed; its first parameter is tried."""
    demand(is_dataclass(plugin), f"{name} is no dataclass. Decorate its class with @plugin().")
    for field in fields(plugin)[:1]:
        try:
            setattr(plugin, field.name, getattr(plugin, field.name))
        except (FrozenInstanceError, AttributeError):
            continue
        sentence = f"{name} can be changed after it was made. Decorate its class with @plugin()."
        raise AssertionError(sentence)


def _refuses_strange_parameters(registry: Registry[Any], name: str, parameters: Settings) -> None:
    """A parameter that does not exist is refused."""
    wrong = {**parameters, STRANGE: 1}
    demand(
        _is_refused(registry, name, wrong),
        f"{name} accepts a parameter that it does not have. Decorate its class with @plugin().",
    )


def _refuses_what_is_out_of_bounds(
    registry: Registry[Any], name: str, parameters: Settings
) -> None:
    """A number outside the bounds of the schema is refused."""
    for key, about in registry.schema(name).get("properties", {}).items():
        for beyond in _beyond(about):
            demand(
                _is_refused(registry, name, {**parameters, key: beyond}),
                f"{name} accepts {key} = {beyond}, which its schema forbids.",
            )


def _beyond(about: Settings) -> Iterator[float]:
    """Numbers just outside the bounds of a schema."""
    steps = {"minimum": -1, "exclusiveMinimum": 0, "maximum": 1, "exclusiveMaximum": 0}
    yield from (about[key] + step for key, step in steps.items() if key in about)


def _is_refused(registry: Registry[Any], name: str, parameters: Settings) -> bool:
    """Whether these parameters raise a StudyError."""
    try:
        registry.build({registry.key: name, **parameters})
    except StudyError:
        return True
    return False


def _survives_a_study(registry: Registry[Any], name: str, plugin: object) -> None:
    """Written to a study and read again, it is the same."""
    again = registry.build(deepcopy(plugin_settings(registry, plugin)))
    demand(
        again == plugin, f"{name} is another one after it was written to a study and read again."
    )


def _has_a_card_that_can_be_read(registry: Registry[Any], name: str, parameters: Settings) -> None:
    """The card is in sentences, and its proposal is accepted."""
    card = registry.card(name)
    demand(
        card.advice.endswith("."), f"The advice of {name} is no sentence: it ends without a dot."
    )
    if card.promise:
        sentence = promise(name, parameters)
        demand(sentence.endswith("."), f"The promise of {name} is no sentence: {sentence}")
        demand("{" not in sentence, f"The promise of {name} has braces left: {sentence}")
    column = {"column": "illness"} if "column" in card.needs else {}
    if card.begin:
        _begins(registry, name, {**column, **card.begin})


def _begins(registry: Registry[Any], name: str, begin: Settings) -> None:
    """The parameters that the card proposes are accepted."""
    try:
        registry.build({registry.key: name, **begin})
    except StudyError as error:
        raise AssertionError(f"{name} cannot begin as its card says: {error}") from None
