"""The laws of every plugin, each with a lie that it catches."""

from dataclasses import dataclass

import pydantic.dataclasses
import pytest

from shoal.registry import Registry
from shoal.testing.plugins import check_plugin
from testing.lies import made, registered, told

FAMILY = Registry("lie", "model")


def check(cls, parameters=None, **card):
    with registered(FAMILY, cls, **{"promise": None, **card}) as name:
        return check_plugin(FAMILY, name, {"k": 4} if parameters is None else parameters)


def test_an_honest_plugin_is_accepted():
    assert check(made()).k == 4


def test_a_plugin_that_nobody_registered_is_noticed():
    with told("No lie 'nobody' is registered"):
        check_plugin(FAMILY, "nobody", {})


def plain(cls):
    cls.__init__ = lambda self, k=3, **_: object.__setattr__(self, "k", k)
    return cls


def accepts_everything(cls):
    made = dataclass(frozen=True)(cls)
    checked = made.__init__
    made.__init__ = lambda self, k=3, **_: checked(self, k)
    return made


@pytest.mark.parametrize(
    ("decorate", "sentence"),
    [
        (plain, "is no dataclass"),
        (pydantic.dataclasses.dataclass, "can be changed after it was made"),
        (accepts_everything, "accepts a parameter that it does not have"),
        (dataclass(frozen=True), "accepts k = 1, which its schema forbids"),
        (
            pydantic.dataclasses.dataclass(frozen=True, eq=False, config={"extra": "forbid"}),
            "is another one after it was written to a study",
        ),
    ],
)
def test_a_class_that_checks_too_little_is_noticed(decorate, sentence):
    with told(sentence):
        check(made(decorate))


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ({"advice": "Never"}, "advice of lie is no sentence"),
        ({"begin": {"k": 1}}, "cannot begin as its card says"),
    ],
)
def test_a_card_that_cannot_be_read_is_noticed(card, sentence):
    with told(sentence):
        check(made(), **card)
