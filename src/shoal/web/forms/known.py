"""Every plugin that a study can name, with what a form needs; looked up once per process."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from shoal.card import Card
from shoal.errors import ShoalError
from shoal.study.keys import plugins
from shoal.study.keys.plain import Settings
from shoal.study.keys.recoding import recodings
from shoal.web.forms.form import Form, OnChange

FAMILIES = {**plugins.FAMILIES, "recoding": recodings}


@dataclass(frozen=True)
class Model:
    """One plugin.

    Attributes:
        family: Its family: privacy, quality, search, method, hierarchy, aggregate, pseudonym,
            learning or recoding.
        key: The key that names it in a study.
        name: Its name.
        schema: JSON schema of its parameters.
        meanings: What each parameter is for.
        definition: What it is, in one line.
        card: What people read about it.
    """

    family: str
    key: str
    name: str
    schema: Mapping[str, Any]
    meanings: Mapping[str, str]
    definition: str
    card: Card


async def models(family: str) -> dict[str, Model]:
    """The plugins of a family by name, looked up in a thread."""
    return await asyncio.to_thread(plugins_of, family)


@cache
def plugins_of(family: str) -> dict[str, Model]:
    """The plugins of a family by name; the first call loads the engine."""
    from shoal.report import plugin_words as words  # noqa: PLC0415  (loads the engine)

    registry = FAMILIES[family]()

    def model(name: str) -> Model:
        plugin, schema = registry.class_of(name), registry.schema(name)
        meanings = {one.name: one.meaning for one in words.parameters(plugin, schema)}
        card, definition = registry.card(name), words.definition(plugin)
        return Model(family, registry.key, name, schema, meanings, definition, card)

    found = sorted(map(model, registry), key=lambda one: (one.card.place, one.name))
    return {one.name: one for one in found}


def model_problems(model: Model, value: Mapping[str, Any]) -> list[str]:
    """What the registry says is wrong with parameters of a plugin; empty if nothing is."""
    try:
        FAMILIES[model.family]().build({model.key: model.name, **value})
    except ShoalError as error:
        return list(error.problems)
    return []


def form_of(
    model: Model,
    value: Mapping[str, Any] | None = None,
    on_change: OnChange[Settings] | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    without: tuple[str, ...] = (),
) -> Form[Settings]:
    """Show the form of one plugin, and return it.

    Args:
        model: The plugin.
        value: Its parameters, with or without its name; the name is not handed to `on_change`.
        on_change: Gets the parameters after each change without problems.
        columns: The study's columns, each with its role.
        without: Parameters that have no field here; their values are kept.
    """
    given = {key: one for key, one in (value or {}).items() if key != model.key}
    return Form(
        model.schema,
        given,
        on_change,
        columns=columns,
        meanings=model.meanings,
        check=lambda now: model_problems(model, now),
        without=without,
    )
