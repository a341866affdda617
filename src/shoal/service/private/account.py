"""Accounts of differential privacy: what was spent on each input, to the last digit.

Releases of the same people add up: their epsilons and deltas sum (basic composition, Dwork and
Roth 2014, Theorem 3.16). An account therefore belongs to an input, not to a study; in a served
workspace every owner has accounts of their own. Numbers are
fractions, kept as texts, so that no rounding makes a budget larger than it is.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

from shoal.service.workspace import Workspace


@dataclass(frozen=True)
class Spent:
    """The sum of what runs have spent on one input."""

    epsilon: Fraction
    delta: Fraction
    runs: int


def balance(workspace: Workspace, fingerprint: str) -> Spent:
    """What was spent on an input so far; looking makes no workspace."""
    if not workspace.exists:
        return Spent(Fraction(0), Fraction(0), 0)
    with workspace.reading() as connection:
        query = "SELECT epsilon, delta FROM spending WHERE input = ? AND owner = ?"
        found = connection.execute(query, [fingerprint, workspace.owner]).fetchall()
    epsilons, deltas = ([Fraction(text) for text in column] for column in _columns(found))
    return Spent(sum(epsilons, Fraction(0)), sum(deltas, Fraction(0)), len(found))


class SpentBefore(Exception):
    """Something was spent on the input already."""


def spend(
    workspace: Workspace,
    fingerprint: str,
    epsilon: Fraction,
    delta: Fraction,
    release: str,
    *,
    only_first: bool = False,
) -> None:
    """Spend on an input, for good: it is on disk when this returns, before anybody sees anything.

    Args:
        workspace: Where the account is.
        fingerprint: The input.
        epsilon: What the release spends.
        delta: What it spends besides.
        release: The name of the release, for whoever reads the account.
        only_first: Raise `SpentBefore` if anything was spent on the input before; of two runs at
            the same time, one is first.
    """
    if epsilon < 0 or not 0 <= delta <= 1:
        raise ValueError("expected epsilon >= 0 and 0 <= delta <= 1")
    spent = (str(Fraction(epsilon)), str(Fraction(delta)))
    row = (fingerprint, *spent, release, now(), workspace.owner)
    with workspace.changing() as connection:
        query = "SELECT 1 FROM spending WHERE input = ? AND owner = ?"
        found = connection.execute(query, [fingerprint, workspace.owner])
        if only_first and found.fetchone() is not None:
            raise SpentBefore
        connection.execute(
            "INSERT INTO spending (input, epsilon, delta, release, time, owner)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            row,
        )


def accounts(workspace: Workspace) -> dict[str, Spent]:
    """Every input on which something was spent."""
    if not workspace.exists:
        return {}
    with workspace.reading() as connection:
        query = "SELECT DISTINCT input FROM spending WHERE owner = ? ORDER BY id"
        names = connection.execute(query, [workspace.owner]).fetchall()
    return {name: balance(workspace, name) for (name,) in names}


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _columns(rows: list[tuple[str, str]]) -> tuple[list[str], list[str]]:
    return [row[0] for row in rows], [row[1] for row in rows]
