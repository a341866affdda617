"""What the page of a run shows, section by section: figures, words and drawn charts."""

from typing import Any, TypedDict

from markupsafe import Markup

from shoal.report.types.sections import Holds, Tone
from shoal.study.keys.plain import Json

Context = dict[str, Any]  # everything that a template gets, by name


class Entry(TypedDict):
    """A value with its name."""

    name: str
    value: Json


class FigureRows(TypedDict):
    """The figures that stand above everything else."""

    kept: int | float | None
    records: int | None
    kept_share: float | None
    outside: int | None
    loss: float | None
    risk_before: float | None
    risk_after: float | None


class PromiseRow(TypedDict):
    """A promise, what it says, and what was found."""

    model: str
    says: str
    parameters: list[Entry]
    holds: Holds | None
    measured: list[Entry]
    measures: str
    reason: str


class AnswerRows(TypedDict):
    """What stands above everything else."""

    tone: Tone
    standing: str
    reasons: list[str]
    headline: tuple[str, str]
    figures: FigureRows
    shoal: Markup | None
    warnings: list[str]
    warning_groups: list[tuple[str, list[str]]]
    promises: list[PromiseRow]
    account: str | None


class LeftOutRows(TypedDict):
    """How many records were left out, and how many may be."""

    fate: str
    records: int | None
    gone: int | None
    share: float | None
    blurred: int | None
    limit: float | str
    allowed: int | None
    chart: Markup | None


class ClassRows(TypedDict):
    """The classes, and how many records are in classes of each size."""

    count: int | None
    min: int | None
    mean: float | None
    max: int | None
    before: Markup | None
    after: Markup | None


class LossRows(TypedDict):
    """The loss, and its part per column."""

    score: float | None
    normalized: float | None
    by_column: dict[str, float]
    chart: Markup | None


class ProfileCharts(TypedDict):
    """How many records have which risk, before and after."""

    before: Markup
    after: Markup
    cumulative: Markup


class SideRow(TypedDict):
    """A measure before and after."""

    name: str
    meaning: str
    before: Json
    after: Json


class MeasureRow(Entry):
    """A measure of the release."""

    meaning: str


class SearchRows(TypedDict):
    """How the answer was found, and how good it is."""

    lattice_size: int | None
    candidates_checked: int | None
    optimal: bool | None
    gap: float | None
    share: float | None
    result: str


class StageRow(TypedDict):
    """How long a stage took."""

    name: str
    meaning: str
    seconds: float | None
    cpu: float | None


class InputRows(TypedDict):
    """What the run was given."""

    records: int | None
    sha256: str | None
