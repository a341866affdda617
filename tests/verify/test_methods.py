"""The independent check of methods: honest releases pass, every planted lie is caught."""

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.verify import verify, verify_frames
from shoal.verify.methods import blanks
from shoal.verify.methods.promises import combinations_to_check
from shoal.verify.methods.wildcards import wildcard_bins

STAFF = pl.DataFrame(
    [
        ("40", "surgeon", "flu"),
        ("40", "surgeon", "flu"),
        ("40", "surgeon", "gout"),
        ("50", "nurse", "flu"),
        ("50", "nurse", "burn"),
        ("50", "surgeon", "burn"),
    ],
    schema=["age", "job", "illness"],
    orient="row",
)
RARE = 5  # the one surgeon of 50
STAR = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
COLUMNS = {"age": STAR, "job": STAR, "illness": {"role": "sensitive"}}
DATAFLY = {"name": "datafly", "bin_size": 2}
ALL = {"name": "subcombinations", "bin_size": 2}
ARGUS = {"name": "argus", "bin_size": 2, "identifying": {"age": 2, "job": 2}}


def study(method, **keys):
    return {"columns": COLUMNS, "method": method, **keys}


def blanked(*cells, frame=STAFF):
    """The table with some cells blank, each given by record and column."""
    for record, name in cells:
        values = frame[name].to_list()
        values[record] = None
        frame = frame.with_columns(pl.Series(name, values))
    return frame


def in_order(method, release, gone=(), tmp_path=None, **keys):
    mask = pl.Series([at in gone for at in range(STAFF.height)])
    return verify_frames(study(method, **keys), tmp_path, STAFF, release, mask)


def failures(verdict):
    return [finding.check for finding in verdict.failures]


@pytest.mark.parametrize("method", [ALL, ARGUS])
@pytest.mark.parametrize("name", ["age", "job"])
def test_a_blank_cell_makes_the_rare_record_safe(tmp_path, method, name):
    verdict = in_order(method, blanked((RARE, name)), tmp_path=tmp_path)
    assert failures(verdict) == []
    assert verdict.complete
    assert verdict.privacy[0]["measured"] == {"age": 2, "job": 3}[name]


@pytest.mark.parametrize("method", [ALL, ARGUS])
def test_a_rare_combination_is_caught(tmp_path, method):
    verdict = in_order(method, STAFF, tmp_path=tmp_path)
    assert failures(verdict) == ["privacy"]
    assert verdict.privacy[0]["measured"] == 1
    assert "surgeon" not in str(verdict)


def test_argus_does_not_promise_what_it_does_not_check(tmp_path):
    method = {**ARGUS, "identifying": {"age": 3, "job": 3}}
    assert failures(in_order(method, STAFF, tmp_path=tmp_path)) == []


@pytest.mark.parametrize(
    ("release", "caught"),
    [
        (blanked((RARE, "age"), (0, "illness")), "records"),  # no method may touch this column
        (STAFF.with_columns(age=pl.Series(["40"] * 5 + ["60"])), "cells"),
        (STAFF.with_columns(age=pl.Series(["50", "40", "40", "40", "50", None])), "records"),
        (STAFF.with_columns(job=pl.Series([*["surgeon"] * 3, "nurse", "nurse", "*"])), "cells"),
    ],
    ids=["other column", "foreign value", "swapped", "two levels"],
)
def test_a_cell_that_is_neither_ancestor_nor_blank_is_caught(tmp_path, release, caught):
    assert caught in failures(in_order(ALL, release, tmp_path=tmp_path))


def test_a_method_that_blanks_drops_nobody(tmp_path):
    gone = blanked(*((RARE, name) for name in STAFF.columns))
    verdict = in_order(ALL, gone, gone=(RARE,), tmp_path=tmp_path)
    assert "suppression" in failures(verdict)


def test_datafly_may_drop_the_rare_record(tmp_path):
    gone = blanked(*((RARE, name) for name in STAFF.columns))
    honest = in_order(DATAFLY, gone, (RARE,), tmp_path, suppression_limit=0.2)
    assert (failures(honest), honest.complete) == ([], True)
    assert honest.privacy[0] == {
        "model": "datafly",
        "parameters": {"bin_size": 2, "columns": ["age", "job"]},
        "holds": True,
        "reason": "",
        "measured": 2,
    }
    too_many = in_order(DATAFLY, gone, (RARE,), tmp_path, suppression_limit=0.1)
    assert failures(too_many) == ["suppression"]


def test_datafly_must_not_blank_single_cells(tmp_path):
    verdict = in_order(DATAFLY, blanked((RARE, "age")), tmp_path=tmp_path)
    assert {"cells", "privacy"} <= set(failures(verdict))


