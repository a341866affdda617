"""One entry of the glossary."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """What something is.

    Attributes:
        title: Its name in a sentence.
        text: What it means, and what is good.
        formula: How it is computed, where a formula says it best.
    """

    title: str
    text: str
    formula: str = ""
