"""Plugins that lie: registered under a name for one test, then forgotten."""

from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated

import pytest
from annotated_types import Ge

from shoal.card import Card, Measure
from shoal.plugin import plugin

CARD = Card(
    advice="Never.",
    title="A lie",
    noun="a lie",
    says="It is a lie.",
    promise="Every record looks like {others}.",
    measure=Measure("nothing", "It says nothing."),
    group="identity",
)


def made(decorate=None, **attributes):
    """A class with one parameter k, and what else is given."""
    body = {
        "__annotations__": {"k": Annotated[int, Ge(2)]},
        "__doc__": "A lie.",
        "__module__": "lying",
        "k": 3,
        **attributes,
    }
    return (decorate or plugin())(type("Lie", (), body))


@contextmanager
def registered(registry, cls, name="lie", **card):
    """A registry that has the class for a while."""
    registry.register(name, replace(CARD, **card))(cls)
    try:
        yield name
    finally:
        registry._classes.pop(name)
        registry._cards.pop(name)


@contextmanager
def told(sentence):
    """The law must catch the lie, in these words."""
    with pytest.raises(AssertionError, match=sentence):
        yield
