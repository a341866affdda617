import pytest

from shoal.data.query import Comparison, Junction, Negation, fields_of, parse_query
from shoal.errors import StudyError


def test_a_comparison_has_a_field_an_operator_and_a_value():
    assert parse_query("age >= 18") == Comparison("age", ">=", "18")
    assert parse_query("sex='f'") == Comparison("sex", "=", "f", quoted=True)
    assert parse_query('"native country" != United-States') == Comparison(
        "native country", "!=", "United-States"
    )


def test_and_binds_more_tightly_than_or():
    found = parse_query("a = 1 or b = 2 and c = 3")
    assert isinstance(found, Junction)
    assert found.word == "or"
    assert found.parts[1] == Junction("and", (Comparison("b", "=", "2"), Comparison("c", "=", "3")))


def test_parentheses_and_not():
    found = parse_query("NOT (a = 1 Or b = 2)")
    assert found == Negation(Junction("or", (Comparison("a", "=", "1"), Comparison("b", "=", "2"))))
    assert fields_of(found) == ["a", "b"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", "at the end: expected a column"),
        ("age", "at the end: expected one of <="),
        ("age 18", "at part 2: expected one of <="),
        ("age = ", "at the end: expected a value"),
        ("age = 18 sex = f", "at part 4: expected `and`, `or` or the end"),
        ("(age = 18", "at the end: expected a closing parenthesis"),
        ("age ! 18", "`!` without `=`"),
        ("age = 'f", "quote that does not end"),
    ],
)
def test_a_malformed_query_says_where_and_quotes_nothing(query, expected):
    with pytest.raises(StudyError, match="query") as caught:
        parse_query(query)
    assert expected in str(caught.value)
    assert "18" not in str(caught.value)


@pytest.mark.parametrize(("before", "after"), [("(", ")"), ("not ", "")])
def test_a_query_may_be_nested_but_not_without_end(before, after):
    def nested(depth):
        return before * depth + "age = 1" + after * depth

    assert fields_of(parse_query(nested(100))) == ["age"]
    assert len(fields_of(parse_query(" and ".join([f"({nested(50)})"] * 9)))) == 1
    with pytest.raises(StudyError, match="more than 100 parentheses or `not` within each other"):
        parse_query(nested(101))


def test_a_long_query_is_read_in_one_go():
    assert fields_of(parse_query(" and ".join(["age = 1"] * 50_000) + " " * 50_000)) == ["age"]
