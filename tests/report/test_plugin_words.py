"""What plugins declare, in words."""

from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Gt, Le

from shoal.card import Card, Measure
from shoal.plugin import plugin
from shoal.registry import Registry
from shoal.report import plugin_words as words

registry: Registry[object] = Registry("privacy model", "model")


CARD = Card(
    advice="Always.",
    promise="Nobody of {size} is hurt.",
    measure=Measure("the hurt ones", "None is best.", "people"),
    symbol="h",
    references=("Hippocrates, doi:0", "Galen"),
)


@registry.register("caution", CARD)
@plugin()
class Caution:
    """Nobody is hurt.

    Not even a little.

    Attributes:
        size: How many, and the
            rest of the sentence.
        share: Which part.
    """

    size: Annotated[int, Ge(2)]
    share: Annotated[float, Gt(0), Le(1)] = 0.5
    how: Literal["soft", "hard"] = "soft"
    many: tuple[int, ...] = ()
    monotonic: ClassVar[None] = None


SCHEMA = registry.schema("caution")


def test_bounds_choices_and_lists_are_told_in_words():
    found = {one.name: one.takes for one in words.parameters(Caution, SCHEMA)}
    assert found == {
        "size": "whole number, at least 2",
        "share": "number, above 0, at most 1",
        "how": "`soft`, `hard`",
        "many": "list of whole number",
    }


def test_defaults_and_meanings_are_those_of_the_code():
    size, share, how, many = words.parameters(Caution, SCHEMA)
    assert (size.needed, size.default) == (True, "")
    assert (share.needed, share.default, how.default, many.default) == (False, "0.5", '"soft"', "")
    assert (size.meaning, how.meaning) == ("How many, and the rest of the sentence.", "")


def test_the_docstring_is_the_definition_and_the_module_tells_the_source():
    assert words.definition(Caution) == "Nobody is hurt."
    assert words.explanation(Caution) == "Nobody is hurt.\n\nNot even a little."
    assert words.background(Caution) == "What plugins declare, in words."
    assert words.settings("model", "caution", SCHEMA) == "{model: caution, size: …}"
    assert words.monotonic(Caution) is None


def test_a_card_tells_what_applies():
    assert words.from_card(CARD) == {
        "Promise": "Nobody of {size} is hurt.",
        "Measured": "h, the hurt ones (people). None is best.",
        "When to use it": "Always.",
        "References": "Hippocrates, doi:0; Galen",
    }
