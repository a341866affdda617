"""Differential privacy end to end: what is released, what is spent, and what is refused."""

import json
import re
from fractions import Fraction

import numpy as np
import polars as pl
import pytest

from shoal.data.input_identity import content_identity
from shoal.errors import StudyError
from shoal.ledger.account import accounts, balance
from shoal.ledger.workspace import Workspace, use_everywhere, workspace_of
from shoal.pipeline.places import folder as places
from shoal.pipeline.prepare.subset import draw_exactly
from shoal.service import verbs
from shoal.service.evaluate import evaluate
from shoal.service.exports.model import export_model
from shoal.service.frontier import frontier
from shoal.study.study import Study

AGAIN = "spend-again:differential-privacy"
WARDS = ["north", "south", "east", "west"]
AGES = {
    "role": "quasi-identifier",
    "type": "integer",
    "hierarchy": {
        "builder": "intervals",
        "width": 20,
        "levels": 2,
        "lower": {"minimum": 0},
        "upper": {"maximum": 120},
    },
}
WARD = {
    "role": "quasi-identifier",
    "type": "ordered",
    "order": WARDS,
    "hierarchy": {"builder": "suppression"},
}
COLUMNS = {"age": AGES, "ward": WARD}


def patients(count=400):
    return pl.DataFrame(
        {
            "name": [f"p{at}" for at in range(count)],
            "age": [str(20 + at % 60) for at in range(count)],
            "ward": [WARDS[at % 4] for at in range(count)],
        }
    )


def keys(columns=None, promise=None, **more):
    private = {"model": "differential-privacy", "epsilon": 1, "delta": 0.001}
    private |= {"degree": "medium"} if promise is None else promise
    return {"columns": columns or COLUMNS, "privacy": [private], **more}


@pytest.fixture(autouse=True)
def _accounts(tmp_path, monkeypatch):
    """Nobody else's account, and none in the checkout."""
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "workspace"))


@pytest.fixture
def study(tmp_path):
    """A study file with its table."""

    def write(**more):
        patients().write_csv(tmp_path / "patients.csv")
        path = tmp_path / "study.yaml"
        path.write_text(json.dumps({"data": "patients.csv", **keys(**more)}))
        return path

    return write


def test_a_release_holds_whole_classes_of_at_least_k_drawn_records(study, tmp_path):
    report = verbs.run(study(), tmp_path / "run")
    summary = report["summary"]
    release = pl.read_csv(tmp_path / "run" / "draft.csv")
    assert release.columns == ["age", "ward"]
    assert release.group_by("age", "ward").len()["len"].min() >= 34
    (promise,) = summary["privacy"]
    assert promise["holds"] == "not_checked"
    assert "chance 0.632121" in promise["reason"]
    assert "fewer than 34" in promise["reason"]
    assert summary["input"]["records"] + summary["input"]["outside_subset"] == 400
    assert summary["levels"] == {"age": 2, "ward": 1}
    assert (summary["optimal"], summary["gap"]) == (None, None)
    assert verbs.verify_run(tmp_path / "run").holds


def test_giving_spends_nothing_more(study, tmp_path):
    verbs.run(study(), tmp_path / "run")
    (before,) = accounts(workspace_of(tmp_path)).values()
    verbs.give(tmp_path / "run", to="Uppsala")
    assert list(accounts(workspace_of(tmp_path)).values()) == [before]


def test_what_other_owners_spent_counts_and_is_not_told(study, tmp_path):
    folder = tmp_path / "workspace"
    with use_everywhere(Workspace(folder, "ann")):
        verbs.run(study(), tmp_path / "ann")
    with use_everywhere(Workspace(folder, "bob")):
        with pytest.raises(StudyError, match="another release has spent on these people") as told:
            verbs.run(study(), tmp_path / "bob")
        assert "epsilon" not in str(told.value)
        assert accounts(Workspace(folder, "bob")) == {}
        known = study(acknowledge=[AGAIN])
        account = verbs.run(known, tmp_path / "bob")["summary"]["account"]
        assert account["input"]["runs"] == 2
        (own,) = accounts(Workspace(folder, "bob")).values()
        assert own.runs == 1


def test_each_run_is_drawn_anew(tmp_path):
    drawn = {
        verbs.anonymize(patients(), keys(acknowledge=[AGAIN])).suppressed.tobytes()
        for _ in range(5)
    }
    assert len(drawn) == 5


