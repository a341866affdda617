"""Pseudonyms and shifted dates in releases, from the study to the verified file."""

import random
from datetime import date, timedelta

import polars as pl
import pytest

import shoal
from shoal.errors import StudyError
from shoal.service import verbs
from shoal.service.compare import compare
from shoal.study.predicted import features_of
from shoal.study.study import Study

KEYED = {"domain": "patients", "key": "keys/patients.key", "create_key": True}
METHODS = {
    "keyed-hash": {"method": "keyed-hash", **KEYED},
    "token": {"method": "token"},
    "kept token": {"method": "token", **KEYED, "mapping": "keys/patients.map"},
    "surrogate": {"method": "surrogate", **KEYED},
}
every_method = pytest.mark.parametrize("method", METHODS)
SHIFT = {"days": 365, **KEYED}


def visits(people=60, records=200, seed=1):
    """A table of visits; some people have several, some records no person."""
    draw = random.Random(seed)
    rows = []
    for _ in range(records):
        person = draw.randrange(people)
        day = date(2020, 1, 1) + timedelta(days=draw.randrange(700))
        rows.append(
            {
                "ssn": f"{person:03}-{person * 7 % 100:02}-{1000 + person}",
                "ward": draw.choice("abc"),
                "age": str(20 + person % 3),
                "seen": day.isoformat(),
                "left": (day + timedelta(days=draw.randrange(9))).isoformat(),
                "illness": draw.choice(["flu", "cold", "gout"]),
            }
        )
    return pl.DataFrame(rows)


def keys(pseudonym="drop", **more):
    columns = {
        "ssn": {"role": "identifier", "pseudonym": pseudonym},
        "ward": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
        "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
        "illness": {"role": "insensitive"},
    }
    return {
        "data": "visits.csv",
        "columns": columns,
        "privacy": [{"model": "k-anonymity", "k": 3}],
        "person": "ssn",
        "suppression_limit": 0.1,
    } | more


def shifting(**more):
    found = keys({"method": "keyed-hash", **KEYED})
    for name in ("seen", "left"):
        found["columns"][name] = {"role": "insensitive", "type": "date", "shift": SHIFT}
    acknowledge = ["shifted-date:seen", "shifted-date:left"]
    return found | {"acknowledge": [*acknowledge, "near-unique:seen", "near-unique:left"]} | more


def run(folder, study, table, name="run"):
    table.write_csv(folder / "visits.csv")
    report = shoal.run(Study.of(study, folder), folder / name)
    return pl.read_csv(folder / name / "draft.csv", infer_schema=False), report["summary"]


def is_complete(run):
    """Whether everything was checked that can be: tokens without a mapping cannot."""
    open_ones = [one for one in shoal.verify_run(run).findings if one.holds is not True]
    return all(one.check == "keyed" and "Tokens" in one.reason for one in open_ones)


@every_method
@pytest.mark.parametrize("suppressed", ["left-out", "blank"])
def test_a_run_releases_verified_pseudonyms(tmp_path, method, suppressed):
    study = keys(METHODS[method], output={"suppressed": suppressed})
    release, summary = run(tmp_path, study, visits())
    assert release.columns == ["ssn", "ward", "age", "illness"]
    assert not set(release["ssn"]) & set(visits()["ssn"])
    assert 1 < release["ssn"].n_unique() <= 61
    assert "ssn" not in summary["removed_columns"]
    assert is_complete(tmp_path / "run")


@every_method
def test_a_table_in_memory_gets_pseudonyms_record_by_record(tmp_path, method):
    table = visits()
    study = Study.of({k: v for k, v in keys(METHODS[method]).items() if k != "data"}, tmp_path)
    release = shoal.anonymize(table, study)
    both = pl.DataFrame({"before": table["ssn"], "after": release.table["ssn"]})
    kept = both.filter(~pl.Series(release.suppressed))
    assert kept.n_unique() == kept["before"].n_unique() == kept["after"].n_unique()
    assert (
        both.filter(pl.Series(release.suppressed))["after"].null_count() == release.suppressed.sum()
    )


@pytest.mark.parametrize("method", ["keyed-hash", "kept token", "surrogate"])
def test_two_linked_tables_keep_joinable_pseudonyms(tmp_path, method):
    first, _ = run(tmp_path, keys(METHODS[method]), visits(), "one")
    second, _ = run(tmp_path, keys(METHODS[method]), visits(seed=2), "two")
    joined = first.join(second, on="ssn")
    raw = visits().join(visits(seed=2), on="ssn")
    assert joined["ssn"].n_unique() > 50
    assert abs(joined.height - raw.height) < raw.height / 5  # but for suppressed records
    other = METHODS[method] | {"recipient": "laboratory"}
    third, _ = run(tmp_path, keys(other), visits(seed=2), "three")
    assert first.join(third, on="ssn").height == 0


