"""Random tokens: they are not computed from anything, so only the mapping leads back.

Without `mapping` every run draws new tokens and forgets them, so nobody, not even the author, can
link two releases (docs/theory/methods.md). With it, tokens stay the same from run to run and from
table to table of one domain, for one recipient.
"""

from typing import Annotated, ClassVar, Self

import polars as pl
from annotated_types import Ge, Le, MinLen, MultipleOf
from pydantic import model_validator

from shoal.identifiers.method import HexDigits, Means, pseudonym_methods
from shoal.plugin import plugin


@pseudonym_methods.register("token")
@plugin()
class Token(HexDigits):
    """A random text for each value, drawn by the operating system.

    Attributes:
        length: How many hexadecimal digits a token has.
        ignore_case: Whether capital letters do not matter.

    Card:
        title: Token
        says: A random text for each person, others in every release; nobody can link them.
        advice: When recipients need to know which records belong together, in one release only.
        place: 3
    """

    domain: str = ""
    key: Annotated[str, MinLen(1)] | None = None
    length: Annotated[int, Ge(16), Le(64), MultipleOf(2)] = 32
    needs_key: ClassVar[bool] = False

    @model_validator(mode="after")
    def _mapping_has_all_it_needs(self) -> Self:
        """Refuse a mapping without key or domain, and settings that only matter with a mapping."""
        if self.mapping is not None and not (self.key and self.domain):
            raise ValueError("`mapping` needs `domain`, and `key` to encrypt it")
        if self.mapping is None and (self.key or self.create_key or self.domain or self.recipient):
            raise ValueError(
                "without `mapping`, tokens are forgotten: `key`, `create_key`, `domain` and"
                " `recipient` would change nothing"
            )
        return self

    def pseudonyms(self, values: pl.Series, means: Means) -> pl.Series:
        """As many different tokens as there are values."""
        half, tokens = self.length // 2, dict[str, None]()
        while len(tokens) < len(values):  # once, unless two tokens are equal
            drawn = means.draw(half * (len(values) - len(tokens))).hex()
            starts = range(0, len(drawn), self.length)
            tokens |= dict.fromkeys(drawn[start : start + self.length] for start in starts)
        return pl.Series(values.name, list(tokens), dtype=pl.String)
