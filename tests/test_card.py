"""A model is told once: no plugin is registered without a card that can be used."""

from dataclasses import replace

import pytest

from shoal.card import Card, Measure, read_card
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


def flying(card):
    """A plugin with a docstring that ends with a card."""
    return plugin()(type("Flying", (), {"__doc__": f"Nobody is alone.\n\n    Card:\n{card}    "}))


LINES = """
        group: identity
        promise: Nobody flies alone: everybody
            has a neighbor.
        measure: the smallest flock
        means: Larger is safer.
        unit: records
        first: wings, beak
        advice: Always.
        reference: Example 2025
        reference: Author 2026; second edition
        place: 3
"""


def test_a_card_is_read_from_the_docstring_and_taken_out_of_it():
    registry, cls = family(), flying(LINES[1:])
    registry.register("flying", formula="<math/>", begin={"wings": 2})(cls)
    assert registry.card("flying") == Card(
        advice="Always.",
        says="Nobody is alone.",  # its first line: the family needs it, and the card has none
        promise="Nobody flies alone: everybody has a neighbor.",
        measure=Measure("the smallest flock", "Larger is safer.", "records"),
        group="identity",
        formula="<math/>",
        begin={"wings": 2},
        first=("wings", "beak"),
        references=("Example 2025", "Author 2026; second edition"),
        place=3,
    )
    assert cls.__doc__ == "Nobody is alone."
    assert registry.schema("flying")["description"] == "Nobody is alone."


def test_the_first_line_is_what_a_card_says_only_where_a_family_needs_it():
    registry = Registry("bird", "bird")
    registry.register("flying")(flying(LINES[1:]))
    assert registry.card("flying").says is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("promised: Nothing.", "wrong card: 'promised' is no line of a card"),
        ("a line without a field", "wrong card: 'a line without a field' is no line"),
        ("place: near the end", "wrong card: invalid literal for int"),
        ("begin: 3", "wrong card: 'begin' is no line of a card"),
        ("advice: Never.", "incomplete card: promise is missing; measure is missing"),
    ],
)
def test_a_docstring_with_a_wrong_card_is_refused(line, told):
    with pytest.raises(TypeError, match=f"The privacy model 'flying' has an? {told}"):
        family().register("flying")(flying(f"        {line}\n"))


def test_a_parameter_that_a_base_class_describes_is_not_described_again():
    @plugin()
    class Bird:
        """A bird.

        Attributes:
            wings: How many it has,
                as a rule.
            song: What it sings.
        """

        wings: int = 2
        song: str = ""

    registry = Registry("bird", "bird")

    @registry.register("eagle")
    @plugin()
    class Eagle(Bird):
        """Sees far.

        Attributes:
            song: How it calls.
            height: How high it flies.

        Card:
            advice: For mountains.
        """

        height: int = 0

    assert Eagle.__doc__ == (
        "Sees far.\n\nAttributes:\n    wings: How many it has,\n        as a rule."
        "\n    song: How it calls.\n    height: How high it flies."
    )


def test_a_section_ends_where_the_next_one_begins():
    text = "Birds.\n\nCard:\n    advice: Always.\n\nReturns:\n    says: This is no card."
    assert read_card(text) == Card(advice="Always.")


def test_a_class_without_a_card_is_refused():
    with pytest.raises(TypeError, match=r"'flock' has no card\. Its docstring needs a section"):
        family().register("flock")(Flock)
    with pytest.raises(TypeError, match="'flock' has no card"):
        family().register("flock", "Nobody is alone.")(Flock)


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