def test_a_repeatable_run_is_marked_as_not_private():
    runs = [
        verbs.anonymize(patients(), keys(acknowledge=[AGAIN], reproducible=True, seed=4))
        for _ in range(2)
    ]
    assert runs[0].table.equals(runs[1].table)
    assert any("not private" in warning for warning in runs[0].summary["warnings"])


@pytest.mark.parametrize("quality", ["loss", "precision", "discernibility", "average-class-size"])
def test_a_search_chooses_levels_within_its_budget(quality):
    asked = keys(promise={"steps": 6, "search_epsilon": 0.5}, quality={"model": quality})
    summary = verbs.anonymize(patients(), asked).summary
    assert 1 < summary["candidates_checked"] <= summary["lattice_size"] == 8
    assert summary["account"]["spent"] == {"epsilon": 1.0, "delta": 0.001}


def test_a_search_with_far_too_much_budget_finds_good_levels():
    target = {**WARD, "target": True}
    asked = keys(
        columns={"age": AGES, "ward": target},
        promise={"epsilon": 101, "search_epsilon": 100, "steps": 12},
        quality={"model": "classification"},
        acknowledge=[AGAIN],
    )
    found = [verbs.anonymize(patients(2000), asked).summary["levels"]["ward"] for _ in range(3)]
    assert found == [0] * 3  # others have a chance of less than e^-30


def test_every_record_has_exactly_the_same_chance():
    chance = Fraction(2**63 + 2**61, 2**64)
    drawn = draw_exactly(400_000, chance, None)
    assert abs(drawn.mean() - float(chance)) < 0.005  # seven standard deviations
    assert draw_exactly(5, Fraction(0), None).sum() == 0
    with pytest.raises(ValueError, match="whole numbers"):
        draw_exactly(5, Fraction(3, 5), None)


def test_a_million_records_are_drawn_at_once():
    assert len(draw_exactly(1_000_000, Fraction(1, 2), (1, 2))) == 1_000_000


def test_values_outside_their_domain_are_missing_whoever_else_has_them():
    table = patients().with_columns(
        pl.when(pl.int_range(pl.len()) % 3 == 0).then(pl.lit("200")).otherwise("age").alias("age")
    )
    release = verbs.anonymize(table, keys(promise={"levels": {"age": 2, "ward": 1}}))
    shown = release.table.filter(pl.Series(~release.suppressed))
    assert shown["age"].null_count() > 34
    assert set(shown["age"].drop_nulls()) <= {"[0, 40[", "[40, 80["}
    assert any("not in its hierarchy" in warning for warning in release.summary["warnings"])


def test_a_table_that_is_too_small_gives_an_empty_release_and_no_error(tmp_path):
    for count in (1, 5):
        release = verbs.anonymize(patients(count), keys(acknowledge=[AGAIN]))
        assert release.suppressed.all()


def test_two_spellings_of_a_value_are_not_told_apart():
    ages = [f"0{20 + at % 2}" if at % 4 < 2 else str(20 + at % 2) for at in range(400)]
    table = pl.DataFrame({"age": ages})
    release = verbs.anonymize(table, keys(columns={"age": AGES}, promise={"degree": "none"}))
    shown = release.table.filter(pl.Series(~release.suppressed))
    assert set(shown["age"]) == {"20", "21"}


# What is spent


def test_a_run_spends_once_and_shows_the_balance_before(study, tmp_path):
    told = []
    verbs.run(study(), tmp_path / "one", tell=told.append)
    assert "0 runs on these people so far" in told[0]
    assert "adds epsilon 1, delta 0.001" in told[0]
    summary = json.loads((tmp_path / "one" / "summary.json").read_text())
    assert summary["account"]["input"] == {"epsilon": 1.0, "delta": 0.001, "runs": 1}
    spent = balance(workspace_of(tmp_path), content_identity(patients()))
    assert (spent.epsilon, spent.delta, spent.runs) == (1, Fraction(1, 1000), 1)


def test_the_report_tells_the_steward_what_was_spent(study, tmp_path):
    verbs.run(study(), tmp_path / "run")
    page = (tmp_path / "run" / "report.html").read_text()
    assert "This release spent epsilon 1 and delta 0.001 of its input" in page
    assert "by at most the factor e^1, except with the chance 0.001" in page
    assert "Levels were fixed beforehand or drawn by chance" in page


def test_spending_twice_is_refused_until_the_study_says_so(study, tmp_path):
    verbs.run(study(), tmp_path / "one")
    with pytest.raises(StudyError, match=AGAIN):
        verbs.run(study(), tmp_path / "two")
    with pytest.raises(StudyError, match=AGAIN):
        verbs.check(study())
    assert not (tmp_path / "two").exists()
    report = verbs.run(study(acknowledge=[AGAIN]), tmp_path / "two")
    assert report["summary"]["account"]["input"]["runs"] == 2