def test_missing_identifiers_stay_missing_and_numbers_are_identifiers(tmp_path):
    table = visits().with_columns(ssn=pl.int_range(1_000_000, 1_000_200) * 3)
    table = table.with_columns(ssn=pl.when(pl.col("ward") != "c").then("ssn"))
    study = keys(METHODS["surrogate"])
    del study["person"], study["data"]
    found = shoal.anonymize(table, Study.of(study, tmp_path))
    kept = ~pl.Series(found.suppressed)
    nobody = table["ssn"].is_null() & kept
    assert found.table["ssn"].filter(nobody).null_count() == nobody.sum() > 0
    assert found.table["ssn"].filter(kept & ~nobody).null_count() == 0


def test_pseudonyms_that_tie_records_together_need_people_or_an_acknowledgment(tmp_path):
    study = keys(METHODS["token"])
    del study["person"]
    with pytest.raises(shoal.StudyError, match=r"linked-records.*Say `person: ssn`"):
        run(tmp_path, study, visits())
    _, summary = run(tmp_path, study | {"acknowledge": ["linked-records:ssn"]}, visits())
    assert any("count records in each class" in warning for warning in summary["warnings"])
    _, summary = run(tmp_path, keys(METHODS["token"]), visits(), "people")
    assert any("count people in each class" in warning for warning in summary["warnings"])
    once = visits().unique("ssn")
    _, summary = run(tmp_path, study, once, "once")
    assert not any("tie several records" in warning for warning in summary["warnings"])


def test_checking_draws_no_key_and_writes_nothing(tmp_path):
    visits().write_csv(tmp_path / "visits.csv")
    warnings = shoal.check(Study.of(keys(METHODS["kept token"]), tmp_path))
    assert any("a run draws a key" in warning for warning in warnings)
    assert any("who has the key can find the people" in warning for warning in warnings)
    assert [path.name for path in tmp_path.iterdir()] == ["visits.csv"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"key": "nowhere", "create_key": False}, "Column 'ssn': there is no such file"),
        ({"domain": ""}, "columns.ssn.pseudonym"),
        ({"length": 7}, "columns.ssn.pseudonym"),
        ({"salt": "x"}, "has no parameter 'salt'"),
    ],
)
def test_wrong_settings_are_told_by_check(tmp_path, change, told):
    visits().write_csv(tmp_path / "visits.csv")
    with pytest.raises(shoal.StudyError, match=told):
        shoal.check(Study.of(keys(METHODS["keyed-hash"] | change), tmp_path))


def test_a_key_that_others_can_read_stops_a_run_before_it_starts(tmp_path):
    run(tmp_path, keys(METHODS["keyed-hash"]), visits())
    (tmp_path / "keys" / "patients.key").chmod(0o640)
    with pytest.raises(shoal.DataError, match=r"Column 'ssn': patients.key can be read by others"):
        run(tmp_path, keys(METHODS["keyed-hash"]), visits(), "again")


def test_numbers_with_decimals_are_no_identifiers(tmp_path):
    table = visits().with_columns(ssn=pl.Series([n + 0.5 for n in range(200)]))
    study = keys(METHODS["keyed-hash"])
    del study["data"]
    with pytest.raises(shoal.DataError, match="numbers with decimals"):
        shoal.anonymize(table, Study.of(study, tmp_path))


def test_surrogates_of_short_numbers_are_refused_with_the_column(tmp_path):
    table = visits().with_columns(ssn=pl.col("ssn").str.slice(0, 3))
    with pytest.raises(shoal.DataError, match=r"Column 'ssn': .*could be guessed"):
        run(tmp_path, keys(METHODS["surrogate"]), table)


def test_pseudonyms_can_be_left_out_or_moved_by_output_columns(tmp_path):
    study = keys(METHODS["keyed-hash"], output={"columns": ["illness", "ward", "age", "ssn"]})
    release, _ = run(tmp_path, study, visits())
    assert release.columns == ["illness", "ward", "age", "ssn"]
    study["output"] = {"columns": ["illness", "ward", "age"]}
    release, summary = run(tmp_path, study, visits(), "without")
    assert release.columns == ["illness", "ward", "age"]
    assert "ssn" in summary["removed_columns"]


def test_a_reproducible_run_repeats_its_tokens(tmp_path):
    study = keys(METHODS["token"], reproducible=True)
    first, summary = run(tmp_path, study, visits(), "one")
    second, _ = run(tmp_path, study, visits(), "two")
    assert first.equals(second)
    assert any("can be drawn again" in warning for warning in summary["warnings"])
    fresh, _ = run(tmp_path, keys(METHODS["token"]), visits(), "three")
    assert not set(fresh["ssn"]) & set(first["ssn"])


def test_tokens_do_not_tell_the_order_of_the_input(tmp_path):
    table = visits(people=400, records=400).sort("ssn")
    study = keys(METHODS["token"])
    release = shoal.anonymize(table, Study.of({**study, "data": None}, tmp_path)).table
    tokens = release["ssn"].drop_nulls().unique(maintain_order=True)
    rising = (tokens[1:] > tokens[:-1]).sum()
    assert abs(rising / len(tokens) - 0.5) < 0.25


# Dates


