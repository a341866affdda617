"""Every action does what its command does, with ids instead of paths; done here without workers."""

import re
from pathlib import Path

import pytest

from shoal.errors import DataError, StudyError, UndecidedError
from shoal.ledger.workspace import Workspace, use_everywhere
from shoal.server import stored
from shoal.server.actions import ACTIONS, Call, answer, perform
from shoal.server.stored import NotFound
from shoal.server.stored.ids import new_id
from shoal.server.stored.job_files import files_of
from shoal.server.stored.job_rows import add_job, mark_done, take_next
from shoal.server.stored.reading import read_here
from shoal.server.stored.run_rows import insert_run

AGES = ("31", "34", "35", "38", "62", "64", "67", "69")
TABLE = "id,age,sex,dis\n" + "".join(
    f"p{at}{age}{sex}1234,{age},{sex},{'flu' if age < '5' else 'hiv'}\n"
    for at in range(2)
    for age in AGES
    for sex in "fm"
)
AGE = [[age, f"{age[0]}x", "*"] for age in AGES]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    return Workspace(tmp_path_factory.mktemp("actions") / "workspace", "ann")


@pytest.fixture
def do(workspace, tmp_path):
    """Does an action as a worker does; gives the id of the job and the result."""

    def do(name, **arguments):
        add_job(workspace, "ann", name, arguments, 60, 50)
        id = take_next(workspace, 1).id
        with use_everywhere(workspace):
            folder = tmp_path / id
            folder.mkdir()
            call = Call(workspace, id, folder)
            made = perform(call, name, arguments)
        with workspace.transaction() as connection:
            mark_done(connection, id, "{}")
            if made.run is not None:
                insert_run(connection, made.run)
        if made.files:
            files_of(workspace, id).parent.mkdir(exist_ok=True)
            call.files.rename(files_of(workspace, id))
        return id, made.result

    return do


@pytest.fixture
def table(workspace):
    made = stored.keep_table(workspace, "ann", "t.csv", [TABLE.encode()], reader=read_here)
    return made.id


@pytest.fixture
def study(workspace, table):
    body = {
        "data": {"table": table},
        "columns": {
            "id": {"role": "identifier"},
            "age": {"role": "quasi-identifier", "hierarchy": {"lines": AGE}},
            "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
            "dis": {"role": "sensitive", "target": True},
        },
        "privacy": [{"model": "k-anonymity", "k": 4}],
        "evaluate": {"models": ["naive-bayes"], "folds": 2},
    }
    return stored.keep_study(workspace, "ann", body).id


def names(workspace, id):
    return sorted(path.name for path in files_of(workspace, id).iterdir())


def test_a_table_is_profiled_and_the_proposal_can_be_kept_and_run(do, workspace, table):
    id, found = do("profile", table=table, page=True)
    assert [column["name"] for column in found["columns"]] == ["id", "age", "sex", "dis"]
    assert names(workspace, id) == ["profile.html"]
    assert found["study"]["data"]["table"] == table
    kept = stored.keep_study(workspace, "ann", found["study"])
    assert found["study"]["columns"]["dis"]["role"] == "undecided"
    with pytest.raises(UndecidedError, match="'dis'"):
        do("check", study=kept.id)
    decided = stored.change_study(workspace, "ann", kept.id, {**kept.body, "undecided": "drop"})
    assert "not released" in do("check", study=decided.id)[1]["warnings"][0]
    upgraded = do("study-upgrade", study=decided.id)[1]
    assert upgraded == {"additions": [], "study": decided.body}


def test_a_run_is_measured_verified_attacked_certified(do, workspace, table, study):
    run, made = do("run", study=study)
    assert made["summary"]["levels"] == {"age": 1, "sex": 0}
    assert do("verify", run=run)[1]["holds"] is True
    assert do("risk", run=run, study=study, models=True)[1]["classes"]["min"] >= 4
    assert do("risk", table=table, study=study, before=table)[1]["before"]["records"] == 32
    assert do("compare", before=table, run=run, study=study)[1]["output"]["records"] == 32
    own = do("compare", before=table, run=run, own_study=True)[1]
    assert own["roles"]["age"] == "quasi-identifier"
    assert do("risk", run=run, own_study=True)[1]["quasi_identifiers"] == ["age", "sex"]
    with pytest.raises(StudyError, match="own_study"):
        do("risk", table=table, own_study=True)
    assert do("attack", run=run)[1]["attacks"]
    assert "certificate.html" in do("certificate", run=run)[1]["files"]
    assert do("evaluate", study=study, run=run)[1]["learning"]["targets"]
    assert do("align", run=run)[1]


