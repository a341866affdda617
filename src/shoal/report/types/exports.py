"""What an exported file says about its release; nothing about the input."""

from typing import NotRequired, TypedDict

from shoal.data.plain import TypeKeys
from shoal.study.keys.plain import Settings


class ExportedColumn(TypeKeys):
    """A released column, and how its values are read."""

    name: str
    role: str


class ExportedData(TypedDict):
    """The columns and records of the release."""

    columns: list[ExportedColumn]
    records: int


class Suppression(TypedDict):
    """Which columns of a suppressed record are blank, and what stands there."""

    applies_to: list[str]
    token: str | None


class Transformation(TypedDict):
    """How values were made coarser; levels are None where classes have their own."""

    levels: dict[str, int] | None
    suppression: Suppression


class AboutRelease(TypedDict):
    """Columns, promises and levels of a release."""

    created: str
    shoal_version: str
    data: ExportedData
    privacy: list[Settings]
    quality: Settings
    transformation: Transformation


class ExportedHierarchy(TypedDict):
    """A hierarchy as the settings of its builder, or as a table from a level on."""

    builder: NotRequired[Settings]
    from_level: NotRequired[int]
    rows: NotRequired[list[list[str | None]]]


class AboutMapping(AboutRelease):
    """What the file of a mapping says: its hierarchies, and why columns are left out."""

    hierarchies: dict[str, ExportedHierarchy]
    left_out: dict[str, str]


class ExportedScores(TypedDict):
    """How a model did where it had not learned from the records."""

    folds: int
    repetitions: int
    seed: int
    scaling: dict[str, str]
    accuracy: float
    average_error: float
    brier: float
    auc: float | None


class ExportedModel(TypedDict):
    """A model: its type and its parameters."""

    type: str
    parameters: Settings


class AboutModel(AboutRelease):
    """What the file of a model says: what it is, and how it did."""

    model: ExportedModel
    evaluation: ExportedScores
