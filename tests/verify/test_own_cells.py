"""The independent check of clusters: honest releases pass, every planted lie is caught."""

import polars as pl
import pytest

import shoal
from shoal.verify import verify, verify_frames
from shoal.verify.case.linked import link
from shoal.verify.methods import own_cells
from shoal.verify.methods.covering import coverage_of
from shoal.verify.study.terms import Terms

HIERARCHY = [("a", "ab", "*"), ("b", "ab", "*"), ("c", "cd", "*"), ("d", "cd", "*")]
PEOPLE = pl.DataFrame(
    {
        "age": [20, 24, 30, 31, 60, 70, None, None],
        "ward": ["a", "b", "a", "a", "c", "d", "b", "b"],
        "illness": ["flu", "gout", "flu", "flu", "burn", "gout", "cold", "burn"],
    }
)
HONEST = PEOPLE.with_columns(
    age=pl.Series(["[20, 24]"] * 2 + ["[30, 31]"] * 2 + ["[60, 70]"] * 2 + [None] * 2),
    ward=pl.Series(["ab", "ab", "a", "a", "cd", "cd", "b", "b"]),
)


@pytest.fixture
def folder(tmp_path):
    lines = "\n".join(";".join(row) for row in HIERARCHY)
    (tmp_path / "ward.csv").write_text(lines + "\n", encoding="utf-8")
    PEOPLE.write_csv(tmp_path / "people.csv")
    return tmp_path


def study(**more):
    columns = {
        "age": {"role": "quasi-identifier", "type": "integer"},
        "ward": {"role": "quasi-identifier", "hierarchy": "ward.csv"},
        "illness": {"role": "sensitive"},
    }
    return {
        "data": "people.csv",
        "columns": columns,
        "method": {"name": "sangreea", "k": 2, **more},
    }


def changed(column, *cells, release=HONEST):
    """The release with some cells of a column changed, each given by record and text."""
    values = release[column].to_list()
    for record, text in cells:
        values[record] = text
    return release.with_columns(pl.Series(column, values, pl.String))


def shuffled(folder, release, **more):
    turned = release.sample(fraction=1, shuffle=True, seed=1)
    turned.write_csv(folder / "draft.csv")
    return verify(study(**more), folder, folder / "draft.csv")


def in_order(folder, release, **more):
    nobody = pl.Series([False] * PEOPLE.height)
    return verify_frames(study(**more), folder, PEOPLE, release, nobody)


def failures(verdict):
    return [finding.check for finding in verdict.failures]


@pytest.mark.parametrize("check", [shuffled, in_order])
def test_an_honest_release_passes(folder, check):
    verdict = check(folder, HONEST)
    assert verdict.holds
    assert {finding.check: finding.holds for finding in verdict.findings}["records"] is True


@pytest.mark.parametrize("check", [shuffled, in_order])
@pytest.mark.parametrize(
    ("release", "caught"),
    [
        (changed("age", (0, "[20, 23]"), (1, "[20, 23]")), ["records"]),  # 24 is outside
        (changed("age", (4, "[61, 70]"), (5, "[61, 70]")), ["records"]),
        (changed("age", (6, "[20, 70]"), (7, "[20, 70]")), ["records"]),  # hides missing values
        (changed("ward", (0, "a"), (1, "a")), ["records"]),  # b is not under a
        (changed("ward", (0, "cd"), (1, "cd")), ["records"]),
        (changed("ward", (0, "ef"), (1, "ef")), ["cells"]),  # no label of the hierarchy
        (changed("age", (0, "[80, 90]"), (1, "[80, 90]")), ["cells"]),  # nobody is that old
        (changed("age", (0, "old"), (1, "old")), ["cells"]),
        (changed("age", (0, "[20, 24")), ["cells", "privacy"]),
        (changed("illness", (0, "burn"), (4, "flu")), ["records"]),  # values were swapped
        (changed("age", (2, "[30, 60]")), ["privacy"]),  # a cluster fell apart
        (changed("ward", (6, "*")), ["privacy"]),
        (HONEST[:7], ["counts", "suppression", "privacy"]),
    ],
)
def test_every_lie_is_caught(folder, check, release, caught):
    if check is in_order and release.height != PEOPLE.height:
        caught = ["counts"]
    found = failures(check(folder, release))
    assert [name for name in found if name in caught], found
    assert set(found) <= {*caught, "records"}


