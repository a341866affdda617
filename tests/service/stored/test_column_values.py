"""A column and its hierarchy, looked at while somebody edits the study."""

import pytest

from shoal.errors import DataError
from shoal.server.stored import NotFound
from shoal.server.stored.column_levels import column_levels
from shoal.server.stored.column_values import column_values


@pytest.fixture
def seen(workspace, body):
    """The hierarchy of a column with other keys."""

    def seen(name, owner="ann", **keys):
        others = {**body["columns"], "age": {"role": "quasi-identifier"}}
        columns = {**others, name: {**others[name], **keys}}
        return column_levels(workspace, owner, {**body, "columns": columns}, name)

    return seen


INTERVALS = {"type": "integer", "hierarchy": {"builder": "intervals", "width": 20}}


def test_each_value_is_there_once_with_its_records(workspace, body):
    body["columns"]["dis"]["missing"] = ["hiv"]
    found = column_values(workspace, "ann", body | {"columns": body["columns"] | {
        "age": {"role": "quasi-identifier"}}}, "dis")  # fmt: skip
    assert (found.values.to_list(), found.counts.tolist()) == (["flu"], [3])
    assert (found.missing, found.records) == (3, 6)


def test_the_hierarchy_is_the_one_that_a_run_would_build(seen):
    found = seen("age", **INTERVALS)
    assert found.groups == [4, 3, 1]
    assert found.labels_of("34") == ["34", "[20, 40[", "*"]
    assert found.labels_of("35") is None
    assert [records.tolist() for records in found.records] == [[2, 1, 1, 2], [2, 1, 3], [6]]


def test_frequencies_count_records(seen):
    found = seen("age", hierarchy={"builder": "priorities", "levels": 2})
    assert found.labels_of("34") == ["34", "34", "*"]
    assert found.labels_of("45") == ["45", "*", "*"]


def test_without_a_hierarchy_the_automatic_one_is_seen(seen):
    assert seen("sex", hierarchy=None).lines() == [["f", "*"], ["m", "*"]]


def test_values_that_a_stored_hierarchy_does_not_have_are_named(workspace, body, keep):
    kept = keep("34;young\n45;young\n", kind="hierarchy", name="age.csv")
    body["columns"]["age"]["hierarchy"] = {"table": kept.id}
    assert column_levels(workspace, "ann", body, "age").absent == ["66", "70"]


def test_settings_that_do_not_fit_the_values_are_told(seen):
    with pytest.raises(DataError, match="are not"):
        seen("dis", type="integer")


def test_nobody_elses_table_is_seen(seen):
    with pytest.raises(NotFound):
        seen("sex", owner="bob")
