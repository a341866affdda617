"""What the ledger and the seal of a run say, as parts of its summary."""

from typing import NotRequired, TypedDict


class Spent(TypedDict):
    """What differential privacy cost."""

    epsilon: float
    delta: float


class SpentInAll(Spent):
    """What was spent on an input in all, by so many runs."""

    runs: int


class Account(TypedDict):
    """What this run spent, and what was spent on its input in all."""

    spent: Spent
    input: SpentInAll


class LedgerFacts(TypedDict):
    """What the ledger calls the run, and its workspace."""

    id: str
    workspace: NotRequired[str]


class TogetherFacts(TypedDict):
    """What the release and earlier ones tell together."""

    releases: list[str]
    acknowledged: bool
    tells: list[str]


class SummarySeal(TypedDict):
    """What the steward keeps to check the folder by.

    Attributes:
        checks: Up to which number checks are made.
        salt: What the seal of the certificate is made with.
        read: The fingerprints of the files that the study reads.
        writers: The versions of the libraries that wrote the release.
    """

    checks: int
    salt: str
    read: dict[str, str | None]
    writers: dict[str, str]
