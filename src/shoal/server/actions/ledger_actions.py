"""Actions about the ledger: what was released, to whom, and what was spent."""

from typing import Annotated, TypedDict, cast

from pydantic import Field

from shoal.ledger import ledger as entries_of
from shoal.ledger.account import accounts
from shoal.ledger.ledger import Entry
from shoal.ledger.workspace import ledger_of
from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import action
from shoal.study.keys.plain import Json

Release = Annotated[str, Field(pattern=r"^r[0-9a-f]{1,32}$")]


class Account(TypedDict):
    """What differentially private releases have spent on one input."""

    input: str
    epsilon: str
    delta: str
    releases: int


class Holding(TypedDict):
    """A release that may hold a person; `records` is None if that cannot be known."""

    release: str
    records: int | None
    shown: int


@action(quick=True)
def ledger(call: Call) -> ActionResult:
    """List what was released to whom."""
    return ActionResult([_brief(entry) for entry in entries_of.entries(ledger_of(call.workspace))])


@action(quick=True)
def ledger_show(call: Call, *, release: Release) -> ActionResult:
    """Show one release: recipe, promises, columns, fingerprints."""
    entry = entries_of.find_entry(ledger_of(call.workspace), release)
    facts = {key: value for key, value in entry.facts.items() if key != "draft"}
    return ActionResult({**_brief(entry), **facts})


@action(quick=True)
def ledger_withdraw(call: Call, *, release: Release) -> ActionResult:
    """Say that nobody has a release (any more): later ones are not compared with it."""
    return ActionResult(_brief(entries_of.withdraw(ledger_of(call.workspace), release)))


@action(quick=True)
def ledger_account(call: Call) -> ActionResult:
    """Show what differentially private releases have spent on each input."""
    spending: list[Account] = [
        {
            "input": name,
            "epsilon": str(spent.epsilon),
            "delta": str(spent.delta),
            "releases": spent.runs,
        }
        for name, spent in accounts(ledger_of(call.workspace)).items()
    ]
    return ActionResult(spending)


@action(quick=True)  # a job would remember the person
def ledger_forget(call: Call, *, person: Annotated[str, Field(min_length=1)]) -> ActionResult:
    """Find the releases that hold a person; the person's identifier is not kept."""
    from shoal.service.forget import holdings  # noqa: PLC0415  (loads Polars)

    releases: list[Holding] = [
        {"release": held.release.id, "records": held.records, "shown": held.shown}
        for held in holdings(ledger_of(call.workspace), person)
    ]
    return ActionResult(releases)


class Giving(TypedDict, total=False):
    """One time that a release was given away."""

    to: str | None
    note: str | None
    time: str


class Promised(TypedDict):
    """A promise that a release keeps."""

    model: str
    parameters: dict[str, Json]


class LedgerEntry(TypedDict):
    """A release in a few words."""

    id: str
    state: str
    given: list[Giving]
    time: str
    recipient: str | None
    input_sha256: str
    input_records: int
    release_sha256: str
    release_records: int
    columns: list[str]
    levels: dict[str, int] | None
    privacy: list[Promised]


def _brief(entry: Entry) -> LedgerEntry:
    """A release in a few words, without the folder in which it lies."""
    return cast(LedgerEntry, {key: fact for key, fact in entry.brief.items() if key != "place"})
