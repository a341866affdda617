"""What `shoal risk` and `shoal attack` tell, as far as pages about it read it."""

from typing import NotRequired, TypedDict

from shoal.report.types.summary import ProfileRow
from shoal.study.plain import Settings


class AttackerRisk(TypedDict, total=False):
    """How well an attacker succeeds; what an attacker does not have is not there."""

    highest: float
    success: float
    lowest: float
    at_risk: float


class Attackers(TypedDict):
    """Three attackers; a record with a risk above the threshold is at risk."""

    threshold: float
    population: str
    prosecutor: AttackerRisk
    journalist: AttackerRisk
    marketer: AttackerRisk


class UniquePeople(TypedDict):
    """Unique records, and estimates of unique people where the size of a population is known."""

    sample: int
    sample_share: float
    population: int | None
    reason: NotRequired[str]
    estimated_uniques: NotRequired[dict[str, float | None]]


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


class IdentifyingColumns(TypedDict):
    """Which columns tell people apart; contributions only where all sets were looked at."""

    sets: list[ColumnSet]
    contributions: dict[str, float] | None
    risky_values: list[RiskyValue]


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


class MeasuredModel(TypedDict):
    """The strictest promise of a model that a table keeps; None with the reason without one."""

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
    share: float
    form: str | None


class RiskSide(TypedDict):
    """The risk of one table; what was not asked for is not there."""

    attackers: Attackers
    profile: list[ProfileRow]
    uniqueness: UniquePeople
    columns: NotRequired[IdentifyingColumns]
    special_uniques: NotRequired[SpecialUniques]
    safe_harbor: NotRequired[list[SafeHarborColumn]]
    models: NotRequired[list[MeasuredModel]]


class RiskReport(RiskSide):
    """The risk of a table, and of the one that it was made from."""

    before: NotRequired[RiskSide]


class AttackSide(TypedDict):
    """An attack on one table; where it could not be tried, the shares say nothing."""

    attempts: int
    success: float
    low: float
    high: float
    baseline: float
    gain: float
    reason: str | None


class AttackRow(TypedDict):
    """An attack on the input, and on the release."""

    name: str
    aim: str
    before: AttackSide
    after: AttackSide
    falls_by: float


class AttackReport(TypedDict):
    """Attacks that were tried out."""

    note: str
    attacks: list[AttackRow]
