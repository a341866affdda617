from copy import deepcopy
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import NotYetAvailable, StudyError
from shoal.study import text as study_text
from shoal.study.study import Study, read_study


def test_a_study_file_is_read_with_its_folder(toy):
    study = read_study(toy / "study.yaml")
    assert study.quasi_identifiers == ["age", "sex"]
    assert study.released == ["age", "sex", "dis"]
    assert study.folder == toy


def test_the_limit_is_kept_by_its_decimal_text(keys):
    assert Study.of({**keys, "suppression_limit": 0.1}).suppression_limit == Decimal("0.1")
    long = "0.1000000000000000055"
    parsed = study_text.parse(f"limit: {long}", "study")["limit"]
    assert Study.of({**keys, "suppression_limit": parsed}).suppression_limit == Decimal(long)


roles = st.sampled_from(["sensitive", "insensitive", "identifier"])
names = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1)
others = st.dictionaries(names, st.fixed_dictionaries({"role": roles}), max_size=3)
studies = st.fixed_dictionaries(
    {
        "columns": others.map(lambda more: {**more, "age": {"role": "quasi-identifier"}}),
        "privacy": st.integers(2, 99).map(lambda k: [{"model": "k-anonymity", "k": k}]),
    },
    optional={
        "data": names | names.map(lambda path: {"path": path, "separator": ";", "decimal": ","}),
        "quality": st.just({"model": "loss", "aggregate": "maximum", "gs_factor": 0.25}),
        "suppression_limit": st.decimals(0, 1, places=20) | st.floats(0, 1),
        "search": st.just({"strategy": "exhaustive"}),
        "seed": st.integers(0, 99),
        "output": st.fixed_dictionaries({"shuffle": st.booleans(), "format": st.just("parquet")}),
        "reproducible": st.booleans(),
    },
)


def check_the_round_trip(study, written):
    text = study_text.write(written)
    assert Study.of(study_text.parse(text, "study"), study.folder) == study


@given(studies)
def test_a_study_survives_being_written_and_read(keys):
    study = Study.of(keys, "somewhere")
    check_the_round_trip(study, study.given())


def test_the_round_trip_catches_a_key_that_is_lost(keys):
    study = Study.of(keys)
    lossy = {key: value for key, value in study.given().items() if key != "suppression_limit"}
    with pytest.raises(AssertionError):
        check_the_round_trip(study, lossy)


def test_every_key_of_a_column_survives_being_written_and_read():
    column = {
        "role": "quasi-identifier",
        "type": "date",
        "format": "%d.%m.%Y",
        "hierarchy": {"builder": "file", "path": "a.csv", "separator": ","},
        "weight": 2.5,
        "min_level": 1,
        "max_level": 2,
        "target": True,
        "missing": ["NA", "-9"],
    }
    size = {"role": "insensitive", "type": "ordered", "order": ["small", "large"]}
    keys = {
        "columns": {"day": column, "size": size},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "acknowledge": ["near-unique:size"],
    }
    study = Study.of(keys)
    assert study.given()["columns"] == keys["columns"]
    check_the_round_trip(study, study.given())


def problems(keys, **changes):
    with pytest.raises(StudyError) as caught:
        Study.of({**keys, **changes})
    return caught.value.problems


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"colums": {}}, "colums: there is no such key. Did you mean 'columns'?"),
        ({"output": {"shufle": 1}}, "output.shufle: there is no such key. Did you mean 'shuffle'?"),
        ({"data": {"path": "a.csv", "seperator": ";"}}, "data.seperator: there is no such key."),
        ({"privacy": [{"model": "k-anonimity"}]}, "Did you mean 'k-anonymity'?"),
        ({"privacy": [{"model": "k-anonymity", "kk": 2}]}, "Did you mean 'k'?"),
        ({"quality": {"model": "los"}}, "Did you mean 'loss'?"),
        ({"search": {"strategy": "optimum"}}, "Did you mean 'optimal'?"),
        ({"output": {"suppressed": "blanc"}}, "Did you mean 'blank'?"),
    ],
)
def test_a_misspelled_key_or_name_brings_a_suggestion(keys, changes, told):
    assert told in " ".join(problems(keys, **changes))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"privacy": []}, "privacy: there is no promise."),
        ({"privacy": {"model": "k-anonymity"}}, "privacy: expected a list"),
        ({"privacy": [{"model": "k-anonymity", "k": 1}]}, "greater than or equal to 2"),
        ({"columns": {}}, "columns: expected one entry per column"),
        ({"columns": {"a": {"role": "insensitive"}}}, "There is no quasi-identifier."),
        ({"columns": {"a": "quasi-identifier"}}, "columns.a: expected keys"),
        ({"columns": {True: {"role": "sensitive"}}}, "put it in quotes"),
        ({"suppression_limit": 1.5}, "suppression_limit: should be less than or equal to 1"),
        ({"suppression_limit": True}, "suppression_limit: expected a number"),
        ({"suppression_limit": "NaN"}, "suppression_limit: "),
        ({"output": {"columns": ["zip"]}}, "output.columns: 'zip' is not a released column."),
        ({"acknowledge": ["near-uniq:dis"]}, "Did you mean 'near-unique'?"),
        ({"acknowledge": ["near-unique:diss"]}, "Did you mean 'dis'?"),
        ({"data": {"path": "a", "separator": ";;"}}, "must be one character"),
        ({"seed": -1}, "seed: should be greater than or equal to 0"),
    ],
)
def test_a_wrong_key_is_named_with_what_was_expected(keys, changes, told):
    assert told in " ".join(problems(keys, **changes))


