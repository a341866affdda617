"""The verifier's own promises: against the engine's, against definitions, and against forgeries."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.groups import PRIVACY, SENSITIVE
from shoal.engine.classes import EquivalenceClasses, Histogram
from shoal.errors import StudyError
from shoal.privacy import privacy_models
from shoal.verify import verify_frames
from shoal.verify.case.sensitive import Sensitive
from shoal.verify.promises import distances
from shoal.verify.promises.classes import Classes
from shoal.verify.promises.findings import check_promise
from shoal.verify.promises.known import CHECKS, NOT_CHECKABLE
from shoal.verify.promises.tally import tally
from shoal.verify.study.terms import ColumnTerms
from shoal.verify.values.dictionary import encode

TREE = {"cold": "airways", "flu": "airways", "hepatitis": "blood", "hiv": "blood", "none": "none"}
VALUES = [*TREE, None]
NODES = ([0, 1, 2, 3, 4, 5], [0, 0, 1, 1, 2, 3], [0] * 6)
rows = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([*TREE])), min_size=1, max_size=30)
rows_or_missing = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(VALUES)), min_size=1, max_size=30
)
BY_VALUE = [name for name in CHECKS if "column" in privacy_models.schema(name)["properties"]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("promises")
    lines = [f"{value};{branch};*" for value, branch in TREE.items()]
    (place / "ill.csv").write_text("\n".join(lines) + "\n")
    return place


def column_of(values, folder):
    terms = ColumnTerms(SENSITIVE, "sensitive", hierarchy={"builder": "file", "path": "ill.csv"})
    return Sensitive(terms, encode(pl.Series(values, dtype=pl.String)), None, folder)


def as_verifier(records, folder):
    """Classes as the verifier counts them, from (class, value) pairs."""
    numbers = np.unique([number for number, _ in records], return_inverse=True)[1]
    column = column_of([value for _, value in records], folder)
    sizes = np.bincount(numbers)
    return Classes(sizes, {SENSITIVE: tally(column, len(sizes), numbers, column.data.codes)})


def as_engine(records):
    """The same classes as the engine would count them; absent values have no code."""
    known = sorted({value for _, value in records}, key=VALUES.index)
    numbers = np.unique([number for number, _ in records], return_inverse=True)[1]
    table = np.zeros((numbers.max() + 1, len(known)), np.int64)
    for number, (_, value) in zip(numbers, records, strict=True):
        table[number, known.index(value)] += 1
    at, values = np.nonzero(table)
    tree = tuple(np.array([level[VALUES.index(v)] for v in known], np.int32) for level in NODES)
    entries = at.astype(np.int32), values.astype(np.int32), table[at, values]
    missing = known.index(None) if None in known else -1
    histogram = Histogram(*entries, table.sum(axis=0), tree, missing)
    return EquivalenceClasses(table.sum(axis=1), table.sum(axis=1), {SENSITIVE: histogram})


@pytest.mark.parametrize("name", BY_VALUE)
def test_both_sides_say_the_same_about_every_class(name, folder):
    @settings(deadline=None)
    @given(PRIVACY[name], rows_or_missing)
    def law(chosen, records):
        if chosen.get("distance") == "ordered":  # a missing value has no place in an order
            records = [(number, value or "none") for number, value in records]
        promise = {"model": name, **chosen}
        engine, classes = privacy_models.build(promise), as_engine(records)
        answer = CHECKS[name](promise, as_verifier(records, folder))
        assert answer.broken.tolist() == engine.violations(classes).tolist()
        assert answer.measured == pytest.approx(engine.measured(classes), abs=1e-12)

    law()


def test_a_verifier_that_overlooks_a_class_would_be_noticed(folder):
    records = [(0, "flu"), (0, "flu"), (1, "hiv"), (1, "flu")]
    promise = {"model": "distinct-l-diversity", "column": SENSITIVE, "l": 2}
    answer = CHECKS["distinct-l-diversity"](promise, as_verifier(records, folder))
    assert answer.broken.tolist() == [True, False]
    assert privacy_models.build(promise).violations(as_engine(records)).tolist() == [True, False]


# The definition, in fractions


def by_definition(records, distance):
    """The distance of each class in exact arithmetic, from the definition."""
    table = Counter(value for _, value in records)
    known = sorted(table, key=VALUES.index)
    for number in sorted({number for number, _ in records}):
        members = Counter(value for at, value in records if at == number)
        apart = [
            Fraction(members[v], members.total()) - Fraction(table[v], table.total()) for v in known
        ]
        if distance == "equal":
            yield sum(map(abs, apart)) / 2
        else:
            gaps = [sum(apart[: at + 1]) for at in range(len(apart))]
            yield sum(map(abs, gaps)) / max(len(known) - 1, 1)


@pytest.mark.parametrize("distance", ["equal", "ordered"])
@pytest.mark.parametrize("room", [distances.ROOM, 0])  # 64-bit numbers, or Python's
def test_distances_are_exact(distance, room, folder, monkeypatch):
    monkeypatch.setattr(distances, "ROOM", room)

    @settings(deadline=None, max_examples=25)
    @given(rows)
    def law(records):
        classes = as_verifier(records, folder)
        for at, exact in enumerate(by_definition(records, distance)):
            for t, broken in ((exact, False), (exact - Fraction(1, 10**9), True)):
                promise = {"model": "t-closeness", "column": SENSITIVE, "distance": distance}
                promise["t"] = f"{float(t):.17g}"
                answer = CHECKS["t-closeness"](promise, classes)
                assert answer.broken[at] == broken

    law()


@pytest.mark.parametrize(
    ("delta", "holds"),
    [(1, False), ("1.0000000000000000001", True), ("0.99999999999999999", False)],
)
def test_delta_is_compared_with_forty_digits(delta, holds, folder):
    # p = 1/4 and q = 1/2: the logarithm is exactly one, and less than δ is asked.
    records = [(0, "flu")] * 3 + [(0, "hiv")] + [(1, "hiv")] * 3 + [(1, "flu")]
    promise = {"model": "delta-disclosure", "column": SENSITIVE, "delta": delta}
    assert check_promise(promise, as_verifier(records, folder)).holds is holds


# Completeness


def unanswered(names, checks, reasons):
    """Registered models that the verifier neither checks nor explains."""
    return [name for name in names if name not in checks and not reasons.get(name)]


OURS = [n for n in privacy_models if privacy_models.class_of(n).__module__.startswith("shoal.")]


def test_every_registered_model_is_checked_or_says_why_not():
    assert unanswered(OURS, CHECKS, NOT_CHECKABLE) == []
    assert not set(CHECKS) & set(NOT_CHECKABLE)


def test_a_model_without_check_is_noticed():
    reasons = {**NOT_CHECKABLE, "wishful-thinking": ""}
    names = [*OURS, "wishful-thinking"]
    assert unanswered(names, CHECKS, reasons) == ["wishful-thinking"]


def test_a_check_of_a_model_that_nobody_registers_is_noticed():
    assert set(CHECKS) <= set(privacy_models)


# Releases


def study(*promises, **more):
    return {
        "columns": {
            "patient": {"role": "identifier"},
            "ward": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
            "ill": {"role": "sensitive", "hierarchy": "ill.csv"},
        },
        "privacy": [{"column": "ill", **promise} for promise in promises],
        "suppression_limit": 1,
        "output": {"shuffle": False},
        **more,
    }


def table(*records):
    wards, ill = zip(*(record.split() for record in records), strict=True)
    patients = [f"p{at}" for at in range(len(records))]
    return pl.DataFrame({"patient": patients, "ward": wards, "ill": ill})


WARDS = table("a flu", "a flu", "a hiv", "b flu", "b hiv", "b hiv", "c cold", "c cold")
T_CLOSE = {"model": "t-closeness", "t": 0.4}


def findings(verdict, check="privacy"):
    return [finding for finding in verdict.findings if finding.check == check]


def test_a_class_too_far_from_the_table_is_refused_and_a_close_one_is_not(folder):
    release = WARDS.drop("patient")
    [found] = findings(verify_frames(study(T_CLOSE), folder, WARDS, release))
    assert found.holds is False
    assert found.reason == "1 class (2 in all) is too far from the table."
    assert found.measured == pytest.approx(0.75)
    kept = release.filter(pl.col("ward") != "c")
    [found] = findings(verify_frames(study(T_CLOSE), folder, WARDS, kept))
    assert found.holds is True
    assert found.measured == pytest.approx(2 / 3 - 3 / 8)


def test_what_the_release_itself_tells_is_warned_about(folder):
    # Compared with all records, four in eight are ill with flu or hiv; of the released, all are.
    kept = WARDS.drop("patient").filter(pl.col("ward") != "c")
    verdict = verify_frames(study({"model": "t-closeness", "t": 0.5}), folder, WARDS, kept)
    assert verdict.warnings == []
    worse = table("a flu", "a flu", "a hiv", "b flu", "b flu", "b flu", "c hiv", "c hiv", "c hiv")
    kept = worse.drop("patient").filter(pl.col("ward") != "c")
    likeness = {"model": "basic-beta-likeness", "beta": 9}
    verdict = verify_frames(study(likeness), folder, worse, kept)
    [found] = findings(verdict)
    assert found.holds is True
    assert verdict.warnings == [
        "Column 'ill': compared with the released values instead of the input's, beta is 1, not"
        " 0.8."
    ]


def test_a_column_that_is_not_released_is_looked_up_in_the_input(folder):
    output = {"output": {"columns": ["ward"], "shuffle": False}}
    release = WARDS.select("ward")
    [found] = findings(verify_frames(study(T_CLOSE, **output), folder, WARDS, release))
    assert found.holds is False
    assert found.measured == pytest.approx(0.75)


def test_suppressed_records_that_keep_values_are_one_more_class(folder):
    keep = {"output": {"suppressed": "keep-values", "shuffle": False}}
    release = WARDS.drop("patient").with_columns(ward=pl.when(pl.col("ward") != "c").then("ward"))
    verdict = verify_frames(study(T_CLOSE, **keep), folder, WARDS, release)
    assert [finding.holds for finding in findings(verdict, "suppressed class")] == [False]
    mild = {"model": "t-closeness", "t": 0.75}
    assert verify_frames(study(mild, **keep), folder, WARDS, release).holds


def test_a_suppressed_class_is_not_taken_for_one_whose_cells_are_missing(folder):
    # Large enough to be released, but too far from the table: the blank records are suppressed.
    keep = {"output": {"suppressed": "keep-values", "shuffle": False}}
    wards = WARDS.with_columns(ward=pl.when(pl.col("ward") != "c").then("ward"))
    loose = {"model": "t-closeness", "t": 0.75}
    verdict = verify_frames(study(loose, **keep), folder, wards, wards.drop("patient"))
    assert findings(verdict, "suppression")[0].measured["suppressed"] == 0
    verdict = verify_frames(study(T_CLOSE, **keep), folder, wards, wards.drop("patient"))
    assert findings(verdict, "suppression")[0].measured["suppressed"] == 2


def test_people_are_not_counted_among_records_that_may_be_suppressed(folder):
    # Sex is not written: the two women are released, the men are suppressed.
    visits = table("a flu", "a hiv", "a flu", "a hiv").with_columns(sex=pl.Series([*"ffmm"]))
    by_person = study({"model": "k-anonymity", "k": 3}, person="patient")
    by_person["columns"]["sex"] = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
    by_person["output"] |= {"columns": ["ward", "ill"]}
    release = visits.select("ward", "ill")
    [found] = findings(verify_frames(by_person, folder, visits, release.head(2)))
    assert found.holds == "not_checked"
    [found] = findings(verify_frames(by_person, folder, visits, release))
    assert found.holds is True
    mask = pl.Series([False, False, True, True])
    blank = pl.DataFrame({name: [None, None] for name in release.columns}, schema=release.schema)
    in_order = pl.concat((release.head(2), blank))
    [found] = findings(verify_frames(by_person, folder, visits, in_order, mask))
    assert found.holds is False
    assert found.measured == 2


def test_people_are_counted_once_for_each_of_their_values(folder):
    # Ward a: one person with three records of flu, another with hiv; as records 3 to 1.
    visits = table("a flu", "a flu", "a flu", "a hiv", "b flu", "b hiv")
    visits = visits.with_columns(patient=pl.Series(["p1", "p1", "p1", "p2", "p3", "p4"]))
    promise = {"model": "entropy-l-diversity", "l": 2}
    release = visits.drop("patient")
    [records] = findings(verify_frames(study(promise), folder, visits, release))
    assert records.holds is False
    by_person = study(promise, person="patient")
    [people] = findings(verify_frames(by_person, folder, visits, release))
    assert people.holds is True
    assert people.measured == pytest.approx(2)


def test_people_of_the_whole_input_are_what_classes_are_compared_with(folder):
    visits = table("a flu", "a flu", "a flu", "a hiv", "b flu", "b hiv")
    visits = visits.with_columns(patient=pl.Series(["p1", "p1", "p1", "p2", "p1", "p4"]))
    # Four persons and values: p1 flu once, p2 hiv, p4 hiv; ward b has p1 flu and p4 hiv.
    promise = {"model": "t-closeness", "t": 1}
    by_person = study(promise, person="patient")
    [found] = findings(verify_frames(by_person, folder, visits, visits.drop("patient")))
    assert found.measured == pytest.approx(1 / 2 - 1 / 3)


@pytest.mark.parametrize("parameter", [None, "many", [3]])
def test_a_parameter_that_is_no_number_is_refused(parameter, folder):
    promise = {"model": "t-closeness", "column": SENSITIVE, "t": parameter}
    with pytest.raises(StudyError, match="needs a number `t`"):
        check_promise(promise, as_verifier([(0, "flu")], folder))


def test_an_option_that_it_does_not_know_is_not_checked(folder):
    promise = {"model": "t-closeness", "column": SENSITIVE, "t": 0.2, "distance": "euclidean"}
    assert check_promise(promise, as_verifier([(0, "flu")], folder)).holds == "not_checked"


def test_no_classes_keep_everything(folder):
    column = column_of(["flu"], folder)
    nothing = np.zeros(0, np.int64)
    classes = Classes(nothing, {SENSITIVE: tally(column, 0, nothing, nothing)})
    for name, chosen in (("t-closeness", {"t": 0}), ("entropy-l-diversity", {"l": 3})):
        found = check_promise({"model": name, "column": SENSITIVE, **chosen}, classes)
        assert (found.holds, found.measured) == (True, None)
    infinite = {"model": "recursive-l-diversity", "column": SENSITIVE, "c": 2, "l": 2}
    assert check_promise(infinite, as_verifier([(0, "flu")], folder)).measured == math.inf
