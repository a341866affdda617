"""Accounts of differential privacy: what was spent on each input, to the last digit.

Releases of the same people add up: their epsilons and deltas sum (basic composition, Dwork and
Roth 2014, Theorem 3.16). An account therefore belongs to the people of an input, not to a study nor
to a file: inputs whose rosters are about the same people share it, whoever owns them. Numbers are
fractions, kept as texts, so that no rounding makes a budget larger than it is.
"""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

import polars as pl

from shoal.ledger import rosters
from shoal.ledger.recognition import same_people
from shoal.ledger.rosters import PackedRoster
from shoal.ledger.workspace import Workspace


@dataclass(frozen=True)
class Cost:
    """What one release spends."""

    epsilon: Fraction
    delta: Fraction


@dataclass(frozen=True)
class Spent:
    """The sum of what runs have spent on one input.

    Attributes:
        epsilon: The sum of epsilons.
        delta: The sum of deltas.
        runs: How many runs.
        others: Whether runs of other owners are among them.
    """

    epsilon: Fraction
    delta: Fraction
    runs: int
    others: bool = False


def balance(workspace: Workspace, fingerprint: str, roster: PackedRoster | None = None) -> Spent:
    """What was spent on the people of an input so far, by all owners.

    No workspace is made where there is none; then nothing was spent.

    Args:
        workspace: Where the account is.
        fingerprint: The input.
        roster: The roster by which its people are recognized in other inputs; None looks for the
            same input only.
    """
    if not workspace.exists:
        return Spent(Fraction(0), Fraction(0), 0)
    with workspace.snapshot() as connection:
        return _balance_for(connection, workspace.owner, fingerprint, roster)


class SpentBefore(Exception):
    """Something has been spent on the people of the input before; `spend` then spent nothing."""


def spend(
    workspace: Workspace,
    fingerprint: str,
    cost: Cost,
    release: str,
    *,
    only_first: bool = False,
    roster: PackedRoster | None = None,
) -> None:
    """Spend on an input, for good: it is on disk when this returns, before anybody sees anything.

    Args:
        workspace: Where the account is.
        fingerprint: The input.
        cost: What the release spends.
        release: The name of the release, for whoever reads the account.
        only_first: Raise `SpentBefore` if anything was spent on these people before; of two runs
            at the same time, one is first.
        roster: The roster by which the people of the input are recognized in other inputs; it is
            kept with the account.
    """
    if cost.epsilon < 0 or not 0 <= cost.delta <= 1:
        raise ValueError("expected epsilon >= 0 and 0 <= delta <= 1")
    spent = (str(Fraction(cost.epsilon)), str(Fraction(cost.delta)))
    name = "" if roster is None else roster.name
    row = (fingerprint, *spent, release, now(), workspace.owner, name)
    with workspace.transaction() as connection:
        if only_first and _balance_for(connection, workspace.owner, fingerprint, roster).runs:
            raise SpentBefore
        connection.execute(
            "INSERT INTO spending (input, epsilon, delta, release, time, owner, roster)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            row,
        )
        if roster is not None:
            rosters.keep(connection, roster)


def accounts(workspace: Workspace) -> dict[str, Spent]:
    """What the owner has spent, by the fingerprint of the input.

    Inputs of the same people are one account, under the first of them.
    """
    if not workspace.exists:
        return {}
    spent: dict[str, Spent] = {}
    counted: set[str] = set()
    with workspace.snapshot() as connection:
        for name, roster in _inputs(connection, workspace.owner):
            if name not in counted:
                mine = rosters.find(connection, roster)
                same = _same_inputs(connection, name, mine)
                spent[name] = _sum(connection, workspace.owner, same, only_own=True)
                counted |= same
    return spent


def _inputs(connection: sqlite3.Connection, owner: str | None = None) -> list[tuple[str, str]]:
    """The inputs on which an owner has spent, oldest first, each with the name of its roster.

    Without an owner, the inputs on which anybody has spent.
    """
    query = (
        "SELECT input, max(roster) FROM spending WHERE owner = coalesce(?, owner)"
        " GROUP BY input ORDER BY min(id)"
    )
    return connection.execute(query, [owner]).fetchall()


def _balance_for(
    connection: sqlite3.Connection, owner: str, fingerprint: str, roster: PackedRoster | None
) -> Spent:
    """What all owners have spent on the people of an input; `owner` tells own runs from others."""
    mine = None if roster is None else roster.frame
    return _sum(connection, owner, _same_inputs(connection, fingerprint, mine))


def _same_inputs(
    connection: sqlite3.Connection, fingerprint: str, mine: pl.DataFrame | None
) -> set[str]:
    """The input itself, and those about the same people on which something was spent."""
    same = {fingerprint}
    if mine is None:
        return same
    for name, other in _inputs(connection):
        theirs = rosters.find(connection, other)
        if name != fingerprint and theirs is not None and same_people(theirs, mine) is not None:
            same.add(name)
    return same


def _sum(
    connection: sqlite3.Connection, owner: str, inputs: set[str], *, only_own: bool = False
) -> Spent:
    """The sum of what was spent on some inputs, by everybody or only by the owner."""
    query = "SELECT input, epsilon, delta, owner FROM spending"
    rows = [row for row in connection.execute(query) if row[0] in inputs]
    rows = [row for row in rows if row[3] == owner] if only_own else rows
    epsilons, deltas = ([Fraction(row[at]) for row in rows] for at in (1, 2))
    others = any(row[3] != owner for row in rows)
    return Spent(sum(epsilons, Fraction(0)), sum(deltas, Fraction(0)), len(rows), others)


def now() -> str:
    """The time in UTC, to the second, as `2025-03-04T12:00:00+00:00`."""
    return datetime.now(UTC).isoformat(timespec="seconds")