@pytest.mark.parametrize(
    ("column", "told"),
    [
        ({"type": "ordered"}, "needs the key `order`"),
        ({"order": ["a"]}, "`order` belongs to `type: ordered`"),
        ({"format": "%Y"}, "`format` belongs to `type: date`"),
        ({"type": "date", "format": "dd.mm.yyyy"}, "a date format has fields"),
        ({"min_level": 1}, "`min_level` belongs to quasi-identifiers"),
        ({"weight": 2}, "`weight` belongs to quasi-identifiers"),
        ({"pseudonym": {"method": "drop"}}, "`pseudonym` belongs to identifiers"),
        ({"role": "identifier", "target": True}, "an identifier cannot be a target"),
        ({"role": "identifier", "hierarchy": "a.csv"}, "needs no hierarchy"),
        ({"role": "quasi-identifier", "min_level": 2, "max_level": 1}, "above max_level"),
        ({"role": "quasi-identifier", "weight": 0}, "weight: should be greater than 0"),
        ({"missing": [9.90]}, "put it in quotes"),
    ],
)
def test_keys_of_a_column_that_do_not_fit_are_refused(keys, column, told):
    columns = {**keys["columns"], "dis": {"role": "sensitive", **column}}
    assert told in " ".join(problems(keys, columns=columns))


def test_all_problems_are_reported_together(keys):
    columns = deepcopy(keys["columns"])
    columns["age"]["rol"] = 1
    columns["sex"]["weight"] = -1
    found = problems(keys, columns=columns, suppression_limit=2, engin="memory", privacy=[{}])
    assert [problem.partition(":")[0] for problem in found] == [
        "engin",
        "columns.age.rol",
        "columns.sex.weight",
        "privacy.0",
        "suppression_limit",
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("unknown", "suppress"),
    ],
)
def test_a_planned_key_of_a_column_is_refused_by_name(keys, key, value):
    columns = {**keys["columns"], "age": {"role": "quasi-identifier", key: value}}
    with pytest.raises(NotYetAvailable, match=f"columns.age.{key}: .*not yet available"):
        Study.of({**keys, "columns": columns})


def test_identifiers_are_dropped_or_released_as_pseudonyms(keys):
    def with_pseudonym(pseudonym):
        column = {"role": "identifier", "pseudonym": pseudonym}
        return Study.of({**keys, "columns": {**keys["columns"], "id": column}})

    for dropped in (None, "drop", {"method": "drop"}):
        assert with_pseudonym(dropped).written == ["age", "sex", "dis"]
    for kept in ("token", {"method": "keyed-hash", "domain": "patients", "key": "k"}):
        study = with_pseudonym(kept)
        assert (study.written, study.released) == (["age", "sex", "dis", "id"], study.written[:3])
        assert Study.of(study.given()) == study
    with pytest.raises(StudyError, match="There is no pseudonym method 'hash'"):
        with_pseudonym({"method": "hash"})


def test_every_key_of_the_contract_is_known():
    contract = {"data", "columns", "privacy", "quality", "suppression_limit", "search", "seed"}
    contract |= {"recoding", "method", "subset", "population", "person", "game", "evaluate"}
    contract |= {"recipient", "engine", "output", "reproducible"}
    assert contract <= set(Study.model_fields)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: None, "There is no file"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00x"), "not text in UTF-8"),
        (lambda path: path.write_text(""), "holds no study"),
    ],
)
def test_a_file_that_is_no_study_is_refused(tmp_path, make, told):
    make(tmp_path / "study.yaml")
    with pytest.raises(StudyError, match=told):
        read_study(tmp_path / "study.yaml")
