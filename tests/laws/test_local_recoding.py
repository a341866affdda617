"""Local recoding over random studies: the verifier approves, and every cell is an ancestor."""

import random
from collections import Counter

import polars as pl
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import shoal
from laws.groups import PRIVACY, SENSITIVE
from shoal.errors import NoReleaseError
from shoal.search.local_recoding import recodings
from shoal.study.study import Study
from shoal.verify import verify_frames

pytestmark = pytest.mark.slow

COUNTED = ("k-anonymity", "sample-uniqueness", "average-risk")
PROMISES = (
    *COUNTED,
    *("distinct-l-diversity", "entropy-l-diversity", "recursive-l-diversity"),
    *("t-closeness", "delta-disclosure", "basic-beta-likeness", "enhanced-beta-likeness"),
)
AGES = {str(age): [f"{age // 10}*", "<50" if age < 50 else ">=50", "*"] for age in range(30, 70, 3)}
SEXES = {"f": ["*"], "m": ["*"]}
ILLS = {"flu": ["light", "*"], "cold": ["light", "*"], "hiv": ["grave", "*"]}
LISTS = {"age": AGES, "sex": SEXES}
QUASI_IDENTIFIERS = {
    name: {"role": "quasi-identifier", "hierarchy": f"{name}.csv"} for name in LISTS
}
MODES = [mode for mode in recodings if mode != "series"]  # that has laws of its own
RECODINGS = st.sampled_from([*MODES, *({"mode": mode} for mode in MODES)])


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory):
    """Where the hierarchies are files."""
    place = tmp_path_factory.mktemp("lists")
    for name, labels in {**LISTS, SENSITIVE: ILLS}.items():
        rows = [";".join([value, *above]) for value, above in labels.items()]
        (place / f"{name}.csv").write_text("\n".join(rows) + "\n")
    return place


@st.composite
def promises(draw):
    names = draw(st.lists(st.sampled_from(PROMISES), min_size=1, max_size=2, unique=True))
    return [{"model": name, **draw(PRIVACY[name])} for name in names]


@st.composite
def studies(draw):
    """A study, its table and the promises."""
    size = draw(st.integers(4, 40))
    dice = random.Random(draw(st.integers(0, 10**6)))
    table = pl.DataFrame(
        {
            "age": [dice.choice(list(AGES)) for _ in range(size)],
            "sex": [dice.choice("fm") for _ in range(size)],
            SENSITIVE: [dice.choice(list(ILLS)) for _ in range(size)],
        }
    )
    keys = {
        "columns": {
            **QUASI_IDENTIFIERS,
            SENSITIVE: {"role": "sensitive", "hierarchy": f"{SENSITIVE}.csv"},
        },
        "privacy": draw(promises()),
        "suppression_limit": draw(st.sampled_from([0, 0.1, 0.5])),
        "recoding": draw(RECODINGS),
        "acknowledge": ["near-unique:age", f"near-unique:{SENSITIVE}"],
    }
    return keys, table


def released(keys, table, folder):
    """The release, or nothing to look at where there is none."""
    try:
        return shoal.anonymize(table, Study.of(keys, folder))
    except NoReleaseError:
        assume(False)


@settings(max_examples=12, suppress_health_check=[HealthCheck.filter_too_much])
@given(drawn=studies())
def test_the_verifier_approves_and_every_cell_is_an_ancestor(folder, drawn):
    keys, table = drawn
    release = released(keys, table, folder)
    gone = release.suppressed.tolist()
    for at, (before, after) in enumerate(zip(table.rows(), release.table.rows(), strict=True)):
        assert gone[at] or ancestors(before, after)
    frame = release.table
    verdict = verify_frames(keys, folder, table, frame, pl.Series(gone))
    assert verdict.holds
    kept = [at for at, lost in enumerate(gone) if not lost]
    shuffled = verify_frames(keys, folder, table, frame[random.Random(1).sample(kept, len(kept))])
    assert {one.check for one in shuffled.findings if one.holds is not True} <= {"order"}


