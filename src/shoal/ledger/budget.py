"""What a differentially private run spends: shown before, spent once, refused a second time.

Releases of the same records add up, whoever made them, so the account belongs to the input. A run
spends before its release is visible: should it fail afterwards, too much was counted, never too
little.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import polars as pl

from shoal.data.input_identity import content_identity
from shoal.errors import StudyError
from shoal.ledger.account import Spent, SpentBefore, balance, spend
from shoal.ledger.fingerprints import Fingerprints
from shoal.ledger.roster import known_cells, roster_of
from shoal.ledger.rosters import PackedRoster
from shoal.ledger.workspace import Workspace
from shoal.study.study import Study

AGAIN = "spend-again:differential-privacy"
OTHERS = "another release has spent on these people; ask the data officer."


@dataclass(frozen=True)
class Budget:
    """What one run spends on one input.

    Attributes:
        workspace: Where the account is.
        input: The input.
        roster: By which its people are known in other inputs; None if nobody will spend.
        epsilon: What the run spends.
        delta: What it spends besides.
        before: What was spent so far.
    """

    workspace: Workspace
    input: str
    roster: PackedRoster | None
    epsilon: Fraction
    delta: Fraction
    before: Spent

    @property
    def told(self) -> str:
        """What a person should know before it is spent."""
        spent = self.before
        if spent.others:
            return f"Differential privacy: {OTHERS}"
        runs = "1 run" if spent.runs == 1 else f"{spent.runs} runs"
        return (
            f"Differential privacy: {runs} on these people so far, epsilon {_short(spent.epsilon)},"
            f" delta {_short(spent.delta)}. This run adds epsilon {_short(self.epsilon)}, delta"
            f" {_short(self.delta)}; together {_short(spent.epsilon + self.epsilon)},"
            f" {_short(spent.delta + self.delta)}."
        )

    def refuse_twice(self, study: Study) -> None:
        """Raise an error if something was spent before and the study does not say so."""
        if self.before.runs and AGAIN not in study.acknowledge:
            raise _twice(self, self.before)

    def spend(self, study: Study, release: str) -> dict[str, Any]:
        """Spend; gives what the steward's summary says about the account."""
        known = AGAIN in study.acknowledge
        try:
            whole = (self.workspace, self.input, self.epsilon, self.delta, release)
            spend(*whole, roster=self.roster, only_first=not known)
        except SpentBefore:  # by somebody else, while this run was going on
            raise _twice(self, balance(self.workspace, self.input, self.roster)) from None
        after = balance(self.workspace, self.input, self.roster)
        return {
            "spent": {"epsilon": float(self.epsilon), "delta": float(self.delta)},
            "input": {
                "epsilon": float(after.epsilon),
                "delta": float(after.delta),
                "runs": after.runs,
            },
        }


Tell = Callable[[str], None]


def say_nothing(_: str) -> None:
    """Tell nobody."""


def budget_of(
    study: Study,
    promise: Any,  # noqa: ANN401  (promises are loaded with the engine)
    workspace: Workspace,
    frame: pl.DataFrame,
    tell: Tell = say_nothing,
    *,
    looking: bool = False,
) -> Budget | None:
    """What a run of a study spends on its input; None where it promises nothing of the kind.

    Args:
        study: The study.
        promise: The promise that spends; None where none does.
        workspace: Where the account is.
        frame: The input as it was read.
        tell: Called with the balance before anything is spent.
        looking: Whether nothing will be spent: then nothing is made where there is no account.
    """
    if promise is None:
        return None
    identity = content_identity(frame)
    roster = None if looking and not workspace.exists else _roster(workspace, frame)
    found = balance(workspace, identity, roster)
    spent = (Fraction(promise.epsilon), Fraction(promise.delta))
    budget = Budget(workspace, identity, roster, *spent, found)
    tell(budget.told)
    budget.refuse_twice(study)
    return budget


def _roster(workspace: Workspace, frame: pl.DataFrame) -> PackedRoster:
    known = known_cells(frame, Fingerprints(workspace.key()))
    return PackedRoster.of(roster_of(known))


def _twice(budget: Budget, spent: Spent) -> StudyError:
    if spent.others:
        return StudyError(f"privacy: {OTHERS} Then say in the study: `acknowledge: [{AGAIN}]`.")
    return StudyError(
        f"privacy: epsilon {_short(spent.epsilon)} and delta {_short(spent.delta)} were spent on"
        f" these people before; together with this run it would be epsilon"
        f" {_short(spent.epsilon + budget.epsilon)} and delta"
        f" {_short(spent.delta + budget.delta)}, which protects less. Share the release that"
        f" exists, or say in the study that you know: `acknowledge: [{AGAIN}]`."
    )


def _short(number: Fraction) -> str:
    return f"{float(number):.6g}"
