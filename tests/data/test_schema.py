from shoal.data.schema import ColumnOptions, Role, column_types

ROLES = ["identifier", "quasi-identifier", "sensitive", "insensitive", "undecided"]


def test_the_roles_are_those_of_the_study():
    assert list(Role) == ROLES


def test_a_column_is_text_unless_declared():
    assert column_types.name_of(ColumnOptions().type) == "string"


def test_the_types_are_those_of_the_study():
    assert list(column_types) == ["boolean", "date", "decimal", "integer", "ordered", "string"]
