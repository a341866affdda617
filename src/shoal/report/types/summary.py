"""The summary of a run, which is the data steward's, and the report, which pages are made of."""

from typing import NotRequired, TypedDict

from shoal.report.types.learning import Learning
from shoal.report.types.ledger import Account, LedgerFacts, SummarySeal, TogetherFacts
from shoal.report.types.quality import Classes, Quality, Utility
from shoal.report.types.sections import (
    Fate,
    GameFacts,
    GraphFacts,
    HeadlineFacts,
    Input,
    MethodFacts,
    People,
    Promise,
    Pseudonyms,
    Recoding,
    RiskSides,
    Uniqueness,
)
from shoal.study.keys.plain import StudyKeys


class Summary(TypedDict):
    """What a run of Shoal found: the content of `summary.json`.

    Attributes:
        format: The version of this file.
        note: Whose file it is.
        shoal_version: The version of Shoal that wrote it.
        input: What the run was given.
        quasi_identifiers: The columns by which somebody could recognize a person.
        lattice_size: How many candidates there are; None if a method decided.
        limited_levels: Columns that may not use all levels of their hierarchies.
        candidates_checked: How many candidates were looked at; None if a method decided.
        levels: The level of each quasi-identifier; null where classes or cells differ.
        loss: The score of the quality model.
        loss_normalized: The same between 0 and 1.
        loss_by_column: Its part per column.
        optimal: Whether no other candidate is better; null where nobody may know.
        gap: How far from the best the answer can be.
        suppressed_records: Records that were left out.
        fully_generalized_records: Records that were kept and tell nothing.
        classes: How many classes there are, and how large.
        privacy: What the independent check found about each promise.
        risk: What a prosecutor risks to find, before and after.
        utility: What the release is still worth.
        removed_columns: Columns that are not in the release, or tell nothing in it.
        warnings: What a person should know before sharing.
        seconds: Wall-clock seconds per stage.
        cpu_seconds: Processor seconds per stage.
        peak_memory_mb: The most memory the process has held.
        people: Who was counted.
        columns: What became of every column of the input.
        uniqueness: Records of the release that look like no other.
        reproducible: Whether the run can be repeated to the byte, and so is not private.
        headline: What stands above everything else.
        recoding: Classes with levels of their own.
        method: What a method did.
        game: The game of publisher and adversary.
        pseudonyms: Each column of pseudonyms.
        graph: What a released graph tells and loses.
        learning: How well models predict that learned from the release.
        engine: Where the records were counted, if not in memory.
        ledger: What the ledger calls the run.
        together: What it would tell together with releases that were given before.
        account: What differential privacy cost.
        files: The fingerprints of the other files of the folder.
        seal: What the folder is checked by.
    """

    format: int
    note: str
    shoal_version: str
    input: Input
    quasi_identifiers: list[str]
    lattice_size: int | None
    limited_levels: list[str]
    candidates_checked: int | None
    levels: dict[str, int | None] | None
    loss: float | None
    loss_normalized: float | None
    loss_by_column: dict[str, float | None]
    optimal: bool | None
    gap: float | None
    suppressed_records: int
    fully_generalized_records: int
    classes: Classes
    privacy: list[Promise]
    risk: RiskSides
    utility: Utility
    removed_columns: list[str]
    warnings: list[str]
    seconds: dict[str, float]
    cpu_seconds: dict[str, float]
    peak_memory_mb: float | None
    # What is added after the search, or by runs of some kinds only.
    people: NotRequired[People]
    columns: NotRequired[list[Fate]]
    uniqueness: NotRequired[Uniqueness]
    reproducible: NotRequired[bool]
    headline: NotRequired[HeadlineFacts]
    recoding: NotRequired[Recoding]
    method: NotRequired[MethodFacts]
    game: NotRequired[GameFacts]
    pseudonyms: NotRequired[dict[str, Pseudonyms]]
    graph: NotRequired[GraphFacts]
    learning: NotRequired[Learning]
    engine: NotRequired[str]
    ledger: NotRequired[LedgerFacts]
    together: NotRequired[list[TogetherFacts]]
    account: NotRequired[Account]
    files: NotRequired[dict[str, str | None]]
    seal: NotRequired[SummarySeal]


class ReportColumn(TypedDict):
    """A released column, with its most frequent values before and after."""

    name: str
    role: str
    type: NotRequired[str]
    level: NotRequired[int | None]
    max_level: NotRequired[int | None]
    loss: NotRequired[float | None]
    before: NotRequired[list[tuple[str | None, int]]]
    after: NotRequired[list[tuple[str | None, int]]]
    before_distinct: NotRequired[int]
    after_distinct: NotRequired[int]


class ClassSizes(TypedDict):
    """How many records are in classes of each size."""

    bins: list[str]
    before: list[int]
    after: list[int]


class ProfileRow(TypedDict):
    """The share of records in an interval of risk, and up to it."""

    up_to: float
    share: float
    cumulative: float


class ProfileSides(TypedDict):
    """How many records have which risk, before and after."""

    before: list[ProfileRow]
    after: list[ProfileRow]


class SuperNode(TypedDict):
    """A cluster of a released graph."""

    nodes: int
    edges_inside: int


class DrawnGraph(TypedDict, total=False):
    """What is drawn of a graph: clusters, and edges as (one, other, how many)."""

    nodes: list[SuperNode]
    edges: list[list[int]]


class Report(TypedDict):
    """The one source of every page about a run."""

    format: int
    summary: Summary
    study: StudyKeys
    columns: list[ReportColumn]
    class_sizes: ClassSizes
    risk_profile: ProfileSides
    quality: Quality
    versions: dict[str, str]
    created: str
    graph: NotRequired[DrawnGraph]
    learning: NotRequired[Learning]
