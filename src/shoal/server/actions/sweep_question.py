"""A question about a sweep: one k, limit and weights, and the candidates to report."""

from typing import Annotated, Literal

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, Field

MOST = 1000  # candidates that one question may name

Level = Annotated[int, Ge(0), Le(1_000_000)]
Vector = Annotated[tuple[Level, ...], Field(max_length=1000)]


class Where(BaseModel):
    """Which candidates are listed.

    Attributes:
        levels: The levels that a column may have, where not every one.
        accepted: Whether their suppressed records must stay within the limit, or must not.
        loss: Least and largest share of what can be lost.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    levels: dict[str, Vector] = Field(default={}, max_length=1000)
    accepted: bool | None = None
    loss: tuple[float, float] | None = None


class SweepQuestion(BaseModel):
    """What may be asked of a sweep.

    Attributes:
        k: The smallest class that may be released.
        suppression_limit: The largest share of suppressed records; the study's by default.
        weights: How much columns count, where it is not as in the study.
        candidates: How many of the best candidates are listed, too.
        skip: How many better ones are left out of the list.
        where: Which candidates are listed.
        sort: What comes first among those within the limit.
        stairs: Whether the least loss with ever more suppressed records is wanted.
        about: Candidates whose figures are wanted, as levels in the order of the columns.
        closely: One candidate, column by column; `best` is the best one.
        curve: Other k whose best candidates are wanted.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    k: Annotated[int, Ge(1), Le(65_536)]
    suppression_limit: Annotated[float, Ge(0), Le(1)] | None = None
    weights: dict[str, Annotated[float, Ge(0), Le(1e6)]] = Field(default={}, max_length=1000)
    candidates: Annotated[int, Ge(0), Le(10_000)] = 0
    skip: Annotated[int, Ge(0)] = 0
    where: Where = Where()
    sort: Literal["loss", "suppressed", "smallest"] = "loss"
    stairs: bool = False
    about: Annotated[tuple[Vector, ...], Field(max_length=MOST)] = ()
    closely: Vector | Literal["best"] | None = None
    curve: Annotated[tuple[Annotated[int, Ge(1), Le(65_536)], ...], Field(max_length=64)] = ()
