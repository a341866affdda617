"""What a study says about a column fits its role, whatever it said before."""

import pytest

from shoal.errors import DataError
from shoal.study.study import Study
from shoal.web.pages.data.deciding import person_words, undecided_columns
from shoal.web.pages.data.edits import (
    MOST,
    accept_all,
    date_format,
    keys_for_role,
    set_role,
    set_type,
    sort_values,
)
from shoal.web.pages.data.lines import count_roles, lines, suggestion
from shoal.web.pages.explore.run_part import missing_decisions

BUILDER = {"builder": "intervals", "width": 5}
AGE = {"role": "quasi-identifier", "type": "integer", "hierarchy": BUILDER}
FULL = {**AGE, "weight": 2.0, "min_level": 1, "max_level": 3, "target": True}
ROLES = ("identifier", "quasi-identifier", "sensitive", "insensitive", "undecided")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("second", ROLES)
def test_any_role_can_follow_any_other(role, second):
    body = {"columns": {"age": dict(FULL), "sex": {**AGE, "type": "string"}}}
    for each in (role, second):
        set_role(body, ["age"], each, {})
    Study.of({"data": "x.csv", "privacy": [{"model": "k-anonymity", "k": 2}], **body})
    assert body["columns"]["age"]["role"] == second


def test_a_quasi_identifier_gets_the_proposed_hierarchy_or_an_automatic_one():
    assert keys_for_role({"role": "sensitive"}, "quasi-identifier", AGE)["hierarchy"] == BUILDER
    automatic = keys_for_role({"role": "sensitive"}, "quasi-identifier", {})["hierarchy"]
    assert automatic == {"builder": "automatic"}
    assert keys_for_role(FULL, "quasi-identifier", {}) == FULL


def test_a_column_without_a_role_is_not_in_the_study():
    body = {"columns": {"age": dict(AGE), "sex": dict(AGE)}}
    set_role(body, ["age", "nobody"], "", {})
    assert list(body["columns"]) == ["sex"]


def test_another_type_makes_the_hierarchy_anew():
    body = {"columns": {"age": dict(FULL)}}
    assert set_type(body, "age", "ordered", {"order": ["1", "2"]})
    found = body["columns"]["age"]
    assert (found["type"], found["order"], found["hierarchy"]["builder"]) == (
        "ordered",
        ["1", "2"],
        "automatic",
    )
    assert "min_level" not in found
    assert set_type(body, "age", "string", {})
    assert "type" not in body["columns"]["age"]
    assert "order" not in body["columns"]["age"]


def test_accepting_everything_keeps_what_was_said_about_a_column_of_that_role():
    body = {"columns": {"age": dict(FULL), "sex": {"role": "sensitive"}, "left": dict(AGE)}}
    accept_all(body, {"age": AGE, "sex": AGE})
    assert body["columns"] == {"age": FULL, "sex": AGE}


SEEN = {
    "name": "age", "type": "integer", "role": "insensitive", "reason": "nothing", "certain": False,
    "suspicions": [{"guard": "near-unique", "reason": "many differ"}],
    "distinct": 9, "distinct_share": 1.0, "missing": 0, "missing_share": 0.0, "sampled": False,
}  # fmt: skip


def test_lines_tell_what_was_found_said_and_suggested():
    profile = {"columns": [SEEN], "study": {"columns": {"age": AGE}}}
    told, other = lines(["age"], {"age": {"role": "sensitive"}, "gone": dict(AGE)}, profile)
    assert (told["role"], told["suggested"]["role"]) == ("sensitive", "quasi-identifier")
    assert told["warnings"] == ["Many differ."]
    assert told["facts"]["distinct"] == 9
    assert (other["name"], other["there"], other["facts"]) == ("gone", False, None)
    assert "ten quasi-identifiers" in suggestion("age", SEEN, {})["reason"]
    assert lines(["age"], {}, None)[0]["suggested"] is None
    (odd,) = lines(["age"], {"age": {"role": "sensitive", "type": "date"}}, profile)
    assert any("read as date" in one for one in odd["warnings"])
    assert count_roles({"a": AGE, "b": AGE}) == {"quasi-identifier": 2}


def test_an_order_is_that_of_numbers_where_all_are_numbers():
    assert sort_values("age", ["10", "9"]) == ["9", "10"]
    assert sort_values("age", ["b", "a", "10"]) == ["10", "a", "b"]
    with pytest.raises(DataError, match="distinct values"):
        sort_values("age", [str(at) for at in range(MOST + 1)])


def test_the_format_of_dates_is_the_one_that_was_seen():
    other = {**SEEN, "other_types": [{"type": "date", "format": "%d.%m.%Y", "share": 0.9}]}
    assert date_format("age", {"columns": [other]}) == {"format": "%d.%m.%Y"}
    assert date_format("age", None) == {}


PEOPLE = {"id": {"role": "identifier"}, "age": dict(AGE), "color": {"role": "undecided"}}


def test_a_person_that_is_no_identifier_any_more_is_asked_for_again():
    body = {"columns": {**PEOPLE}, "person": "id"}
    set_role(body, ["id"], "sensitive", {})
    assert "person" not in body
    body = {"columns": {**PEOPLE}, "person": False}
    set_role(body, ["id"], "sensitive", {})
    assert body["person"] is False


def test_accepting_everything_undoes_no_decision():
    body = {"columns": {**PEOPLE, "color": {"role": "sensitive"}}}
    accept_all(body, PEOPLE, "id")
    assert (body["columns"]["color"]["role"], body["person"]) == ("sensitive", "id")
    del body["columns"]["color"]
    body["person"] = False
    accept_all(body, PEOPLE, "id")
    assert "color" not in body["columns"]  # somebody dropped it
    assert body["person"] is False


def test_what_is_left_to_decide_is_said():
    assert undecided_columns(PEOPLE) == ["color"]
    profile = {"study": {"person": "id"}}
    assert [step for _, step in missing_decisions({"columns": PEOPLE}, profile)] == [
        "data",
        "promises",
    ]
    assert (
        missing_decisions({"columns": PEOPLE, "undecided": "drop", "person": False}, profile) == []
    )
    assert missing_decisions({"columns": {"id": PEOPLE["id"]}}, None) == []
    told = [person_words({**said}, profile) for said in ({"person": "id"}, {"person": False}, {})]
    assert [words.split()[0:3] for words in told] == [
        ["Promises", "count", "people,"],
        ["Promises", "count", "records,"],
        ["Undecided:", "id", "repeats."],
    ]
    assert person_words({}, None) == "Every record counts as a person."
