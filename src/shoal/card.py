"""What people read about a plugin, written once, in the docstring of its class.

The docstring ends with a section `Card:` with one line per field (see `Card`). Reports,
certificates, web forms, `shoal models` and the reference pages read the card. They have no text of
their own about a model, so a model that another package brings is described as fully as ours.

Example:
    >>> text = '''Every record looks like at least k - 1 others.
    ...
    ...     Card:
    ...         promise: Every record looks like at least {others}.
    ...         measure: records in the smallest class
    ...         means: Larger is safer.
    ...         advice: The usual beginning.
    ... '''
    >>> card = read_card(text, begin={"k": 5})
    >>> card.measure
    Measure(name='records in the smallest class', means='Larger is safer.', unit=None)
    >>> card.promise_parameters
    ('others',)
    >>> without_card(text)
    'Every record looks like at least k - 1 others.'
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from inspect import cleandoc
from string import Formatter
from typing import Any, TypedDict, Unpack

LAST = 100  # the place of a plugin that asks for none
DERIVED = {"others": "k"}  # words of a promise that are made of a parameter: k - 1 others
LISTS = ("first", "types", "needs")  # lines of several words, with commas between them


@dataclass(frozen=True)
class Measure:
    """The number that was measured for a promise.

    Attributes:
        name: What it is called: "the largest relative gain of a value".
        means: How to read it: what is good, what is bad, and where it begins and ends.
        unit: What it counts or is a part of ("records"); None for a pure number.
    """

    name: str
    means: str
    unit: str | None = None


@dataclass(frozen=True)
class Card:
    """What people read about one plugin. Fields that its family does not use are None.

    In a docstring, three lines make the measure: `measure` is its name, `means` and `unit` are its
    other fields. Each reference has a line `reference`. `first`, `types` and `needs` are lists with
    commas. `formula` and `begin` are not text: `register` takes them.

    Attributes:
        advice: When to use it, and how to choose its parameters.
        title: What a list calls it ("Known words"); None where its study name is what people say.
        noun: What a sentence calls it ("the builder of ages"); None where nobody asks.
        says: What it says, in one sentence for everybody. If the family needs it and the card does
            not have it, it is the first line of the docstring.
        more: What to know besides.
        promise: The sentence that it promises, a format string with its parameters in braces;
            `{others}` is k - 1 others.
        measure: What its measured number is.
        symbol: The letter of its measured parameter (β, k, t).
        group: Beside which others it stands: what it protects against, or what kind of loss it is.
        formula: How it is computed, as MathML (`shoal.formula`).
        where: What the letters of the formula are.
        begin: Parameters to begin with.
        first: Parameters that a form shows first; the others behind a line that opens.
        types: Types of columns that it suits; empty for all types.
        values: What these columns hold ("numbers or dates").
        needs: What a study must have for it: column, population, population table.
        references: Where it was published.
        place: Where it stands in lists; smaller numbers first.
    """

    advice: str
    title: str | None = None
    noun: str | None = None
    says: str | None = None
    more: str | None = None
    promise: str | None = None
    measure: Measure | None = None
    symbol: str | None = None
    group: str | None = None
    formula: str | None = None
    where: str | None = None
    begin: Mapping[str, Any] = field(default_factory=dict)
    first: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    values: str | None = None
    needs: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    place: int = LAST

    @property
    def promise_parameters(self) -> tuple[str, ...]:
        """The words in braces of the promise."""
        return tuple(name for _, name, _, _ in Formatter().parse(self.promise or "") if name)

    def lacks(self, needed: tuple[str, ...], parameters: tuple[str, ...]) -> list[str]:
        """What is missing or wrong, each in a clause; nothing for a card that can be used.

        Args:
            needed: The fields that its family needs.
            parameters: The parameters of the plugin.
        """
        empty = [f"{name} is missing" for name in needed if not getattr(self, name)]
        known = {*parameters, *(word for word, of in DERIVED.items() if of in parameters)}
        strange = [name for name in self.promise_parameters if name not in known]
        return empty + [f"its promise names {{{name}}}, which is no parameter" for name in strange]


class InCode(TypedDict, total=False):
    """The fields of a card that are not text, so that no docstring can hold them."""

    formula: str
    begin: Mapping[str, Any]


def read_card(docstring: str | None, **in_code: Unpack[InCode]) -> Card:
    """The card in the section `Card:` of a docstring.

    Args:
        docstring: The docstring of a plugin.
        in_code: The fields that are not text.

    Raises:
        TypeError: If the section has a line that is not a text of a card.
    """
    lines = read_section(docstring, "Card")
    texts: dict[str, Any] = dict(lines)
    measure = [texts.pop(name, None) for name in ("measure", "means", "unit")]
    texts.pop("reference", None)  # the only line that may be repeated
    no_text = {"references", *InCode.__annotations__}
    strange = texts.keys() - {field.name for field in fields(Card)} | texts.keys() & no_text
    if strange:
        raise TypeError(f"{min(strange)!r} is no line of a card")
    texts |= {name: tuple(texts[name].split(", ")) for name in LISTS if name in texts}
    return Card(
        advice=texts.pop("advice", ""),
        measure=Measure(*measure) if all(measure[:2]) else None,
        place=int(texts.pop("place", LAST)),
        references=tuple(text for name, text in lines if name == "reference"),
        **texts,
        **in_code,
    )


def without_card(docstring: str | None) -> str:
    """A docstring up to its section `Card:`, which is the last one."""
    return cleandoc(docstring or "").partition("\nCard:\n")[0].rstrip()


def with_inherited(cls: type) -> str:
    """The docstring of a class without its card, and with parameters that base classes describe."""
    own = without_card(cls.__doc__)
    described = [entry for base in reversed(cls.__mro__) for entry in _entries(base.__doc__)]
    if len(described) == len(_entries(own)):
        return own
    latest = {entry.partition(":")[0]: entry for entry in described}
    entries = "".join(f"\n    {entry}" for entry in latest.values())
    return own.partition("\nAttributes:\n")[0].rstrip() + "\n\nAttributes:" + entries


def read_section(docstring: str | None, title: str) -> list[tuple[str, str]]:
    """The entries of a section of a docstring, such as `Attributes`: names, texts on one line."""
    parts = (entry.partition(":") for entry in _entries(docstring, title))
    return [(name, " ".join(text.split())) for name, _, text in parts]


def _entries(docstring: str | None, title: str = "Attributes") -> list[str]:
    """The entries of a section as they are written: a line, and deeper lines that go on with it."""
    _, _, below = cleandoc(docstring or "").partition(f"\n{title}:\n")
    section, *_ = re.split(r"^(?=\S)", below, maxsplit=1, flags=re.MULTILINE)
    return re.findall(r"^ {4}(\S.*(?:\n {5,}.*)*)", section, re.MULTILINE)
