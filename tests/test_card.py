"""A model is told once: no plugin is registered without a card that can be used."""

from dataclasses import replace

import pytest

from shoal.card import Card, Measure
from shoal.errors import StudyError
from shoal.formula import formula, frac, row, sub, words
from shoal.plugin import plugin
from shoal.registry import Registry
from shoal.study.keys import plugins
from shoal.study.keys.recoding import recodings

CARD = Card(
    advice="Always.",
    says="Nobody is alone.",
    promise="Every record has {others}, or {k} in all.",
    measure=Measure("the smallest flock", "Larger is safer.", "records"),
    group="identity",
)


def family():
    return Registry("privacy model", "model", tells=("advice", "says", "promise", "measure"))


@plugin()
class Flock:
    """Nobody is alone."""

    k: int = 2


def test_a_card_stands_beside_its_class():
    registry = family()
    registry.register("flock", CARD)(Flock)
    assert registry.card("flock") is CARD
    with pytest.raises(StudyError, match="There is no privacy model 'flok'"):
        registry.card("flok")


def test_a_class_without_a_card_is_refused():
    with pytest.raises(TypeError, match="card"):
        family().register("flock")(Flock)
    with pytest.raises(TypeError, match="'flock' has no card"):
        family().register("flock", None)(Flock)


@pytest.mark.parametrize(
    ("lie", "told"),
    [
        ({"promise": None}, "promise is missing"),
        ({"says": ""}, "says is missing"),
        ({"measure": None}, "measure is missing"),
        ({"promise": "At least {q} others."}, r"its promise names \{q\}, which is no parameter"),
    ],
)
def test_half_a_card_is_refused(lie, told):
    with pytest.raises(TypeError, match=told):
        family().register("flock", replace(CARD, **lie))(Flock)


def test_a_name_that_is_taken_is_refused():
    registry = family()
    registry.register("flock", CARD)(Flock)
    other = type("Other", (), {"__module__": "elsewhere", "__init__": lambda self: None})
    with pytest.raises(TypeError, match=r"exists already, in .*test_card"):
        registry.register("flock", replace(CARD, promise="Nothing."))(other)


@pytest.mark.parametrize("lookup", [*plugins.FAMILIES.values(), recodings])
def test_every_plugin_has_a_card_that_ends_its_sentences(lookup):
    registry = lookup()
    for name in registry:
        card = registry.card(name)
        assert card.lacks(registry.tells, tuple(registry.schema(name)["properties"])) == []
        assert card.advice.endswith(".")
        assert (card.promise or ".").endswith(".")


def test_a_formula_is_escaped():
    assert "&lt;" in row("a < b")
    assert "&amp;" in words("R & D")
    made = formula(frac(sub("p", "s"), "2"), row("≤ ln k"))
    assert made.startswith('<math display="block">')
    assert "<mi>ln</mi><mo>&#x2061;</mo>" in made
