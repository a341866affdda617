"""Types of a study as plain values: the keys that its YAML can have.

They exist for type checkers only: a study that was read from a file is a dict and stays one.
`Study` checks its values.
"""

from typing import Any, Literal, TypedDict

from shoal.data.plain import DataKeys, TypeKeys

__all__ = [
    "ColumnKeys",
    "DataKeys",
    "EngineKeys",
    "EvaluateKeys",
    "Json",
    "OutputKeys",
    "PopulationKeys",
    "Settings",
    "ShiftKeys",
    "StudyKeys",
    "SubsetKeys",
    "TypeKeys",
    "keys_of",
]

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]
Settings = dict[str, Json]  # a plugin: its name under a key of its family, and its parameters


class ShiftKeys(TypedDict, total=False):
    """By how much the dates of a column are moved."""

    days: int
    domain: str
    key: str
    recipient: str
    create_key: bool
    zero: bool


class ColumnKeys(TypeKeys, total=False):
    """One column of the data."""

    role: str
    hierarchy: str | Settings
    weight: float
    min_level: int
    max_level: int
    aggregate: Settings
    pseudonym: str | Settings
    shift: ShiftKeys
    target: bool
    missing: list[str]
    unknown: str


class SubsetKeys(TypedDict, total=False):
    """The records that are released."""

    column: str
    equals: str
    query: str
    records: str | DataKeys
    sample: float


class PopulationKeys(TypedDict, total=False):
    """Whom the records could be about."""

    size: int
    fraction: float
    region: str
    table: str | DataKeys


class OutputKeys(TypedDict, total=False):
    """How the release is written."""

    format: str
    columns: list[str]
    suppressed: str
    shuffle: bool
    neutralize_formulas: bool
    url: str
    table: str
    credentials: str


class EvaluateKeys(TypedDict, total=False):
    """What models predict from a release, and how they are judged."""

    targets: list[str]
    features: list[str]
    models: list[str | Settings]
    folds: int
    scaling: dict[str, str]
    repetitions: int
    ranges: str
    max_records: int
    anonymize: str
    membership_attacks: int


class EngineKeys(TypedDict, total=False):
    """Where the records are counted."""

    name: str
    memory_mb: int
    threads: int
    temporary: str
    master: str


class StudyKeys(TypedDict, total=False):
    """What to release, and under which promises: the keys that are given, defaults left out."""

    data: str | DataKeys
    columns: dict[str, ColumnKeys]
    privacy: list[Settings]
    quality: Settings
    suppression_limit: float | str
    search: Settings
    seed: int
    recoding: str | Settings
    continues: str
    method: Settings
    subset: SubsetKeys
    population: PopulationKeys
    person: str | Literal[False]
    undecided: str
    game: dict[str, float]
    evaluate: EvaluateKeys
    recipient: str | Settings
    engine: str | EngineKeys
    review_months: int
    output: OutputKeys
    reproducible: bool
    acknowledge: list[str]


def keys_of(parsed: Any) -> StudyKeys:  # noqa: ANN401  (whatever a file holds)
    """Unchecked keys, typed as those of a study; `Study.of` checks them."""
    keys: StudyKeys = parsed
    return keys
