"""What people read about a plugin, told once beside its class.

Reports, certificates, web forms, `shoal models` and the reference pages read the card. No face has
words of its own about a model, so a model that another package brings is told as well as ours.

Example:
    >>> card = Card(
    ...     advice="The usual beginning.",
    ...     promise="Every record looks like at least {others}.",
    ... )
    >>> card.promised_parameters
    ('others',)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

LAST = 100  # the place of a plugin that asks for none
DERIVED = {"others": "k"}  # words of a promise that are made of a parameter: k - 1 others


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
    """About one plugin. What a family has no use for is None; a family says what it needs.

    Attributes:
        advice: When to use it, and how to choose its parameters.
        title: What a list calls it ("Known words"); None where its study name is what people say.
        noun: What a sentence calls it ("the builder of ages"); None where nobody asks.
        says: What it says, in one sentence for everybody.
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
        types: Types of columns that it suits; none for all.
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
    def promised_parameters(self) -> tuple[str, ...]:
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
        strange = [name for name in self.promised_parameters if name not in known]
        return empty + [f"its promise names {{{name}}}, which is no parameter" for name in strange]
