"""The key `population` of a study: whom the records could be about (docs/study.md)."""

from typing import Annotated, Self

from annotated_types import Ge, Gt, Le
from pydantic import BeforeValidator, PlainSerializer, model_validator

from shoal.data.regions import REGIONS
from shoal.study.keys.data import Data, as_key, as_section
from shoal.study.keys.kinds import one_of
from shoal.study.keys.section import Section, all_wrong


class Population(Section):
    """The population, described in exactly one way.

    Attributes:
        size: How many people it has.
        fraction: The share of it that is in the data.
        region: Where it lives.
        table: A file or a query with everybody in it, the records of the data included.
    """

    size: Annotated[int, Ge(1)] | None = None
    fraction: Annotated[float, Gt(0), Le(1)] | None = None
    region: Annotated[str | None, one_of(*REGIONS)] = None
    table: Annotated[Data | None, BeforeValidator(as_section), PlainSerializer(as_key)] = None

    def people(self, sample: int) -> int | None:
        """How many people it has, given how many are in the data; None if its table has them."""
        if self.fraction is not None:
            return round(sample / self.fraction)
        return self.size if self.region is None else REGIONS[self.region]

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        given = [name for name in type(self).model_fields if getattr(self, name) is not None]
        if len(given) != 1:
            ways = "{size}, {fraction}, {region}, {table: file}"
            raise all_wrong("Population", [f"expected exactly one of {ways}"])
        return self