def test_a_run_is_given_and_says_to_whom(do, workspace, study):
    run, _ = do("run", study=study)
    _, given = do("give", run=run, to="the registry", note="as agreed")
    assert given == {"run": run, "release": given["release"], "given": given["given"]}
    [one] = [one for one in answer(workspace, "ledger", {}) if one["id"] == given["release"]]
    assert one["state"] == "released"
    assert [(giving["to"], giving["note"]) for giving in one["given"]] == [
        ("the registry", "as agreed")
    ]
    assert do("verify", run=run)[1]["holds"] is True
    assert do("align", run=run)[1]


def test_candidates_are_listed_the_best_first(do, study):
    _, found = do("candidates", study=study)
    assert found["lattice_size"] == 6
    first, *_ = found["candidates"]
    assert (first["levels"], first["accepted"]) == ({"age": 1, "sex": 0}, True)
    losses = [one["loss"] for one in found["candidates"] if one["accepted"]]
    assert losses == sorted(losses)
    assert [one["accepted"] for one in found["candidates"]].count(False) == 1


def test_candidates_of_other_promises_are_looked_at_one_by_one(do, workspace, study):
    body = stored.study(workspace, "ann", study).body
    two = [*body["privacy"], {"model": "distinct-l-diversity", "column": "dis", "l": 2}]
    other = stored.keep_study(workspace, "ann", {**body, "privacy": two})
    _, found = do("candidates", study=other.id)
    accepted = [one["levels"] for one in found["candidates"] if one["accepted"]]
    assert accepted == [{"age": 2, "sex": 0}, {"age": 2, "sex": 1}]


def test_a_sweep_is_a_frontier_with_a_page(do, workspace, study):
    id, found = do("frontier", study=study, maximum_k=8, page=True)
    assert found["maximum_k"] == 8
    assert names(workspace, id) == ["frontier.html"]


def test_hierarchies_are_built_shown_edited_validated_and_exported(do, workspace, table, study):
    settings = {"builder": "intervals", "width": 10}
    _, built = do("hierarchy-build", table=table, column="age", settings=settings)
    shown = do("hierarchy-show", hierarchy=built["hierarchy"])[1]
    assert shown["lines"] == built["lines"]
    labels = sorted({line[1] for line in shown["lines"]})
    rename = [f"{labels[0]} = young"]
    _, edited = do("hierarchy-edit", hierarchy=built["hierarchy"], rename=rename)
    assert "young" in {line[1] for line in edited["lines"]}
    checked = {"hierarchy": edited["hierarchy"], "table": table, "column": "age"}
    assert do("hierarchy-validate", **checked)[1]["problems"] == []
    id, exported = do("hierarchy-export", study=study)
    assert exported["files"] == names(workspace, id) == ["age.csv", "sex.csv"]
    preview = do("hierarchy-build", table=table, column="age", settings=settings, keep=False)[1]
    assert "hierarchy" not in preview


def test_unknown_values_are_told_to_whoever_has_the_table_and_to_nobody_else(workspace, study):
    body = stored.study(workspace, "ann", study).body
    age = {"role": "quasi-identifier", "hierarchy": {"lines": AGE[1:]}}
    less = stored.keep_study(workspace, "ann", {**body, "columns": {**body["columns"], "age": age}})
    found = answer(workspace, "hierarchy-unknown", {"study": less.id})
    assert found == {"unknown": [{"column": "age", "value": "31", "records": 4}], "values": 1}
    assert answer(workspace, "hierarchy-unknown", {"study": study})["values"] == 0
    with pytest.raises(NotFound):
        answer(Workspace(workspace.folder, "bob"), "hierarchy-unknown", {"study": less.id})


def test_a_builder_of_a_remote_person_names_no_file(do, table):
    with pytest.raises(StudyError, match="`path` is not available here"):
        do("hierarchy-build", table=table, column="age", settings={"path": "/etc/passwd"})
    with pytest.raises(DataError, match="no column"):
        do("hierarchy-build", table=table, column="aeg", settings={})


def test_models_and_mappings_are_saved_and_predict(do, workspace, table, study):
    model, told = do("export-model", study=study, scorer=True)
    assert told["files"] == ["model.shoal", "scorer.py"]
    id, found = do("predict", model=model, table=table)
    assert (found["records"], names(workspace, id)) == (32, ["predictions.csv"])
    mapping, _ = do("export-mapping", study=study)
    assert names(workspace, mapping) == ["mapping.json"]
    with pytest.raises(NotFound, match="no such file"):
        do("predict", model=mapping, table=table)


