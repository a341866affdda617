"""Both readers of queries, written apart, agree on random queries."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data.query import Comparison, Junction, Negation, fields_of, parse_query
from shoal.errors import StudyError
from shoal.verify.query import columns_of, evaluate, to_postfix

ROWS = [(a, b) for a in range(3) for b in range(3)]
comparisons = st.builds(
    "{} {} {}".format, st.sampled_from(["a", '"b"']), st.sampled_from(["=", "<", ">=", "!="]),
    st.integers(0, 2),
)  # fmt: skip
queries = st.recursive(
    comparisons,
    lambda parts: st.one_of(
        st.builds("({})".format, parts),
        st.builds("not {}".format, parts),
        st.builds("{} and {}".format, parts, parts),
        st.builds("{} OR {}".format, parts, parts),
    ),
    max_leaves=6,
)
COMPARE = {"=": "__eq__", "<": "__lt__", ">=": "__ge__", "!=": "__ne__"}


def compared(column, operator, text):
    """Which rows satisfy one comparison."""
    return np.array(
        [getattr(row["ab".index(column)], COMPARE[operator])(int(text)) for row in ROWS]
    )


def descended(condition):
    """Which rows satisfy a condition that was read by recursive descent."""
    if isinstance(condition, Comparison):
        return compared(condition.field, condition.operator, condition.value)
    if isinstance(condition, Negation):
        return ~descended(condition.part)
    assert isinstance(condition, Junction)
    join = np.logical_and if condition.word == "and" else np.logical_or
    return join.reduce([descended(part) for part in condition.parts])


@given(queries)
def test_two_independent_readers_agree(query):
    shunted = evaluate(
        to_postfix(query), lambda test: compared(test.column, test.operator, test.text)
    )
    assert shunted.tolist() == descended(parse_query(query)).tolist()
    assert columns_of(query) == fields_of(parse_query(query))


@pytest.mark.parametrize(
    "query",
    ["", "a", "a =", "= 1", "a = 1 b = 2", "(a = 1", "a = 1)", "a = 1 and", "not", "'a' = 1"],
)
def test_what_one_reader_refuses_the_other_refuses_too(query):
    with pytest.raises(StudyError, match="query"):
        parse_query(query)
    with pytest.raises(StudyError, match="query"):
        evaluate(to_postfix(query), lambda _: np.ones(1, np.bool_))


def test_quotes_may_stand_inside_quotes():
    [test] = to_postfix("name = 'O''Hara'")
    assert (test.text, test.quoted) == ("O'Hara", True)
    assert parse_query("name = 'O''Hara'").value == "O'Hara"
    [test] = to_postfix('"a ""b""" = 1')
    assert test.column == parse_query('"a ""b""" = 1').field == 'a "b"'
