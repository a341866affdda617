"""Every registered model is under the laws and has a file of worked examples."""

from pathlib import Path

import pytest

import shoal
from laws.groups import PRIVACY, QUALITY
from shoal.card import Card
from shoal.identifiers import pseudonym_methods
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.registry import Registry
from shoal.search import strategies

TESTS = Path(__file__).parents[1]
PACKAGE = Path(shoal.__file__).parent


def missing(registry: Registry, room: str, group) -> list[str]:
    """What is absent for the members of a registry."""
    found = []
    for name in registry:
        cls = registry.class_of(name)
        module = cls.__module__.rsplit(".", 1)[-1]
        if not (TESTS / room / f"test_{module}.py").exists():
            found.append(f"{name}: tests/{room}/test_{module}.py")
        if group is not None and name not in group:
            found.append(f"{name}: a group of laws in tests/laws/groups.py")
    return found


@pytest.mark.parametrize(
    ("registry", "room", "group"),
    [
        (privacy_models, "privacy", PRIVACY),
        (quality_models, "quality", QUALITY),
        (pseudonym_methods, "identifiers", None),
    ],
)
def test_every_model_has_worked_examples_and_laws(registry, room, group):
    assert missing(registry, room, group) == []


def test_every_exact_strategy_has_worked_examples():
    assert [line for line in missing(strategies, "search", None) if "optimal" in line] == []


def test_a_model_without_tests_is_noticed():
    registry = Registry("privacy model", "model")

    @registry.register("wishful-thinking", Card(advice="Never."))
    class WishfulThinking:
        """Nothing tests this."""

    assert len(missing(registry, "privacy", PRIVACY)) == 2


@pytest.mark.parametrize("room", ["engine", "privacy", "quality"])
def test_every_module_with_behavior_has_a_test_file(room):
    # Plain names and protocols have nothing to test by themselves.
    declarations = {"__init__", "arrays", "encoded", "views", "model", "separable"}
    modules = {path.stem for path in (PACKAGE / room).glob("*.py")} - declarations
    tested = {path.stem.removeprefix("test_") for path in (TESTS / room).glob("test_*.py")}
    assert modules - tested == set()
