"""The results of `shoal risk` and of simulated attacks."""

from typing import NotRequired, TypedDict

from shoal.report.types.quality import Classes
from shoal.report.types.sections import Risk
from shoal.report.types.summary import ProfileRow
from shoal.study.keys.plain import Settings


class AttackerRisk(TypedDict, total=False):
    """How well an attacker succeeds; figures that an attacker does not have are left out."""

    highest: float
    success: float
    lowest: float
    at_risk: float
    records_highest: int
    records_lowest: int


class Attackers(TypedDict):
    """Three attackers; a record with a risk above the threshold is at risk."""

    threshold: float
    population: str
    prosecutor: AttackerRisk
    journalist: AttackerRisk
    marketer: AttackerRisk


class UniqueAtFraction(TypedDict):
    """Which share of a population is unique by each estimator, if the table were a part of it.

    Attributes:
        fraction: The share of the population that is in the table.
        population: How many people the population then has.
        unique_share: The share of them that is unique by each estimator; null without a solution.
    """

    fraction: float
    population: int
    unique_share: dict[str, float | None]


class UniquePeople(TypedDict):
    """Unique records, and estimates of unique people where the size of a population is known."""

    sample: int
    sample_share: float
    population: int | None
    reason: NotRequired[str]
    estimated_uniques: NotRequired[dict[str, float | None]]
    by_fraction: NotRequired[list[UniqueAtFraction]]


class ColumnSet(TypedDict):
    """What some columns tell apart together."""

    columns: list[str]
    distinction: float
    separation: float


class RiskyValue(TypedDict):
    """A value whose records are easy to find."""

    column: str
    value: str
    records: int
    average_risk: float


class SinglingValues(TypedDict):
    """How many values a column has, and how many of them one record alone has."""

    values: int
    of_one_record: int


class IdentifyingColumns(TypedDict):
    """Which columns tell people apart; contributions only where all sets were looked at."""

    sets: list[ColumnSet]
    largest_set: int
    contributions: dict[str, float] | None
    singling_values: dict[str, SinglingValues]
    risky_values: list[RiskyValue]
    other_columns: dict[str, float]


class Spread(TypedDict):
    """The highest of some figures, and percentiles."""

    highest: float
    p50: float
    p90: float
    p99: float


class SpecialUniques(TypedDict):
    """Records that few columns single out."""

    records: int
    highest_score: float
    dis: Spread
    contributions: dict[str, float]


class ExpectedRisk(Spread):
    """The risk of records of a sample, and how many are expected to be found."""

    expected_reidentifications: float
    rate: float


class IndividualRisk(ExpectedRisk):
    """The risk by sampling weights; of households where they are known."""

    weights: str
    household: NotRequired[ExpectedRisk]


class MeasuredModel(TypedDict):
    """The strictest promise of a model that a table keeps, or the reason why there is no number."""

    model: str
    parameters: Settings
    measures: str
    measured: float | None
    reason: str | None


class SafeHarborColumn(TypedDict):
    """A column that looks like one of the eighteen kinds of identifiers of the law."""

    column: str
    number: int
    kind: str
    by: str
    share: float | None
    form: str | None
    singling_out: bool
    linkability: bool


class SensitiveColumn(TypedDict):
    """A sensitive column, and how its values are read."""

    name: str
    type: str


class RiskColumns(TypedDict):
    """The roles of columns; `roles` says who decided: a study, a person, or a guess."""

    roles: str
    quasi_identifiers: list[str]
    sensitive: list[SensitiveColumn]


class RiskBelow(Risk):
    """The risk of being found; records in classes below this size are at risk."""

    at_risk_below: int


class RiskSections(TypedDict):
    """The sections beyond classes and risks; those that were not asked for are left out."""

    attackers: Attackers
    profile: list[ProfileRow]
    uniqueness: UniquePeople
    missing_matches_anything: Risk | None
    columns: NotRequired[IdentifyingColumns]
    special_uniques: NotRequired[SpecialUniques]
    safe_harbor: NotRequired[list[SafeHarborColumn]]
    individual: NotRequired[IndividualRisk]
    models: NotRequired[list[MeasuredModel]]
    population_size: NotRequired[int | None]


class RiskSide(RiskColumns, RiskSections):
    """The risk of one table."""

    format: int
    data: str
    records: int
    suppressed_records: int
    rule: str
    counted: str
    classes: Classes
    risk: RiskBelow


class RiskReport(RiskSide):
    """The risk of a table, and of the one that it was made from."""

    shoal_version: str
    cpu_seconds: dict[str, float]
    before: NotRequired[RiskSide]


class AttackSide(TypedDict):
    """An attack on one table; where it was not tried, `reason` says why and the shares are null."""

    attempts: int
    success: float | None
    low: float | None
    high: float | None
    baseline: float | None
    gain: float | None
    reason: str | None


class AttackRow(TypedDict):
    """An attack on the input, and on the release; `tried` names the values, where they are some."""

    name: str
    aim: str
    tried: str | None
    before: AttackSide
    after: AttackSide
    falls_by: float | None


class AttackReport(TypedDict):
    """Attacks that were tried out."""

    format: int
    shoal_version: str
    note: str
    records: int
    released_records: int
    attacks: list[AttackRow]
    cpu_seconds: float