@pytest.mark.parametrize("check", [shuffled, in_order])
def test_a_star_covers_everything_also_missing_values(folder, check):
    cells = [(at, "*") for at in range(4, 8)]
    release = changed("age", *cells, release=changed("ward", *cells))
    assert check(folder, release).holds


def test_a_constraint_is_checked_on_the_clusters_that_are_seen(folder):
    diverse = {"model": "distinct-l-diversity", "column": "illness", "l": 2}
    verdict = in_order(folder, HONEST, constraints=[diverse])
    assert [one.model for one in verdict.failures] == ["distinct-l-diversity"]  # flu, flu
    merged = changed("age", *((at, "[20, 31]") for at in range(4)))
    merged = changed("ward", *((at, "ab") for at in range(4)), release=merged)
    assert in_order(folder, merged, constraints=[diverse]).holds


def test_a_larger_k_is_not_kept(folder):
    verdict = in_order(folder, HONEST, k=3)
    assert [(one.model, one.measured) for one in verdict.failures] == [("sangreea", 2)]


def test_no_two_released_records_may_claim_the_same_input_record(folder):
    """Three records of [30, 31] where the input has two."""
    release = changed("age", (0, "[30, 31]"), (1, "[30, 31]"))
    release = changed("ward", (0, "a"), (1, "a"), release=release)
    release = changed("illness", (0, "flu"), (1, "flu"), release=release)
    assert failures(shuffled(folder, release)) == ["records"]


def test_too_much_work_is_not_called_right(folder, monkeypatch):
    monkeypatch.setattr(own_cells, "SOURCES", 3)
    holds = {one.check: one.holds for one in shuffled(folder, HONEST).findings}
    assert holds["records"] == "not_checked"


def test_records_in_the_order_of_the_input_are_noticed(tmp_path):
    table = pl.DataFrame({"age": list(range(100)), "sex": ["f", "m"] * 50})
    age, sex = ({"role": "quasi-identifier"} for _ in range(2))
    asked = {
        "data": "people.csv",
        "columns": {"age": age | {"type": "integer"}, "sex": sex},
        "method": {"name": "sangreea", "k": 4},
    }
    release = shoal.anonymize(table, asked).table
    table.write_csv(tmp_path / "people.csv")
    asked["columns"]["sex"]["hierarchy"] = {"builder": "suppression"}
    release.write_csv(tmp_path / "draft.csv")
    assert failures(verify(asked, tmp_path, tmp_path / "draft.csv")) == ["order"]
    release.sample(fraction=1, shuffle=True, seed=2).write_csv(tmp_path / "draft.csv")
    assert verify(asked, tmp_path, tmp_path / "draft.csv").holds


@pytest.mark.parametrize(
    ("type", "values", "text", "inside"),
    [
        ("integer", ["-5", "3"], "[-5, 3]", [True, True]),
        ("decimal", ["1.50", "2"], "[1.5, 1.9]", [True, False]),
        ("decimal", ["0.1", "0.30000000000000001"], "[0.1, 0.3]", [True, False]),
        ("date", ["2020-01-31", "2020-02-01"], "[2020-01-01, 2020-01-31]", [True, False]),
        ("integer", ["7", "8"], "7", [True, False]),
    ],
)
def test_ranges_are_read_exactly(tmp_path, type, values, text, inside):
    columns = {"x": {"role": "quasi-identifier", "type": type}}
    terms = Terms.of({"columns": columns, "method": {"name": "sangreea", "k": 2}})
    before, after = pl.Series("x", values), pl.Series("x", [text] * 2)
    column = link("x", before, after, terms, tmp_path)
    found = coverage_of(column).fits(column.data.codes, column.release.codes)
    assert found.tolist() == inside
