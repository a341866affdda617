"""The keys of a study as plain JSON: as people write them, and as pages edit them.

A study is checked when it is read (`Study.of`). These types only say which keys there are, so that
no page reads or writes a key that no study has. What a key means is told by the section of the
same name in `study.keys`.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict, TypeVar, cast

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
# A plugin: the key that names it, and its parameters, which only its registry knows.
Settings: TypeAlias = dict[str, Json]
AnyKeys = TypeVar("AnyKeys", bound=Mapping[str, object])


class DataKeys(TypedDict, total=False):
    """Where a table is: the id of a stored one, a file, or a query."""

    table: str
    path: str
    format: str
    separator: str
    quote: str
    encoding: str
    decimal: str
    skip: int
    comment: str
    sheet: int | str
    resource: str
    time_zone: str
    url: str
    query: str
    credentials: str


class ShiftKeys(TypedDict, total=False):
    """By how much the dates of a column are moved."""

    days: int
    domain: str
    key: str
    recipient: str | None
    create_key: bool
    zero: bool


class ColumnKeys(TypedDict, total=False):
    """One column; None where a key is about to be taken out."""

    role: str
    type: str
    order: list[str] | None
    format: str | None
    pivot: int | str | None
    hierarchy: Settings | None
    weight: float | None
    min_level: int | None
    max_level: int | None
    aggregate: Settings | None
    pseudonym: str | Settings | None
    shift: ShiftKeys | None
    target: bool
    missing: str | list[str] | None
    unknown: str


class SubsetKeys(TypedDict, total=False):
    """Which records are released."""

    column: str
    equals: Json
    query: str
    records: DataKeys
    sample: float


class PopulationKeys(TypedDict, total=False):
    """Whom the records could be about."""

    size: int
    fraction: float
    region: str
    table: DataKeys


class GameKeys(TypedDict, total=False):
    """What publisher and adversary play for."""

    publisher_benefit: float
    publisher_loss: float
    adversary_gain: float
    adversary_cost: float


class EvaluateKeys(TypedDict, total=False):
    """What models predict from the release, and how they are judged."""

    targets: Sequence[str]
    features: Sequence[str]
    models: str | Settings | list[str | Settings]
    folds: int
    scaling: dict[str, str]
    repetitions: int
    ranges: str
    max_records: int
    anonymize: str
    membership_attacks: int


class GroupKeys(TypedDict, total=False):
    """Columns that a recipient could know together."""

    columns: Sequence[str]
    trust: str
    bin_size: int | None


class ProfileKeys(TypedDict, total=False):
    """What a recipient is trusted with."""

    groups: dict[str, GroupKeys]
    drop: Sequence[str]


class RecipientKeys(TypedDict, total=False):
    """Who gets the release."""

    name: str
    profiles: dict[str, ProfileKeys]


class OutputKeys(TypedDict, total=False):
    """How the release is written."""

    format: str
    columns: Sequence[str] | None
    suppressed: str
    shuffle: bool
    neutralize_formulas: bool
    url: str | None
    table: str | None
    credentials: str | None


class StudyKeys(TypedDict, total=False):
    """What to release, and under which promises."""

    data: DataKeys | None
    columns: dict[str, ColumnKeys]
    privacy: list[Settings]
    quality: Settings
    suppression_limit: float | str
    search: Settings
    seed: int | None
    recoding: str | Settings
    continues: str | None
    method: Settings | None
    subset: SubsetKeys | None
    population: PopulationKeys | None
    person: str | Literal[False] | None
    undecided: str
    game: GameKeys | None
    evaluate: EvaluateKeys | None
    recipient: RecipientKeys | None
    engine: str
    review_months: int
    output: OutputKeys
    reproducible: bool
    acknowledge: list[str]


def without(keys: AnyKeys, *names: str) -> AnyKeys:
    """The same keys, but for some."""
    return cast(AnyKeys, {key: value for key, value in keys.items() if key not in names})


def only(keys: AnyKeys, *names: str) -> AnyKeys:
    """Some of the keys, where they are given."""
    return cast(AnyKeys, {key: value for key, value in keys.items() if key in names})


def take_out(keys: AnyKeys, *names: str) -> None:
    """Remove some keys in place, where they are given."""
    for name in names:
        cast(dict[str, object], keys).pop(name, None)


def with_key(keys: AnyKeys, key: str, value: object) -> AnyKeys:
    """The same keys with one that is known by its name only when the program runs."""
    return cast(AnyKeys, {**keys, key: value})
