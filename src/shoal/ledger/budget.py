"""What a differentially private run spends: shown before, spent once, refused a second time.

Releases of the same records add up, whoever made them, so the account belongs to the input. A run
spends before its release is visible: if it fails afterwards, too much was counted, never too
little.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import polars as pl

from shoal.data.input_identity import content_identity
from shoal.errors import StudyError
from shoal.ledger.account import Cost, Spent, SpentBefore, balance, spend
from shoal.ledger.fingerprints import Fingerprints
from shoal.ledger.roster import cell_fingerprints, roster_of
from shoal.ledger.rosters import PackedRoster
from shoal.ledger.workspace import Workspace
from shoal.report.types.ledger import Account
from shoal.study.study import Study

AGAIN = "spend-again:differential-privacy"
OTHERS = "another release has spent on these people; ask the data officer."


@dataclass(frozen=True)
class Budget:
    """What one run spends on one input.

    Attributes:
        workspace: Where the account is.
        input: The input.
        roster: The roster by which its people are recognized in other inputs; None if nothing
            will be spent.
        cost: What the run spends.
        before: What was spent so far.
    """

    workspace: Workspace
    input: str
    roster: PackedRoster | None
    cost: Cost
    before: Spent

    @property
    def message(self) -> str:
        """What a person should know before it is spent; no figures if other owners have spent."""
        spent, cost = self.before, self.cost
        if spent.others:
            return f"Differential privacy: {OTHERS}"
        runs = "1 run" if spent.runs == 1 else f"{spent.runs} runs"
        return (
            f"Differential privacy: {runs} on these people so far, epsilon {_short(spent.epsilon)},"
            f" delta {_short(spent.delta)}. This run adds epsilon {_short(cost.epsilon)}, delta"
            f" {_short(cost.delta)}; together {_short(spent.epsilon + cost.epsilon)},"
            f" {_short(spent.delta + cost.delta)}."
        )

    def refuse_twice(self, study: Study) -> None:
        """Raise `StudyError` if runs have spent before and the study does not acknowledge it."""
        if self.before.runs and AGAIN not in study.acknowledge:
            raise _already_spent_error(self, self.before)

    def spend(self, study: Study, release: str) -> Account:
        """Spend, and return what the steward's summary says about the account.

        StudyError if another run has spent since `before`, and the study does not acknowledge it.
        """
        only_first = AGAIN not in study.acknowledge
        account = (self.workspace, self.input, self.cost, release)
        try:
            spend(*account, only_first=only_first, roster=self.roster)
        except SpentBefore:  # by another run, at the same time
            raise _already_spent_error(
                self, balance(self.workspace, self.input, self.roster)
            ) from None
        after = balance(self.workspace, self.input, self.roster)
        return {
            "spent": {"epsilon": float(self.cost.epsilon), "delta": float(self.cost.delta)},
            "input": {
                "epsilon": float(after.epsilon),
                "delta": float(after.delta),
                "runs": after.runs,
            },
        }


Tell = Callable[[str], None]


def say_nothing(_: str) -> None:
    """Do nothing with a message."""


def budget_of(
    study: Study,
    promise: Any,  # noqa: ANN401  (promises are loaded with the engine)
    workspace: Workspace,
    frame: pl.DataFrame,
    tell: Tell = say_nothing,
    *,
    looking: bool = False,
) -> Budget | None:
    """What a run of a study would spend on its input; None without differential privacy.

    Nothing is spent yet. If something was spent before and the study does not acknowledge it, this
    is a `StudyError`, after `tell` was called.

    Args:
        study: The study.
        promise: The promise that spends, if there is one.
        workspace: Where the account is.
        frame: The input as it was read.
        tell: Called with the balance before anything is spent.
        looking: Whether the caller only looks and will not spend; then no workspace is made.
    """
    if promise is None:
        return None
    identity = content_identity(frame)
    roster = None if looking and not workspace.exists else _roster(workspace, frame)
    before = balance(workspace, identity, roster)
    cost = Cost(Fraction(promise.epsilon), Fraction(promise.delta))
    budget = Budget(workspace, identity, roster, cost, before)
    tell(budget.message)
    budget.refuse_twice(study)
    return budget


def _roster(workspace: Workspace, frame: pl.DataFrame) -> PackedRoster:
    """The roster of an input; makes the workspace, because its key is needed."""
    known = cell_fingerprints(frame, Fingerprints(workspace.key()))
    return PackedRoster.of(roster_of(known))


def _already_spent_error(budget: Budget, spent: Spent) -> StudyError:
    if spent.others:
        return StudyError(f"privacy: {OTHERS} Then say in the study: `acknowledge: [{AGAIN}]`.")
    return StudyError(
        f"privacy: epsilon {_short(spent.epsilon)} and delta {_short(spent.delta)} were spent on"
        f" these people before; together with this run it would be epsilon"
        f" {_short(spent.epsilon + budget.cost.epsilon)} and delta"
        f" {_short(spent.delta + budget.cost.delta)}, which protects less. Share the release that"
        f" exists, or say in the study that you know: `acknowledge: [{AGAIN}]`."
    )


def _short(number: Fraction) -> str:
    return f"{float(number):.6g}"
