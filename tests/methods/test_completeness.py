"""Every registered method is verified, told in words, tested and documented."""

from pathlib import Path

import pytest

from shoal.card import Card
from shoal.errors import StudyError
from shoal.methods import methods
from shoal.registry import Registry
from shoal.verify.methods import BLANKING, CHANGING, KNOWN, OWN_CELLS
from shoal.verify.study.known_settings import BY_CHANCE, METHODS

TESTS = Path(__file__).parent


def missing(registry):
    """What is absent for the members of a registry."""
    found = []
    for name in registry:
        cls = registry.class_of(name)
        module = cls.__module__.rsplit(".", 1)[-1]
        checks = {
            "the verifier's check": name in KNOWN,
            "the verifier's terms": name in METHODS,
            "worked examples": (TESTS / f"test_{module}.py").exists(),
            "agreement about blank cells": (name in BLANKING) is cls.blanks_cells,
            "agreement about own cells": (name in OWN_CELLS) is cls.own_cells,
            "agreement about values": (name in CHANGING) is getattr(cls, "changes_values", False),
            "agreement about chance": (name in BY_CHANCE) is getattr(cls, "by_chance", False),
        }
        found += [f"{name}: {what}" for what, there in checks.items() if not there]
    return found


def test_every_method_is_complete():
    assert missing(methods) == []


def test_a_method_that_is_forgotten_is_noticed():
    registry = Registry("method", "name")

    @registry.register("wishful-thinking", Card(advice="Never."))
    class WishfulThinking:
        """Nothing checks this."""

        blanks_cells, own_cells, changes_values, by_chance = True, True, True, True

    assert len(missing(registry)) == 7


@pytest.mark.parametrize("name", list(methods))
def test_a_method_says_what_it_does_and_where_it_is_from(name):
    assert methods.class_of(name).__doc__
    parameters = methods.schema(name)["properties"]
    if name in BY_CHANCE:
        assert methods.card(name).promise.startswith("Nothing is promised")
        return
    assert parameters["k" if "k" in parameters else "bin_size"]["minimum"] == 2


def test_only_parameters_are_offered_where_one_is_unknown():
    with pytest.raises(StudyError) as caught:
        methods.build({"name": "datafly", "bin_size": 3, "zzz": 1})
    assert str(caught.value).endswith("Known: bin_size, linked.")
