"""The sections of a summary, each with what it tells."""

from typing import Literal, NotRequired, TypedDict

from shoal.study.keys.plain import Json, Settings

Holds = bool | Literal["not_checked"]
Tone = Literal["good", "open", "bad"]
Side = Literal["before", "after"]
SIDES: tuple[Side, Side] = ("before", "after")


class Input(TypedDict):
    """What the run was given.

    Attributes:
        records: How many records it has.
        sha256: The fingerprint of its file; null for a table in memory.
        outside_subset: Records that are not in the research subset.
    """

    records: int
    sha256: str | None
    outside_subset: NotRequired[int]


class Promise(TypedDict):
    """What the independent check found about one promise.

    Attributes:
        model: The privacy model, or the method that promises.
        parameters: Its parameters.
        holds: Whether it holds, or that it could not be checked.
        reason: Why it does not hold or was not checked.
        measured: The figures that were found.
    """

    model: str
    parameters: Settings
    holds: Holds
    reason: str
    measured: Json


class Risk(TypedDict):
    """What a prosecutor risks to find, who knows that a person is in the data.

    Attributes:
        highest: The risk of the record that is easiest to find.
        average: The mean risk of all records.
        lowest: The risk of the record that is hardest to find.
        uniques: Records that look like no other.
        at_risk: The share of records in classes smaller than the promised k.
    """

    highest: float
    average: float
    lowest: float
    uniques: int
    at_risk: float


class RiskSides(TypedDict):
    """The risk before and after."""

    before: Risk
    after: Risk


class Fate(TypedDict):
    """What became of a column of the input.

    Attributes:
        name: Its name.
        role: Its role; null if the study does not name it.
        fate: What became of it.
        before: Its different values in the input.
        after: Its different values in the release.
    """

    name: str
    role: str | None
    fate: Literal["unchanged", "grouped", "removed", "replaced", "blanked", "changed", "not named"]
    before: int | None
    after: int | None


class Unique(TypedDict):
    """How many records look like no other by some columns."""

    columns: list[str]
    records: int
    unique: int
    share: float


class Uniqueness(Unique):
    """How many records look like no other, by quasi-identifiers and insensitive columns.

    Attributes:
        quasi_identifiers: The same by quasi-identifiers alone.
        with_sensitive: The same with sensitive columns.
    """

    quasi_identifiers: Unique
    with_sensitive: Unique


class HeadlineFacts(TypedDict):
    """What to know before anything else.

    Attributes:
        tone: Whether a release can be called safe.
        title: The same in a sentence.
        reasons: Why it is not called safe.
    """

    tone: Tone
    title: str
    reasons: list[str]


class Ladder(TypedDict):
    """The levels on which classes of a series may stand."""

    columns: list[str]
    rungs: list[list[int]]


class Shape(TypedDict):
    """A combination of levels that classes of a release have.

    Attributes:
        levels: The level of each quasi-identifier, in the order of `records_by_level`.
        classes: How many classes have it.
        records: How many records these classes have together.
        smallest: The size of the smallest of them.
        largest: The size of the largest.
    """

    levels: list[int]
    classes: int
    records: int
    smallest: int
    largest: int


class Recoding(TypedDict):
    """Classes with levels of their own; parameters of the recoding stand beside its mode.

    Attributes:
        mode: The kind of recoding.
        level_vectors: How many different combinations of levels occur.
        passes: How many passes were made.
        records_by_level: Per column, the released cells at level 0, 1, …
        shapes: Combinations of levels, those of most records first; at most fifty.
        continues: The release of which this is the next one.
        ladder: What the next release of a series must know.
    """

    mode: str
    level_vectors: int
    passes: int | None
    records_by_level: dict[str, list[int]]
    shapes: NotRequired[list[Shape]]
    continues: NotRequired[str]
    ladder: NotRequired[Ladder]