def test_dates_of_a_person_move_together_and_intervals_stay(tmp_path):
    table, study = visits(), shifting()
    del study["data"]
    found = shoal.anonymize(table, Study.of(study, tmp_path))
    kept = ~pl.Series(found.suppressed)
    before, after = table.filter(kept), found.table.filter(kept)
    days = (after["seen"].str.to_date() - before["seen"].str.to_date()).dt.total_days()
    assert (after["left"].str.to_date() - before["left"].str.to_date()).dt.total_days().equals(days)
    moved = pl.DataFrame({"ssn": before["ssn"], "days": days}).unique()
    assert moved["ssn"].n_unique() == moved.height
    assert 0 < moved["days"].abs().min() <= moved["days"].abs().max() <= 365
    assert moved["days"].n_unique() > 30


@pytest.mark.parametrize("suppressed", ["left-out", "blank"])
@pytest.mark.parametrize("pseudonym", ["drop", METHODS["keyed-hash"]])
def test_a_run_releases_verified_shifted_dates(tmp_path, pseudonym, suppressed):
    study = shifting(output={"suppressed": suppressed})
    study["columns"]["ssn"]["pseudonym"] = pseudonym
    release, _ = run(tmp_path, study, visits())
    assert {"seen", "left"} <= set(release.columns)
    assert is_complete(tmp_path / "run")


def test_typed_dates_stay_typed(tmp_path):
    table = visits().with_columns(pl.col("seen", "left").str.to_date())
    study = shifting()
    del study["data"]
    found = shoal.anonymize(table, Study.of(study, tmp_path))
    assert found.table.schema["seen"] == pl.Date


@pytest.mark.parametrize(
    ("column", "more", "told"),
    [
        ({"role": "quasi-identifier"}, {}, "`shift` is not for quasi-identifiers"),
        ({"role": "identifier"}, {}, "an identifier is not released, so it is not shifted"),
        ({"type": "string"}, {}, "`shift` belongs to `type: date`"),
        ({"target": True}, {}, "cannot be a `target`"),
        ({}, {"person": None}, "Give `person`"),
        (
            {"role": "sensitive"},
            {"privacy": [{"model": "distinct-l-diversity", "column": "seen", "l": 2}]},
            "a promise is about this column",
        ),
        ({"shift": {"days": 0, **KEYED}}, {}, "columns.seen.shift.days"),
        ({"shift": {"days": 30, "domain": "p"}}, {}, "columns.seen.shift.key"),
    ],
)
def test_dates_that_cannot_be_shifted_are_told(column, more, told):
    study = shifting(**more)
    study["columns"]["seen"] = study["columns"]["seen"] | column
    with pytest.raises(shoal.StudyError, match=told):
        Study.of(study)


def test_a_shifted_date_must_be_acknowledged(tmp_path):
    study = shifting(acknowledge=["near-unique:seen", "near-unique:left"])
    with pytest.raises(shoal.StudyError, match=r"shifted-date.*still near the true one"):
        run(tmp_path, study, visits())


def test_models_do_not_look_at_pseudonyms():
    study = Study.of(shifting(evaluate={"targets": ["illness"]}))
    assert features_of(study) == ("ward", "age")


def test_a_person_spelled_in_two_ways_is_one_person_where_people_are_counted(tmp_path):
    table = visits().with_columns(
        ssn=pl.when(pl.col("ward") == "a").then(" " + pl.col("ssn")).otherwise("ssn")
    )
    study = keys(METHODS["keyed-hash"] | {"trim": True})
    _, summary = run(tmp_path, study, table)
    told = summary["warnings"]
    assert any("people are spelled in several ways" in warning for warning in told)


def test_differential_privacy_covers_no_pseudonyms():
    promise = [{"model": "differential-privacy", "epsilon": 1, "delta": 1e-6, "degree": "high"}]
    with pytest.raises(shoal.StudyError, match="does not cover pseudonyms"):
        Study.of(keys(METHODS["token"], privacy=promise, person=None))


def test_a_comparison_leaves_pseudonyms_and_shifted_dates_out(tmp_path):
    run(tmp_path, shifting(), visits())
    release = tmp_path / "run" / "draft.csv"
    found = compare(tmp_path / "visits.csv", release, tmp_path / "run" / "study.yaml")
    assert set(found["roles"]) == {"ward", "age", "illness"}
    assert set(found["not_compared"]) == {"ssn", "seen", "left"}


@pytest.mark.parametrize("what", ["key", "mapping"])
def test_a_key_or_mapping_in_the_run_folder_is_refused_before_anything_is_drawn(tmp_path, what):
    settings = {"method": "keyed-hash", "domain": "d", "key": "k", "create_key": True}
    columns = {
        "id": {"role": "identifier", "pseudonym": {**settings, what: "run/release.secret"}},
        "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    }
    keys = {"data": "t.csv", "columns": columns, "privacy": [{"model": "k-anonymity", "k": 2}]}
    (tmp_path / "t.csv").write_text("id,sex\n1,f\n2,f\n")
    with pytest.raises(StudyError, match=f"`{what}` lies in the run folder run"):
        verbs.run(Study.of(keys, tmp_path), tmp_path / "run")
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]
