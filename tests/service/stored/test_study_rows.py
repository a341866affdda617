"""Studies are checked when they are kept; hierarchies in them become stored ones."""

import pytest

from shoal.errors import StudyError
from shoal.server import stored
from shoal.server.stored import Limits, NotFound, QuotaExceeded, TooLarge
from shoal.server.stored.job_rows import add_job, end_job, list_jobs


def test_a_study_is_kept_with_ids_instead_of_lines(workspace, body):
    made = stored.keep_study(workspace, "ann", body, "my study")
    kept = made.body["columns"]["age"]["hierarchy"]
    [hierarchy] = stored.tables(workspace, "ann", "hierarchy")
    assert kept == {"table": hierarchy.id}
    assert (made.name, made.table) == ("my study", body["data"]["table"])
    assert stored.study(workspace, "ann", made.id) == made


def test_equal_hierarchies_are_kept_once(workspace, body):
    stored.keep_study(workspace, "ann", body)
    stored.keep_study(workspace, "ann", body)
    assert len(stored.tables(workspace, "ann", "hierarchy")) == 1


def test_a_study_that_gets_another_table_leaves_what_was_found_in_the_first(workspace, keep, body):
    made = stored.keep_study(workspace, "ann", body)
    named = [{"study": made.id}, {"study": made.id, "run": "0" * 32}, {"study": made.id}]
    jobs = [add_job(workspace, "ann", "teach", one, 1.0, 9) for one in named]
    for one in jobs[:2]:
        end_job(workspace, one.id, "failed")
    stored.change_study(workspace, "ann", made.id, {**made.body, "suppression_limit": 0.5})
    assert len(list_jobs(workspace, "ann")) == 3
    stored.change_study(workspace, "ann", made.id, {**made.body, "data": {"table": keep().id}})
    assert [one.id for one in list_jobs(workspace, "ann")] == [jobs[1].id, jobs[2].id]


def test_a_study_is_changed_in_its_place(workspace, body):
    made = stored.keep_study(workspace, "ann", body, "first")
    other = {**made.body, "suppression_limit": 0.5}
    changed = stored.change_study(workspace, "ann", made.id, other)
    assert stored.studies(workspace, "ann") == [changed]
    assert (changed.id, changed.name, changed.body["suppression_limit"]) == (made.id, "first", 0.5)


def test_a_study_gets_another_name_even_without_its_table(workspace, body):
    made = stored.keep_study(workspace, "ann", body, "first")
    stored.forget_table(workspace, "ann", made.table)
    assert stored.rename_study(workspace, "ann", made.id, "folder/second").name == "second"
    assert stored.study(workspace, "ann", made.id).body == made.body
    with pytest.raises(NotFound):
        stored.rename_study(workspace, "bob", made.id, "mine")


def test_everything_wrong_is_told_and_nothing_is_kept(workspace, body):
    wrong = {**body, "privacy": [{"model": "k-anonymity", "k": 1}], "colums": {}}
    with pytest.raises(StudyError) as told:
        stored.keep_study(workspace, "ann", wrong)
    assert "privacy" in str(told.value)
    assert "colums" in str(told.value)
    assert stored.studies(workspace, "ann") == []


def test_nobody_else_finds_it(workspace, body):
    made = stored.keep_study(workspace, "ann", body)
    for attempt in (stored.study, stored.forget_study):
        with pytest.raises(NotFound):
            attempt(workspace, "bob", made.id)
    with pytest.raises(NotFound):
        stored.change_study(workspace, "bob", made.id, body)
    stored.forget_study(workspace, "ann", made.id)
    assert stored.studies(workspace, "ann") == []


@pytest.mark.parametrize("lines", [[], "a;b", [["a", 1]], [["a"], "b"], None])
def test_lines_are_lists_of_texts(workspace, body, lines):
    body["columns"]["age"]["hierarchy"] = {"lines": lines}
    with pytest.raises(StudyError):
        stored.keep_study(workspace, "ann", body)


def test_a_huge_study_is_refused(workspace, body):
    with pytest.raises(TooLarge):
        stored.keep_study(workspace, "ann", body, limits=Limits(study_bytes=100))


def test_an_owner_keeps_only_so_many_studies(workspace, body):
    stored.keep_study(workspace, "ann", body, limits=Limits(owner_studies=1))
    with pytest.raises(QuotaExceeded):
        stored.keep_study(workspace, "ann", body, limits=Limits(owner_studies=1))


def test_what_is_no_json_is_refused(workspace, body):
    with pytest.raises(StudyError, match="no JSON"):
        stored.keep_study(workspace, "ann", {**body, "seed": float("nan")})