def test_a_small_bin_of_one_linked_set_is_caught(tmp_path):
    sets = [{"columns": ["age"], "bin_size": 3}, {"columns": ["job"]}]
    verdict = in_order({**DATAFLY, "linked": sets}, STAFF, tmp_path=tmp_path)
    assert [one["holds"] for one in verdict.privacy] == [True, True]
    larger = [{"columns": ["age"], "bin_size": 4}, {"columns": ["job"]}]
    verdict = in_order({**DATAFLY, "linked": larger}, STAFF, tmp_path=tmp_path)
    assert [one["holds"] for one in verdict.privacy] == [False, True]


def written(tmp_path, release, method=ALL, **keys):
    STAFF.write_csv(tmp_path / "staff.csv")
    release.write_csv(tmp_path / "draft.csv")
    data = {"path": "staff.csv", "separator": ",", "encoding": "utf-8"}
    return verify({"data": data, **study(method, **keys)}, tmp_path, tmp_path / "draft.csv")


SHUFFLED = [3, 5, 0, 2, 4, 1]


def test_a_shuffled_file_is_explained(tmp_path):
    verdict = written(tmp_path, blanked((RARE, "age"))[SHUFFLED])
    assert failures(verdict) == []
    records = next(one for one in verdict.findings if one.check == "records")
    assert records.holds is True


@pytest.mark.parametrize(
    ("release", "caught"),
    [
        (blanked((RARE, "age"), (RARE, "job"))[[0, 0, 0, 3, 4, 5]], "records"),  # one three times
        (blanked((RARE, "age"))[SHUFFLED[:5]], "suppression"),
        (blanked((RARE, "age")).with_columns(illness=STAFF["illness"].reverse()), "records"),
        (blanked((RARE, "illness"))[SHUFFLED], "records"),
    ],
    ids=["twice", "dropped", "swapped", "other column"],
)
def test_a_shuffled_lie_is_caught(tmp_path, release, caught):
    assert caught in failures(written(tmp_path, release))


def test_a_shuffled_file_that_is_too_large_is_called_not_checked(tmp_path, monkeypatch):
    monkeypatch.setattr(blanks, "SOURCES", 1)
    verdict = written(tmp_path, blanked((RARE, "age"))[SHUFFLED])
    assert (failures(verdict), verdict.complete) == ([], False)
    foreign = blanked((RARE, "age")).with_columns(illness=STAFF["illness"].reverse())
    assert "records" in failures(written(tmp_path, foreign))  # nothing to stem from is still seen


def test_a_promise_is_not_checked_where_columns_are_missing(tmp_path):
    verdict = written(tmp_path, STAFF.drop("age"))
    assert verdict.privacy == [
        {
            "model": "subcombinations",
            "parameters": {"bin_size": 2},
            "holds": "not_checked",
            "reason": "Not checked because the columns cannot be relied on.",
            "measured": None,
        }
    ]


def test_a_method_that_the_verifier_does_not_know_is_not_approved(tmp_path):
    verdict = in_order({"name": "wishful-thinking"}, STAFF, tmp_path=tmp_path)
    assert not verdict.complete


def test_argus_checks_pairs_with_more_and_triples_with_most_and_more():
    levels = {"ssn": 1, "birth": 2, "sex": 2, "eye": 3, "ear": 3, "shoe": 0}
    found = combinations_to_check(levels)
    assert ("eye", "ear") not in found
    assert ("birth", "sex") in found
    assert ("birth", "sex", "eye") not in found  # no most identifying column
    assert ("ssn", "sex", "eye") in found
    assert ("ssn", "eye", "ear") not in found  # no more identifying column
    assert not any("shoe" in one for one in found)
    singles, pairs = (
        [one for one in found if len(one) == 1],
        [one for one in found if len(one) == 2],
    )
    assert len(singles) == 5
    assert len(pairs) == len(list(combinations(range(5), 2))) - 1


class Column:
    """Only what bins look at."""

    def __init__(self, codes):
        self.codes = np.array(codes)
        self.release = self
        self.texts = range(max(codes, default=0) + 2)

    def blank(self):
        return self.codes < 0


def plainly(rows):
    """Bins by comparing every record with every other."""

    def match(one, other):
        return all(a == b or a < 0 or b < 0 for a, b in zip(one, other, strict=True))

    return sorted((row, sum(match(row, other) for other in rows)) for row in rows)


tables = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.tuples(*[st.integers(-1, 2)] * width), min_size=1, max_size=14)
)


def bins_agree(rows, bins_of):
    bins, counts = bins_of([Column([row[at] for row in rows]) for at in range(len(rows[0]))])
    found = sorted(np.repeat(bins, counts).tolist())
    assert found == sorted(size for _, size in plainly(rows))


@settings(max_examples=60, deadline=None)
@given(tables)
def test_bins_are_those_of_plain_comparison(rows):
    bins_agree(rows, wildcard_bins)


def test_the_comparison_catches_bins_that_take_blank_as_a_value():
    def strict(columns):
        rows = np.stack([column.codes for column in columns], axis=1)
        _, counts = np.unique(rows, axis=0, return_counts=True)
        return counts, counts

    with pytest.raises(AssertionError):
        bins_agree([(0, -1), (0, 1)], strict)