class ChangedColumn(TypedDict):
    """What a method that changes values did to a column.

    Attributes:
        name: The column.
        changed: How many cells show another value than the true one.
        lost: How far numbers moved on average, in √2 standard deviations (IL1s).
        mean_moved: How far the mean moved, in standard deviations.
        deviation_kept: The standard deviation after by that before.
        confidence: How likely the surest of the shown values is the true one.
    """

    name: str
    changed: int
    lost: float | None
    mean_moved: float | None
    deviation_kept: float | None
    confidence: float | None


class Perturbation(TypedDict):
    """What changed values lost, and what they still disclose.

    Attributes:
        columns: The changed columns.
        correlation_moved: The largest change of a correlation between two changed columns.
        disclosed: The share of records whose true numbers are all within 0.05 standard deviations
            of the shown ones.
        linked: The share of records whose nearest shown record, by all quasi-identifiers, is their
            own.
        linked_tried: How many records were tried for that.
    """

    columns: list[ChangedColumn]
    correlation_moved: float | None
    disclosed: float | None
    linked: float
    linked_tried: int


class MethodFacts(TypedDict):
    """What a method did; figures of other methods stand beside these.

    Attributes:
        name: The method.
        settings: The method with its parameters, as the study holds it.
        levels: The level of each quasi-identifier; null where each record has cells of its own.
        steps: What was done, in this order.
        blank_cells: How many cells were blanked.
        blank_cells_by_column: The same per column.
        smallest_bin: The fewest records that match a record.
        matching: What a blank cell matches.
        risk_if_blank_is_a_value: The risk if a blank cell is taken as a value of its own.
        ngil: The share of the information that clusters lose.
        ngil_weighted: The same with the weights of columns.
        ngil_by_column: The same per column.
        perturbation: What changed values lost and still disclose.
    """

    name: str
    settings: Settings
    levels: dict[str, int] | None
    steps: list[Settings]
    blank_cells: NotRequired[int]
    blank_cells_by_column: NotRequired[dict[str, int]]
    smallest_bin: NotRequired[int]
    matching: NotRequired[str]
    risk_if_blank_is_a_value: NotRequired[Risk]
    ngil: NotRequired[float | None]
    ngil_weighted: NotRequired[float | None]
    ngil_by_column: NotRequired[dict[str, float | None]]
    perturbation: NotRequired[Perturbation]


class People(TypedDict):
    """Who was counted, and how many people the classes hold.

    Attributes:
        counted: What promises count.
        column: The column that tells people apart.
        repeats: Whether somebody has several records.
        classes_below_k: Classes with fewer people than a promise asks for.
        smallest: The fewest people of a class.
        asked: `records` where the study says `person: false`.
    """

    counted: Literal["people", "records", "unknown"]
    column: str | None
    repeats: bool
    classes_below_k: int | None
    smallest: int | None
    asked: NotRequired[Literal["records"]]


class Pseudonyms(TypedDict):
    """A column of pseudonyms, and what they tie together.

    Attributes:
        method: How they were made.
        values: How many are released.
        in_several_records: How many stand in more than one record.
        alone: How many of these have a combination of classes that no other has.
        collision_bound: The chance that two people have the same one, at most.
    """

    method: str
    values: int
    in_several_records: int
    alone: int
    collision_bound: NotRequired[float]


class PayoutFacts(TypedDict):
    """What publisher and adversary get."""

    publisher: float
    adversary: float
    attacked_records: int
    found: float


class GameFacts(TypedDict):
    """The game of publisher and adversary, by the input and by the release."""

    stakes: dict[str, float]
    attacker: Literal["prosecutor", "journalist"]
    maximum: float
    before: PayoutFacts
    after: PayoutFacts


class GraphFacts(TypedDict):
    """What a released graph tells and loses.

    Attributes:
        certain_edges: Edges that can be told for certain.
        sil: The structural information that is lost.
        nsil: The same as a share.
        ngil: The share of the information about values that is lost.
    """

    nodes: int
    edges: int
    super_nodes: int
    super_edges: int
    edges_inside: int
    certain_edges: int
    sil: float
    nsil: float | None
    ngil: float | None