def test_of_two_runs_at_the_same_time_one_is_refused(study, tmp_path, monkeypatch):
    path, real = study(), places.verify_files

    def meanwhile(*given, **named):
        monkeypatch.setattr(places, "verify_files", real)
        verbs.run(path, tmp_path / "other")
        return real(*given, **named)

    monkeypatch.setattr(places, "verify_files", meanwhile)
    with pytest.raises(StudyError, match=AGAIN):
        verbs.run(path, tmp_path / "run")
    assert (tmp_path / "other").exists()
    assert not (tmp_path / "run").exists()


def test_a_run_that_fails_or_only_looks_spends_nothing(study, tmp_path, monkeypatch):
    path = study()
    assert any("adds epsilon 1" in warning for warning in verbs.check(path))

    def broken(*_, **__):
        raise StudyError("no")

    with monkeypatch.context() as patched:
        patched.setattr(places, "verify_files", broken)
        with pytest.raises(StudyError, match="no"):
            verbs.run(path, tmp_path / "run")
    assert balance(workspace_of(tmp_path), content_identity(patients())).runs == 0


@pytest.mark.parametrize(
    "again",
    [
        lambda frame: frame,
        lambda frame: frame.reverse(),
        lambda frame: frame.select(reversed(frame.columns)),
        lambda frame: frame.with_columns(pl.col("age").cast(pl.Int64)),
    ],
    ids=["copy", "other order", "columns swapped", "numbers"],
)
@pytest.mark.parametrize("separator", [",", "\t"])
def test_the_same_records_stored_differently_have_one_account(study, tmp_path, again, separator):
    path = study()
    verbs.anonymize(again(patients()), keys())
    again(patients()).write_csv(
        tmp_path / "patients.csv", separator=separator, quote_style="always"
    )
    with pytest.raises(StudyError, match=AGAIN):
        verbs.run(path, tmp_path / "run")


def test_a_table_in_memory_spends_in_the_workspace_that_it_names(tmp_path):
    verbs.anonymize(patients(), keys(), workspace=tmp_path / "named")
    identity = content_identity(patients())
    assert balance(Workspace(tmp_path / "named"), identity).runs == 1
    assert balance(workspace_of(tmp_path), identity).runs == 0
    with pytest.raises(StudyError, match=AGAIN):
        verbs.anonymize(patients(), keys(), workspace=tmp_path / "named")


def test_the_same_content_in_memory_has_one_account():
    verbs.anonymize(patients(), keys())
    with pytest.raises(StudyError, match=AGAIN):
        verbs.anonymize(patients(), keys(promise={"degree": "high"}))


def test_a_hierarchy_of_exactly_the_values_that_occur_is_suspicious(tmp_path):
    rows = "".join(f"{age};{age // 40 * 40};*\n" for age in range(20, 80))
    (tmp_path / "age.csv").write_text(rows)
    age = {"role": "quasi-identifier", "hierarchy": str(tmp_path / "age.csv")}
    asked = keys(columns={"age": age}, acknowledge=[AGAIN])
    warnings = " ".join(verbs.anonymize(patients(), asked).summary["warnings"])
    assert "exactly the 60 values that occur" in warnings
    (tmp_path / "age.csv").write_text(rows + "80;80;*\n")
    warnings = " ".join(verbs.anonymize(patients(), asked).summary["warnings"])
    assert "values that occur" not in warnings


def test_what_weakens_the_promise_is_said(tmp_path):
    asked = keys(promise={"steps": 2, "final": "arx", "delta": 0.01})
    warnings = " ".join(verbs.anonymize(patients(), asked).summary["warnings"])
    assert "is not in epsilon" in warnings
    assert "far below one over the number of records" in warnings


# What is refused


def also(name, **column):
    return {**COLUMNS, name: column}