def test_models_and_settings_are_compared(do, workspace, study):
    settings = {"strict": {"privacy": [{"model": "k-anonymity", "k": 8}]}}
    id, found = do("benchmark", study=study, settings=settings, outer=2, inner=2)
    assert found["candidates"]
    assert "benchmark.json" in names(workspace, id)
    with pytest.raises(StudyError, match="not available"):
        do("benchmark", study=study, settings={"x": {"output": {"url": "sqlite:///x"}}})


def test_steps_by_hand_lead_somewhere(do, study):
    method = {"name": "argus", "bin_size": 4, "identifying": {"age": 2, "sex": 2}}
    done = [{"do": "set-level", "column": "age", "level": 1}]
    _, found = do("steps", study=study, method=method, steps=done)
    levels = {column["name"]: column["level"] for column in found["columns"]}
    assert (found["steps"], levels) == (done, {"age": 1, "sex": 0})


def test_a_person_teaches_with_one_answer_after_another(do, workspace):
    """Questions need a table with something to ask about."""
    lines = [f"{20 + 7 * at % 60},{100 + 13 * at % 90},{at % 5}\n" for at in range(120)]
    content = ("age,zip,ward\n" + "".join(lines)).encode()
    table = stored.keep_table(workspace, "ann", "many.csv", [content], reader=read_here)
    column = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
    columns = dict.fromkeys(("age", "zip", "ward"), column)
    promise = {"privacy": [{"model": "k-anonymity", "k": 3}], "suppression_limit": 0.5}
    body = {"data": {"table": table.id}, "columns": columns, **promise}
    study = stored.keep_study(workspace, "ann", body).id
    _, first = do("teach", study=study)
    number = first["question"]["number"]
    _, second = do("teach", study=study, state=first["state"], answer="first", number=number)
    assert second["question"]["number"] == number + 1
    assert second["learned"]["answers"] == 1
    with pytest.raises(StudyError, match="state"):
        do("teach", study=study, answer="first")


def test_the_ledger_is_answered_at_once(do, workspace, study):
    run, _ = do("run", study=study)
    release = stored.run(workspace, "ann", run).release
    listed = answer(workspace, "ledger", {})
    assert release in {one["id"] for one in listed}
    shown = answer(workspace, "ledger-show", {"release": release})
    assert str(workspace.folder) not in str({**shown, "study": None})
    assert answer(workspace, "ledger-account", {}) == []
    held = answer(workspace, "ledger-forget", {"person": "p031f1234"})
    assert {one["shown"] for one in held if one["release"] == release} == {1}
    answer(workspace, "ledger-withdraw", {"release": release})
    assert answer(workspace, "ledger-show", {"release": release})["state"] == "withdrawn"
    assert answer(Workspace(workspace.folder, "bob"), "ledger", {}) == []
    with pytest.raises(StudyError, match="Submit it as a job"):
        answer(workspace, "run", {"study": study})


def test_pseudonyms_are_looked_up_on_record(do, workspace, study):
    key = stored.make_key(workspace, "ann", "people")
    body = stored.study(workspace, "ann", study).body
    format = {"method": "surrogate", "domain": "people", "key": key.id}
    columns = {**body["columns"], "id": {"role": "identifier", "pseudonym": format}}
    other = stored.keep_study(workspace, "ann", {**body, "columns": columns})
    run, _ = do("run", study=other.id)
    release = workspace.folder / "runs" / run / "draft.csv"
    header, line, *_ = release.read_text().splitlines()
    shown = line.split(",")[header.split(",").index("id")]
    asked = {"run": run, "column": "id", "pseudonyms": [shown], "reason": "a test"}
    [found] = answer(workspace, "reidentify", asked)["found"]
    assert f"\n{found}," in TABLE


def test_models_are_listed_with_their_schemas(workspace):
    listed = answer(workspace, "models", {})
    [one] = [one for one in listed if one["name"] == "k-anonymity"]
    assert one["schema"]["properties"]["k"]


@pytest.mark.slow
def test_the_example_can_be_kept_and_run(do):
    _, made = do("demo")
    assert do("run", study=made["study"])[1]["summary"]["suppressed_records"] > 0


TRIED = re.compile(r"""\b(?:do|perform|answer)\((?:.+, )?"([a-z-]+)\"""")


def test_every_action_was_tried():
    """Here, or in another test of the service."""
    texts = (path.read_text("utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))
    assert set(ACTIONS) - {name for text in texts for name in TRIED.findall(text)} == set()


def test_ids_are_what_new_ids_are():
    assert len(new_id()) == 32
