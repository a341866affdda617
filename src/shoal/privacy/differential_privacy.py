"""(epsilon, delta)-differential privacy of a released table: SafePub.

Bild, Kuhn & Prasser 2018, doi:10.1515/popets-2018-0004, after Li, Qardaji & Su 2012,
doi:10.1145/2414456.2414474; paper 001, case study 2; docs/theory/private.md.
"""

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import exp
from typing import Annotated, ClassVar

from annotated_types import Ge, Gt, Len, Lt
from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from shoal.engine.arrays import Bools
from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.formula import formula, row, sup
from shoal.plugin import plugin
from shoal.privacy.model import FINITE, Monotonic, privacy_models
from shoal.privacy.sampled_suppression import largest_chance, smallest_class
from shoal.privacy.table_facts import TableFacts

SEARCH_EPSILON = Decimal("0.1")  # where a search is asked for and nothing is said


class Degree(StrEnum):
    """How far up a hierarchy a column goes, as a share of its height."""

    NONE = "none"
    LOW = "low"
    LOW_MEDIUM = "low-medium"
    MEDIUM = "medium"
    MEDIUM_HIGH = "medium-high"
    HIGH = "high"
    COMPLETE = "complete"

    def level(self, height: int) -> int:
        """The level of a hierarchy of this height; halves go up."""
        return int((_SHARES[self] * height + Fraction(1, 2)).__floor__())


_SHARES = dict(zip(Degree, (Fraction(tenth, 10) for tenth in (0, 2, 4, 5, 6, 8, 10)), strict=True))


class Final(StrEnum):
    """How a private search ends."""

    PRIVATE = "private"
    ARX = "arx"


def _by_text(given: object) -> object:
    """A float by its shortest decimal text, so that 0.1 means one tenth."""
    return repr(given) if isinstance(given, float) else given


def _plain(number: Decimal) -> float | str:
    """A number a study can hold: a float, or the decimal text where a float is not exact."""
    return float(number) if Decimal(repr(float(number))) == number else str(number)


Exact = Annotated[
    Decimal, BeforeValidator(_by_text), PlainSerializer(_plain, when_used="unless-none"), FINITE
]
Epsilon = Annotated[Exact, Gt(0), WithJsonSchema({"type": "number", "exclusiveMinimum": 0})]
Delta = Annotated[
    Exact,
    Gt(0),
    Lt(1),
    WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}),
]