REFUSED = {
    "uncovered sensitive column": (
        {"columns": also("name", role="sensitive")},
        "columns.name: `differential-privacy` covers only columns that form classes",
    ),
    "uncovered insensitive column": (
        {"columns": also("name", role="insensitive")},
        "covers only columns that form classes",
    ),
    "pseudonym": (
        {
            "columns": also(
                "name",
                role="identifier",
                pseudonym={"method": "keyed-hash", "domain": "patients", "key": "k.key"},
            )
        },
        "differential privacy does not cover pseudonyms",
    ),
    "automatic hierarchy": (
        {"columns": {"age": {"role": "quasi-identifier", "hierarchy": {"builder": "automatic"}}}},
        "the builder `automatic` looks at the data",
    ),
    "no hierarchy": (
        {"columns": {"age": {"role": "quasi-identifier"}}},
        "one is made from the values that occur",
    ),
    "hierarchy of the values that occur": (
        {"columns": {"age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}}},
        "`masking` makes a row for each value that occurs",
    ),
    "intervals without ends": (
        {
            "columns": {
                "age": {**AGES, "hierarchy": {"builder": "intervals", "width": 20, "levels": 2}}
            }
        },
        "so it would depend on the data",
    ),
    "priorities by frequency": (
        {"columns": {"ward": {**WARD, "hierarchy": {"builder": "priorities"}}}},
        "`priorities` looks at the data",
    ),
    "microaggregation": (
        {
            "columns": also(
                "name", role="quasi-identifier", type="integer", aggregate={"function": "mean"}
            )
        },
        "an aggregate depends on the values of a class",
    ),
    "local recoding": ({"recoding": "local"}, "local levels depend on the data"),
    "subset": ({"subset": {"sample": 0.5}}, "subset: with `differential-privacy`"),
    "population": ({"population": {"size": 10_000}}, "no population plays a part"),
    "person": (
        {"columns": also("name", role="identifier"), "person": "name"},
        "records are protected, not people",
    ),
    "suppression limit": ({"suppression_limit": 0.1}, "a limit would tell about the data"),
    "search": ({"search": {"strategy": "exhaustive"}}, "chooses levels itself"),
    "seed": ({"seed": 7}, "whoever knows it could draw the same records again"),
    "blank records": ({"output": {"suppressed": "blank"}}, "number of suppressed records"),
    "order": ({"output": {"shuffle": False}}, "the order of records is not covered"),
    "levels of other columns": (
        {"promise": {"levels": {"age": 1, "wart": 1}}},
        "'wart', which is not a quasi-identifier. Did you mean 'ward'",
    ),
    "columns without level": ({"promise": {"levels": {"age": 1}}}, "says nothing about 'ward'"),
    "a loss without score": (
        {"promise": {"steps": 3}, "quality": {"model": "ambiguity"}},
        "nobody knows how much one record changes 'ambiguity'",
    ),
    "a loss with settings": (
        {"promise": {"steps": 3}, "quality": {"model": "loss", "gs_factor": 0.2}},
        "quality.gs_factor: the score of a private search has no such setting",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_would_void_the_guarantee_is_refused_with_the_reason(what):
    more, reason = REFUSED[what]
    with pytest.raises(StudyError) as refused:
        Study.of(keys(**more))
    assert any(reason in problem for problem in refused.value.problems)


@pytest.mark.parametrize(
    "other",
    [{"model": "average-risk", "threshold": 0.1}, {"model": "sample-uniqueness", "threshold": 0}],
    ids=lambda other: other["model"],
)
def test_promises_that_look_at_more_than_one_class_are_refused(other):
    asked = keys()
    asked["privacy"] = [*asked["privacy"], other]
    with pytest.raises(StudyError, match="looking at more than the size of single classes"):
        Study.of(asked)


def test_k_anonymity_may_ask_for_larger_classes():
    asked = keys()
    asked["privacy"] = [*asked["privacy"], {"model": "k-anonymity", "k": 50}]
    summary = verbs.anonymize(patients(), asked).summary
    assert summary["classes"]["min"] is None or summary["classes"]["min"] >= 50


def test_no_limit_may_be_said():
    Study.of(keys(suppression_limit=1))


def test_a_level_that_the_column_may_not_have_is_refused():
    age = {**AGES, "max_level": 1}
    asked = keys(columns={"age": age, "ward": WARD}, promise={"levels": {"age": 2, "ward": 0}})
    with pytest.raises(StudyError, match="level 2 of 'age' is not between its lowest, 0"):
        verbs.anonymize(patients(), asked)


def test_frontiers_and_exported_models_are_refused(study, tmp_path):
    with pytest.raises(StudyError, match="more than `differential-privacy` may tell"):
        frontier(study(), tmp_path / "frontier")
    asked = study(columns={"age": AGES, "ward": {**WARD, "target": True}}, evaluate={"folds": 2})
    with pytest.raises(StudyError, match="another release without counting it"):
        export_model(asked, tmp_path / "model.shoal")


def test_models_learn_from_the_run_and_are_judged_on_all_records(study, tmp_path):
    target = {**WARD, "target": True}
    asked = study(
        columns={"age": AGES, "ward": target},
        promise={"levels": {"age": 1, "ward": 0}, "epsilon": 2, "delta": 0.1},
        evaluate={"models": [{"model": "zero-r"}], "folds": 2},
    )
    with pytest.raises(StudyError, match="a draw that nobody has"):
        evaluate(asked)
    verbs.run(asked, tmp_path / "run")
    report = evaluate(asked, tmp_path / "run")
    assert report["learning"]["records"]["tested"] == 400


def test_what_may_be_shared_says_nothing_but_the_release(study, tmp_path):
    verbs.run(study(), tmp_path / "run")
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert {name for name in names if name.startswith(("draft", "rele"))} == {"draft.csv"}
    facts = (tmp_path / "run" / "certificate.json").read_text("utf-8")
    # How many there were is not covered by epsilon; fingerprints and times may have such digits.
    assert re.search(r"(?<![\w.:])400(?!\w)", facts) is None
    lines = (tmp_path / "run" / "draft.csv").read_text().splitlines()
    assert lines[0] == "age,ward"
    assert set(lines[1:]) <= {'"[0, 40[",*', '"[40, 80[",*'}


def test_a_release_that_was_changed_later_is_refused(study, tmp_path):
    verbs.run(study(), tmp_path / "run")
    path = tmp_path / "run" / "draft.csv"
    text = path.read_text()
    assert verbs.verify_run(tmp_path / "run").holds
    path.write_text(text.replace("[40, 80[", "[80, 120[", 1))  # nobody was that old
    assert not verbs.verify_run(tmp_path / "run").holds
    path.write_text(text + '"[40, 80[",*\n' * 400)
    assert not verbs.verify_run(tmp_path / "run").holds
    path.write_text("\n".join(text.splitlines()[:20]) + "\n")  # a class below k
    assert not verbs.verify_run(tmp_path / "run").holds


def test_no_order_of_the_input_is_left(study, tmp_path):
    path = study(promise={"levels": {"age": 2, "ward": 0}, "delta": 0.1, "epsilon": 3})
    verbs.run(path, tmp_path / "run")
    wards = pl.read_csv(tmp_path / "run" / "draft.csv")["ward"].to_numpy()
    assert len(wards) > 100
    assert np.count_nonzero(wards[1:] == wards[:-1]) > 10  # the input never repeats a ward


CHANGES = {
    "an unused column is renamed": lambda frame: frame.rename({"name": "who"}),
    "an unused column is dropped": lambda frame: frame.drop("name"),
    "trailing blanks": lambda frame: frame.with_columns(pl.col("name") + " "),
    "34.0 for 34": lambda frame: frame.with_columns(pl.col("visit") + ".0"),
    "upper case": lambda frame: frame.with_columns(pl.col("name").str.to_uppercase()),
    "somebody is missing": lambda frame: frame[1:],
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_same_people_in_another_file_have_one_account(tmp_path, change):
    """Ages and wards alone, of which many people have the same, tell nobody apart."""
    people = patients().with_columns(visit=pl.int_range(1000, 1400).cast(pl.String))
    verbs.anonymize(people, keys())
    other, asked = CHANGES[change](people), keys()
    with pytest.raises(StudyError, match=r"epsilon 1 and delta 0\.001 were spent on these people"):
        verbs.anonymize(other, asked)
    again = verbs.anonymize(other, {**asked, "acknowledge": [AGAIN]})
    assert again.summary["account"]["input"]["runs"] == 2
    assert [one.runs for one in accounts(workspace_of(tmp_path)).values()] == [2]


def test_other_people_have_an_account_of_their_own(tmp_path):
    """The same ages and wards, but nobody of the first table is in the second."""
    first = patients().with_columns(visit=pl.int_range(1000, 1400).cast(pl.String))
    second = first.with_columns(
        name=pl.concat_str(pl.lit("q"), "name"), visit=pl.int_range(2000, 2400).cast(pl.String)
    )
    verbs.anonymize(first, keys())
    verbs.anonymize(second.rename({"visit": "stay"}), keys())
    assert [one.runs for one in accounts(workspace_of(tmp_path)).values()] == [1, 1]


def test_an_account_whose_key_is_gone_is_not_paid_anew(tmp_path):
    """Without the key nobody would know these people again in another file."""
    verbs.anonymize(patients(), keys())
    (tmp_path / "workspace" / "workspace.key").unlink()
    with pytest.raises(StudyError, match="Put the file back from a backup"):
        verbs.anonymize(patients().reverse(), keys())
