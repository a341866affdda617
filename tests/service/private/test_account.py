"""Accounts add up exactly, whoever spends at the same time."""

import subprocess
import sys
from fractions import Fraction

import pytest

from shoal.ledger.account import Cost, Spent, accounts, balance, spend
from shoal.ledger.workspace import Workspace

NOTHING = Spent(Fraction(0), Fraction(0), 0)
SPENDER = """
import sys
from fractions import Fraction
from pathlib import Path
from shoal.ledger.account import Cost, spend
from shoal.ledger.workspace import Workspace
for _ in range(10):
    spend(Workspace(Path(sys.argv[1])), "a", Cost(Fraction(1, 3), Fraction(1, 1000)), "r")
"""


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path / ".shoal")


def test_looking_at_an_account_makes_no_workspace(workspace):
    assert balance(workspace, "a") == NOTHING
    assert accounts(workspace) == {}
    assert not workspace.folder.exists()


def test_a_third_three_times_is_one(workspace):
    for _ in range(3):
        spend(workspace, "a", Cost(Fraction(1, 3), Fraction("0.001")), "r")
    assert balance(workspace, "a") == Spent(Fraction(1), Fraction(3, 1000), 3)


def test_inputs_have_accounts_of_their_own(workspace):
    spend(workspace, "a", Cost(Fraction(1), Fraction(0)), "r1")
    spend(workspace, "b", Cost(Fraction(2), Fraction(0)), "r2")
    assert balance(workspace, "c") == NOTHING
    assert {name: spent.epsilon for name, spent in accounts(workspace).items()} == {"a": 1, "b": 2}


@pytest.mark.parametrize(("epsilon", "delta"), [(-1, 0), (1, -1), (1, 2)])
def test_nobody_earns_by_spending(workspace, epsilon, delta):
    with pytest.raises(ValueError, match="epsilon"):
        spend(workspace, "a", Cost(Fraction(epsilon), Fraction(delta)), "r")
    assert balance(workspace, "a") == NOTHING


def test_four_processes_that_spend_at_once_all_count(workspace):
    command = [sys.executable, "-c", SPENDER, str(workspace.folder)]
    spenders = [subprocess.Popen(command) for _ in range(4)]
    assert [spender.wait(60) for spender in spenders] == [0] * 4
    assert balance(workspace, "a") == Spent(Fraction(40, 3), Fraction(40, 1000), 40)
