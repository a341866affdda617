"""What a page says about one model."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Words:
    """About one model.

    Attributes:
        group: What it protects against, or what kind of loss it is.
        says: What it says, in one sentence for everybody.
        when: When to use it.
        formula: How it is computed, as MathML.
        where: What the letters of the formula are.
        begin: Parameters to begin with.
        needs: Keys of the study that it needs: column, population.
    """

    group: str
    says: str
    when: str
    formula: str
    where: str
    begin: Mapping[str, Any] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
