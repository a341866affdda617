"""The action `steps`: what steps by hand lead to, whatever method the study has."""

import pytest

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.actions import Call, perform
from shoal.server.actions.by_hand import with_method

PEOPLE = b"age,sex\n34,m\n35,m\n36,f\n61,f\n66,f\n66,m\n"
COLUMN = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
ALL = {"name": "subcombinations", "bin_size": 3}
COARSER = {"do": "set-level", "column": "age", "level": 1}


VISITS = b"id,age,sex\n1,34,m\n1,35,m\n2,36,f\n2,61,f\n3,66,f\n3,66,m\n"


def test_a_study_that_counts_people_can_be_gone_through_all_the_same(tmp_path):
    workspace = Workspace(tmp_path / "workspace", "ann")
    table = stored.keep_table(workspace, "ann", "visits.csv", [VISITS])
    columns = {"id": {"role": "identifier"}, "age": COLUMN, "sex": COLUMN}
    promise = [{"model": "k-anonymity", "k": 2}]
    body = {"data": {"table": table.id}, "columns": columns, "privacy": promise, "person": "id"}
    study = stored.keep_study(workspace, "ann", body)
    (tmp_path / "call").mkdir()
    call = Call(workspace, "0" * 32, tmp_path / "call")
    found = perform(call, "steps", {"study": study.id, "method": ALL}).result
    assert found["effect"]["unsafe_records"] == 6
    assert found["effect"]["smallest_bin"] == 1  # of people
    kept = stored.keep_study(workspace, "ann", with_method(body, ALL))
    perform(call, "check", {"study": kept.id})
    assert with_method(body, ALL)["person"] == "id"


@pytest.fixture
def asked(tmp_path):
    """Asks for the action with a study that promises k-anonymity."""
    workspace = Workspace(tmp_path / "workspace", "ann")
    table = stored.keep_table(workspace, "ann", "people.csv", [PEOPLE])
    study = stored.keep_study(
        workspace,
        "ann",
        {
            "data": {"table": table.id},
            "columns": {"age": COLUMN, "sex": COLUMN},
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "suppression_limit": 0.5,
        },
    )
    folder = tmp_path / "call"
    folder.mkdir()
    call = Call(workspace, "0" * 32, folder)
    return lambda **more: perform(call, "steps", {"study": study.id, **more}).result


def test_without_steps_it_tells_what_is_rare_and_where_columns_stand(asked):
    found = asked(method=ALL)
    assert (found["steps"], found["undone"]) == ([], [])
    assert found["effect"]["unsafe_records"] == 6  # no age occurs three times
    assert found["columns"][0] == {"name": "age", "level": 0, "lowest": 0, "highest": 2}


def test_a_step_changes_levels_and_what_is_rare(asked):
    found = asked(method=ALL, steps=[COARSER], undone=[{"do": "blank-rare"}])
    assert found["columns"][0]["level"] == 1
    assert found["undone"] == [{"do": "blank-rare"}]
    # 3* and 6* are shared by three each; with the sex, three pairs are rare.
    assert found["effect"]["unsafe_combinations"] == {"2": 6}
    done = asked(method=ALL, steps=[COARSER, {"do": "blank-rare"}])
    assert done["effect"]["unsafe_records"] == 0
    assert sum(done["effect"]["blank_cells"].values()) > 0


def test_a_study_without_such_a_method_needs_one(asked):
    with pytest.raises(StudyError, match="by hand"):
        asked()


def test_a_step_that_cannot_be_done_is_refused_in_words(asked):
    with pytest.raises(StudyError, match="not between 0 and 2"):
        asked(method=ALL, steps=[{**COARSER, "level": 9}])
    with pytest.raises(StudyError, match="no steps"):
        asked(method=ALL, steps=[{"do": "jump"}])