@settings(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much])
@given(drawn=studies())
def test_the_loss_is_that_of_the_released_cells(folder, drawn):
    """By definition from the texts: values that a cell may be, less one, of all but one."""
    keys, table = drawn
    release = released(keys, table, folder)
    for name, labels in LISTS.items():
        under = Counter(label for value, above in labels.items() for label in (value, *above))
        lost = [
            1 if gone else (under[cell] - 1) / (len(labels) - 1)
            for cell, gone in zip(release.table[name], release.suppressed.tolist(), strict=True)
        ]
        found = release.summary["loss_by_column"][name]
        assert found == pytest.approx(sum(lost) / len(lost), abs=1e-9)


@settings(max_examples=15, suppress_health_check=[HealthCheck.filter_too_much])
@given(drawn=studies(), dice=st.randoms(use_true_random=False))
def test_a_planted_lie_is_caught(folder, drawn, dice):
    """A cell that is not an ancestor of its record's value, in order and in a shuffled file."""
    keys, table = drawn
    release = released(keys, table, folder)
    kept = [at for at, gone in enumerate(release.suppressed.tolist()) if not gone]
    assume(kept)
    at, rows = dice.choice(kept), release.table.rows()
    others = [age for age in AGES if age not in (table["age"][at], rows[at][0])]
    rows[at] = (dice.choice(others), *rows[at][1:])
    lie = pl.DataFrame(rows, release.table.schema, orient="row")
    mask = pl.Series(release.suppressed.tolist())
    assert not verify_frames(keys, folder, table, lie, mask).holds
    shown = [rows[place] for place in kept]
    if not explained(table.rows(), shown):
        file = pl.DataFrame(dice.sample(shown, len(shown)), lie.schema, orient="row")
        assert not verify_frames(keys, folder, table, file).holds


def explained(inputs, outputs):
    """By trying paths: whether every released record can have an input record of its own."""
    taken = {}

    def placed(at, seen):
        for source, before in enumerate(inputs):
            if source not in seen and ancestors(before, outputs[at]):
                seen.add(source)
                if source not in taken or placed(taken[source], seen):
                    taken[source] = at
                    return True
        return False

    return all(placed(at, set()) for at in range(len(outputs)))


def ancestors(before, after):
    """Cell by cell, from the lists."""
    age, sex, ill = before
    return after[0] in (age, *AGES[age]) and after[1] in (sex, *SEXES[sex]) and after[2] == ill


def test_a_class_below_k_is_caught_whatever_its_labels_say(folder):
    """Two records of five move to a label that nobody else has; all cells stay ancestors."""
    table = pl.DataFrame({"age": ["30"] * 5 + ["33"] * 5, "sex": ["f"] * 10})
    keys = {
        "columns": QUASI_IDENTIFIERS,
        "privacy": [{"model": "k-anonymity", "k": 5}],
        "recoding": "local",
    }
    rows = released(keys, table, folder).table.rows()
    assert Counter(rows) == {("30", "f"): 5, ("33", "f"): 5}
    lie = pl.DataFrame([("3*", "f"), ("3*", "f"), *rows[2:]], table.schema, orient="row")
    verdict = verify_frames(keys, folder, table, lie, pl.Series([False] * 10))
    assert [one.check for one in verdict.failures] == ["privacy"]


@pytest.mark.parametrize("mode", MODES)
def test_records_of_one_person_count_once(folder, mode):
    table = pl.DataFrame(
        {"who": ["a", "a", "b", "c", "c", "d"], "age": ["30", "30", "33", "60", "60", "63"]}
    )
    keys = {
        "columns": {
            "who": {"role": "identifier"},
            "age": QUASI_IDENTIFIERS["age"],
        },
        "person": "who",
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "recoding": mode,
    }
    release = released(keys, table, folder)
    assert set(release.table["age"].to_list()[:3]) == {"3*"}
    assert [entry["holds"] for entry in release.summary["privacy"]] == [True]