@privacy_models.register(
    "differential-privacy",
    formula=formula(row("P ( M ( D ) ∈ S ) ≤"), sup("e", "ε"), row("· P ( M ( D′ ) ∈ S ) + δ")),
    begin={"epsilon": 2, "delta": 0.000001, "degree": "medium"},
)
@plugin()
class DifferentialPrivacy:
    """Whether a person's record is in the data changes no release's chance by much.

    Each record is drawn with the chance beta, generalized to levels that are either fixed in the
    study (`levels`, `degree`) or chosen by a private search (`steps`), and released if at least k
    drawn records look like it. One record more or less in the data then changes the chance of any
    set of releases by at most the factor e^epsilon, plus delta. All released columns must be
    quasi-identifiers, and nothing but the release may depend on the data.

    Attributes:
        epsilon: The largest change, as an exponent; all of it, the search included.
        delta: The chance that the change is larger; far below one over the number of records.
        search_epsilon: The part of epsilon for the search; 0.1 where nothing is said.
        steps: How many candidates the private search visits. Instead of `levels` and `degree`.
        degree: How far all columns are generalized: `none`, `low`, `low-medium`, `medium`,
            `medium-high`, `high` or `complete`.
        levels: The level, or the degree, of single columns; comes before `degree`.
        arx_compatible: Ask for classes of one record more, as the reference tool does.
        final: Whether the search ends with one more `private` draw, or, as in the reference tool,
            with the best it saw (`arx`), which epsilon does not cover.

    Card:
        group: differential
        says: Whatever is released could nearly as well have been released without your record.
        promise: Whether any one record is in the data changes how likely a release is by at most
            the factor e^{epsilon}, except with the chance {delta}.
        measure: records in the smallest class
        means: The size of a class, not ε: one release cannot show with which chance it was drawn.
        unit: records
        symbol: ε
        advice: The strongest promise, whatever adversaries know. All released columns must be
            quasi-identifiers, records are drawn at random, and more is lost.
        where: M(D) is what is released from the data D; D′ has one record more or less; S is any
            set of releases.
        reference: Bild, Kuhn & Prasser 2018, doi:10.1515/popets-2018-0004
        reference: Li, Qardaji & Su 2012, doi:10.1145/2414456.2414474
        place: 16
    """

    epsilon: Epsilon
    delta: Delta
    search_epsilon: Epsilon | None = None
    steps: Annotated[int, Ge(0)] | None = None
    degree: Degree | None = None
    levels: Annotated[dict[str, Annotated[int, Ge(0)] | Degree], Len(1)] | None = None
    arx_compatible: bool = False
    final: Final = Final.PRIVATE
    monotonic: ClassVar[Monotonic] = Monotonic.ALWAYS
    decided_by_size: ClassVar[bool] = True
    draws_records: ClassVar[bool] = True  # the records of a release are drawn by chance

    def __post_init__(self) -> None:
        """Refuses parameters that contradict each other, or that no sampling can keep."""
        problems = list(self._problems())
        if problems:
            raise StudyError(
                *(f"privacy model 'differential-privacy': {text}" for text in problems)
            )
        _ = self.k

    @property
    def is_data_dependent(self) -> bool:
        """Whether levels are chosen by looking at the data, which costs a part of epsilon."""
        return self.steps is not None

    @property
    def epsilon_of_search(self) -> Fraction:
        """The part of epsilon that the search spends."""
        if not self.is_data_dependent:
            return Fraction(0)
        return Fraction(SEARCH_EPSILON if self.search_epsilon is None else self.search_epsilon)

    @property
    def epsilon_of_release(self) -> Fraction:
        """The part of epsilon that sampling and suppression spend."""
        return Fraction(self.epsilon) - self.epsilon_of_search

    @property
    def beta(self) -> Fraction:
        """The chance of a record to be drawn: a whole number of 2^-64."""
        return largest_chance(self.epsilon_of_release)

    @property
    def k(self) -> int:
        """The size of the smallest class that is released."""
        exact = smallest_class(self.epsilon_of_release, Fraction(self.delta), self.beta)
        return exact + self.arx_compatible

    @property
    def minimum_size(self) -> int:
        """The smallest class that keeps the promise."""
        return self.k

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes with fewer than k drawn records."""
        return classes.sizes < self.k

    def level(self, column: str, height: int) -> int:
        """The level of a column whose hierarchy has this height, where levels are fixed."""
        chosen = (self.levels or {}).get(column, self.degree)
        if chosen is None:
            raise StudyError(
                f"privacy model 'differential-privacy': nothing says the level of {column!r}. Name"
                " it under `levels`, or give a `degree` for all others."
            )
        return chosen.level(height) if isinstance(chosen, Degree) else chosen

    def meaning(self, table: TableFacts) -> str:
        """What one record more or less changes."""
        records = table.records
        return (
            f"One record more or less makes any release at most {exp(self.epsilon):,.3g} times as"
            f" likely, but for a chance of {self.delta:g}; with {records:,} records, that chance"
            f" should be far below {1 / max(records, 1):.2g}."
        )

    def _problems(self) -> Iterator[str]:
        """What is wrong with the parameters together, each in a clause."""
        fixed = self.levels is not None or self.degree is not None
        if not fixed and not self.is_data_dependent:
            yield (
                "say how levels are chosen: fixed by `levels` or `degree`, or by a private search"
                " with so many `steps`"
            )
        if fixed and self.is_data_dependent:
            yield "`levels` and `degree` fix what `steps` would search. Give one of both"
        if not self.is_data_dependent:
            idle = [name for name in ("search_epsilon",) if getattr(self, name) is not None]
            idle += ["final"] if self.final is not Final.PRIVATE else []
            yield from (
                f"`{name}` belongs to a search. Give `steps`, or leave it out" for name in idle
            )
        elif self.epsilon_of_search >= Fraction(self.epsilon):
            yield (
                f"`search_epsilon` ({_plain(Decimal(self.search_epsilon or SEARCH_EPSILON))}) is a"
                " part of `epsilon` and must be smaller"
            )
