"""What two random releases tell together equals plain counting, person by person."""

import random
from collections import Counter

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.ledger.traces import found, shown, trace
from shoal.ledger import differences as ledger_differences
from shoal.ledger import intersection as ledger_intersection
from shoal.ledger import pair as ledger_pair


def drawn(seed):
    """Two recodings of the same people, their illnesses, and who is in which release."""
    draw = random.Random(seed)
    people = range(draw.randint(4, 14))
    cells = [{name: [draw.choice("12") for _ in people] for name in ("age", "zip")} for _ in "ab"]
    ills = [draw.choice("xyz") for _ in people]
    inside = [[at for at in people if draw.random() < 0.8] for _ in "ab"]
    return cells, ills, inside


def told_about(seed, k, kind):
    """How many records a finding is about, where everybody is in both releases."""
    cells, ills, _ = drawn(seed)
    traces = (trace(range(len(ills)), **one, illness=ills) for one in cells)
    finding = found(*traces, shown(k), shown(k)).get(kind)
    return finding.records if finding else 0


def classes_of(at, cells):
    """The records that look like this one, in each release."""
    people = range(len(cells[0]["age"]))
    return [
        [one for one in people if all(column[one] == column[at] for column in side.values())]
        for side in cells
    ]


def check_candidates(seed, k):
    cells, ills, _ = drawn(seed)
    expected = 0
    for at in range(len(ills)):
        first, second = classes_of(at, cells)
        both = Counter(ills[one] for one in first) & Counter(ills[one] for one in second)
        expected += both.total() < k <= min(len(first), len(second))
    assert told_about(seed, k, "candidates") == expected


def check_values(seed, k):
    cells, ills, _ = drawn(seed)
    expected = 0
    for at in range(len(ills)):
        first, second = ({ills[one] for one in side} for side in classes_of(at, cells))
        expected += len(first & second) < 2 <= min(len(first), len(second))
    assert told_about(seed, k, "values") == expected


def check_differences(seed, k):
    cells, ills, inside = drawn(seed)
    traces = [
        trace(
            ids,
            **{name: [column[one] for one in ids] for name, column in side.items()},
            illness=[ills[one] for one in ids],
        )
        for side, ids in zip(cells, inside, strict=True)
    ]
    if not set(inside[0]) & set(inside[1]):
        return
    finding = found(*traces, shown(k), shown(k)).get("difference")
    expected = 0
    for mine, other in ((0, 1), (1, 0)):
        alone = set(inside[mine]) - set(inside[other])
        sizes = Counter(
            tuple(coarse(name, mine, one, cells, inside) for name in ("age", "zip"))
            for one in alone
        )
        expected += sum(size for size in sizes.values() if size < k)
    assert (finding.records if finding else 0) == expected


def coarse(name, side, person, cells, inside):
    """All cells of a column that records in both releases lead to from a person's cell."""
    reached = {(side, cells[side][name][person])}
    common = set(inside[0]) & set(inside[1])
    while True:
        more = {
            (to, cells[to][name][one])
            for one in common
            for to in (0, 1)
            if {(0, cells[0][name][one]), (1, cells[1][name][one])} & reached
        }
        if more <= reached:
            return frozenset(reached)
        reached |= more


LAWS = {"candidates": check_candidates, "values": check_values, "differences": check_differences}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("k", [2, 3])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15)
def test_findings_equal_plain_counting(law, k, seed):
    LAWS[law](seed, k)


def worst(suspects, first, second):
    """A lie: nothing is looked at, everything is taken at its worst."""
    return iter(())


def apart(first, second):
    """A lie: no two cells are ever one."""
    return first.rank("dense").cast(pl.Int64).to_numpy()


def many(law):
    for seed in range(60):
        law(seed, 3)


@pytest.mark.parametrize(
    ("law", "module", "name", "lie"),
    [
        ("candidates", ledger_intersection, "_join_on_link", worst),
        ("candidates", ledger_pair, "_links", lambda *_: ()),
        ("values", ledger_intersection, "_join_on_link", worst),
        ("differences", ledger_differences, "_components", apart),
    ],
)
def test_the_law_catches_a_lie(law, module, name, lie, monkeypatch):
    monkeypatch.setattr(module, name, lie)
    with pytest.raises(AssertionError):
        many(LAWS[law])
