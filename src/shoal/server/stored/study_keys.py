"""The keys of a stored study, as pages edit them: ids stand where a file would name files.

`shoal.study.keys.plain` has the keys of a study file. A stored one names no path, so its data is
`{table: ID}`, its hierarchies are builders or `{table: ID}`, and it contains its profiles. None
marks a key that is about to be removed. A study is checked when it is stored (`study_rows`).
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict, TypeVar, cast

from shoal.study.keys.plain import DataKeys, EvaluateKeys, Json, OutputKeys, Settings, ShiftKeys

AnyKeys = TypeVar("AnyKeys", bound=Mapping[str, object])


class StoredData(DataKeys, total=False):
    """Where a table is: the id of a stored one, with how it is read."""

    table: str


class StoredColumn(TypedDict, total=False):
    """One column; None marks a key that is about to be removed."""

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


class StoredSubset(TypedDict, total=False):
    """Which records are released."""

    column: str
    equals: Json
    query: str
    records: StoredData
    sample: float


class StoredPopulation(TypedDict, total=False):
    """Whom the records could be about."""

    size: int
    fraction: float
    region: str
    table: StoredData


class GameKeys(TypedDict, total=False):
    """What publisher and adversary play for."""

    publisher_benefit: float
    publisher_loss: float
    adversary_gain: float
    adversary_cost: float


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


class StoredKeys(TypedDict, total=False):
    """What to release, and under which promises."""

    data: StoredData | None
    columns: dict[str, StoredColumn]
    privacy: list[Settings]
    quality: Settings
    suppression_limit: float | str
    search: Settings
    seed: int | None
    recoding: str | Settings
    continues: str | None
    method: Settings | None
    subset: StoredSubset | None
    population: StoredPopulation | None
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
    """A copy of the keys without these."""
    return cast(AnyKeys, {key: value for key, value in keys.items() if key not in names})


def only(keys: AnyKeys, *names: str) -> AnyKeys:
    """A copy of these keys, as far as they are present."""
    return cast(AnyKeys, {key: value for key, value in keys.items() if key in names})


def remove_keys(keys: AnyKeys, *names: str) -> None:
    """Remove these keys in place, as far as they are present."""
    for name in names:
        cast(dict[str, object], keys).pop(name, None)


def with_key(keys: AnyKeys, key: str, value: object) -> AnyKeys:
    """A copy of the keys with one set, whose name is not known to the type checker."""
    return cast(AnyKeys, {**keys, key: value})
