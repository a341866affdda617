"""Methods where one person has many records: people are counted, by the method and the verifier."""

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import NoReleaseError, StudyError
from shoal.methods.combinations.coded import Crowd
from shoal.methods.subcombinations import suppressed
from shoal.service.verbs import verify_run
from shoal.study.study import Study
from shoal.verify import verify, verify_frames

# Ann has four records that look alike; counted in records, she would hide among her own.
VISITS = pl.DataFrame(
    {
        "id": ["ann"] * 4 + ["bob", "cid", "dan", "eve", "fay", "gus", "hal", "ida"],
        "age": ["30"] * 4 + ["51", "51", "51", "52", "60", "60", "60", "61"],
        "sex": ["f"] * 4 + ["m", "m", "m", "m", "f", "f", "f", "f"],
        "ill": ["flu", "gout"] * 6,
    }
)
LABELS = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
RANGES = {"role": "quasi-identifier", "type": "integer"}
RATED = {"age": 1, "sex": 2}
BY_LEVEL = {
    "datafly": {"name": "datafly", "bin_size": 3},
}
BY_BLANK = {
    "argus": {"name": "argus", "bin_size": 3, "identifying": RATED},
    "argus by record": {
        "name": "argus",
        "bin_size": 3,
        "identifying": RATED,
        "suppression": "by-record",
    },
    "subcombinations": {"name": "subcombinations", "bin_size": 3, "maximum_outliers": 1},
    "subcombinations greedy": {
        "name": "subcombinations",
        "bin_size": 3,
        "suppression": "greedy",
        "maximum_outliers": 1,
    },
    "subcombinations that may generalize": {"name": "subcombinations", "bin_size": 3},
    "local-suppression": {"name": "local-suppression", "bin_size": 3},
}
BY_CLUSTER = {
    "sangreea": {"name": "sangreea", "k": 3},
    "mondrian": {"name": "mondrian", "k": 3},
    "mdav": {"name": "mdav", "k": 3},
}
METHODS = BY_LEVEL | BY_BLANK | BY_CLUSTER


def study(method, **keys):
    """Visits with a method; groups by distance need numbers in every column."""
    age = RANGES if method["name"] in BY_CLUSTER else LABELS
    columns = {"id": {"role": "identifier"}, "age": age, "ill": {"role": "sensitive"}}
    if method["name"] != "mdav":
        columns["sex"] = LABELS
    return {"columns": columns, "method": method, "suppression_limit": 0.5, **keys}


def table(method):
    ages = VISITS.with_columns(pl.col("age").cast(pl.Int64))
    return ages if method["name"] in BY_CLUSTER else VISITS


def people_who_fit(release, names):
    """How many people of the input each released record fits; null fits everything."""
    shown = release.table.select(names).rows()
    known = list(zip(VISITS["id"], VISITS.select(names).rows(), strict=True))
    found = []
    for row in shown:
        fits = {
            who
            for who, values in known
            if all(
                a is None or b.startswith(a.rstrip("*")) for a, b in zip(row, values, strict=True)
            )
        }
        found.append(len(fits))
    return found


def people_alike(release, names):
    """How many people the records have that look alike, for each record that is released."""
    shown = release.table.select(names).with_columns(VISITS["id"])
    kept = shown.filter(~pl.Series(release.suppressed))
    return kept.group_by(names).agg(pl.col("id").n_unique())["id"].to_list()


@pytest.mark.parametrize("name", BY_BLANK)
def test_every_record_fits_enough_people_of_the_input(name):
    release = shoal.anonymize(VISITS, study(BY_BLANK[name], person="id"))
    assert min(people_who_fit(release, ["age", "sex"])) >= 3
    assert release.summary["method"]["smallest_bin"] >= 3
    assert [one["holds"] for one in release.summary["privacy"]] == [True]


@pytest.mark.parametrize("name", BY_LEVEL | BY_CLUSTER)
def test_those_who_look_alike_are_enough_people(name):
    method = METHODS[name]
    names = ["age"] if method["name"] == "mdav" else ["age", "sex"]
    release = shoal.anonymize(table(method), study(method, person="id"))
    assert min(people_alike(release, names)) >= 3
    assert [one["holds"] for one in release.summary["privacy"]] == [True]


@pytest.mark.parametrize("name", METHODS)
def test_counted_in_records_somebody_hides_among_their_own(name):
    """What the tests above claim would be true anyway otherwise."""
    method = METHODS[name]
    names = ["age"] if method["name"] == "mdav" else ["age", "sex"]
    release = shoal.anonymize(table(method), study(method, person=False))
    assert min(people_alike(release, names)) < 3


@pytest.mark.parametrize("name", METHODS)
def test_the_verifier_refuses_a_release_that_counted_records(name):
    method = METHODS[name]
    lie = shoal.anonymize(table(method), study(method, person=False))
    told = Study.of(study(method, person="id")).given()
    verdict = verify_frames(told, ".", table(method), lie.table, pl.Series(lie.suppressed))
    assert [finding.holds for finding in verdict.findings if finding.model] == [False]


@pytest.mark.parametrize("name", METHODS)
def test_a_shuffled_file_is_checked_by_the_run_that_wrote_it(tmp_path, name):
    method = METHODS[name]
    table(method).write_csv(tmp_path / "visits.csv")
    keys = study(method, person="id", data={"path": "visits.csv"})
    report = shoal.run(Study.of(keys, tmp_path), tmp_path / "run")
    assert [one["holds"] for one in report["summary"]["privacy"]] == [True]
    later = verify_run(tmp_path / "run")  # who became which record of a cluster is not kept
    known = "not_checked" if name in BY_CLUSTER else True
    assert [one.holds for one in later.findings if one.model] == [known]


def test_constraints_of_clusters_count_people():
    """Ann has both illnesses: in records her cluster would be diverse without anybody else."""
    diverse = {"model": "distinct-l-diversity", "column": "ill", "l": 2}
    method = {"name": "sangreea", "k": 2, "constraints": [diverse]}
    release = shoal.anonymize(table(method), study(method, person="id"))
    assert min(people_alike(release, ["age", "sex"])) >= 2
    assert [one["holds"] for one in release.summary["privacy"]] == [True, True]


@pytest.mark.parametrize("name", METHODS)
def test_more_people_than_there_are_is_refused_in_people(name):
    method = {**METHODS[name]}
    method["k" if "k" in method else "bin_size"] = 10
    with pytest.raises(NoReleaseError, match="The data has 9 people, but the method asks for"):
        shoal.anonymize(table(method), study(method, person="id"))


def test_cells_that_others_stand_for_are_not_given_back_to_people():
    method = {"name": "subcombinations", "bin_size": 3, "restore": True}
    with pytest.raises(StudyError, match=r"method\.restore: .* of how many people"):
        Study.of(study(method, person="id"))


def cheapest_that_fit(rows, people, k):
    """The fewest cells that each record must lose to fit k people, by trying all sets of cells."""
    wide = len(rows[0])

    def people_of(row, kept):
        fits = (
            who
            for who, one in zip(people, rows, strict=True)
            if all(row[c] == one[c] for c in kept)
        )
        return len(set(fits))

    return [
        min(
            wide - n
            for n in range(wide + 1)
            for kept in combinations(range(wide), n)
            if people_of(row, kept) >= k
        )
        for row in rows
    ]


def loses_the_fewest_cells(rows, people, k, whom=None):
    frame = pl.DataFrame(rows, schema=["x", "y", "z"], orient="row")
    crowd = Crowd.of(frame, np.array(people if whom is None else whom, np.int32))
    lost = suppressed(frame, k, crowd=crowd).with_columns(pl.all().is_null()).sum_horizontal()
    assert lost.to_list() == cheapest_that_fit(rows, people, k)


RECORDS = st.lists(
    st.tuples(*[st.sampled_from("ab")] * 3, st.integers(0, 4)), min_size=5, max_size=14
)


@settings(max_examples=40, deadline=None)
@given(RECORDS, st.integers(2, 3))
def test_record_by_record_is_the_cheapest_among_people(records, k):
    people = [who for *_, who in records]
    if len(set(people)) >= k:
        loses_the_fewest_cells([tuple(row) for *row, _ in records], people, k)


def test_the_law_catches_a_count_of_records():
    rows, people = [tuple("aaa")] * 3 + [tuple("bbb")] * 2, [0, 0, 0, 1, 2]
    with pytest.raises(AssertionError):
        loses_the_fewest_cells(rows, people, 2, whom=range(5))


def test_a_run_cannot_tell_the_verifier_a_wrong_order(tmp_path):
    method = METHODS["sangreea"]
    table(method).write_csv(tmp_path / "visits.csv")
    keys = study(method, person="id", data={"path": "visits.csv"})
    shoal.run(Study.of(keys, tmp_path), tmp_path / "run")
    wrong = pl.Series(range(12))  # the file is shuffled
    verdict = verify(keys, tmp_path, tmp_path / "run" / "draft.csv", order=wrong)
    [records] = [one for one in verdict.findings if one.check == "records"]
    assert "the input records that the run made them of" in records.reason
