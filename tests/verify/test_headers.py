"""The columns of a release against those of its study."""

import pytest

from shoal.verify.headers import columns_finding, identifiers_finding
from shoal.verify.study.terms import Terms

TERMS = Terms.of(
    {
        "columns": {
            "name": {"role": "identifier"},
            "age": {"role": "quasi-identifier"},
            "ill": {"role": "sensitive"},
        }
    }
)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["age", "ill"], ""),
        (["ill", "age"], ""),
        (["age"], "The release has no column 'ill'."),
        (["age", "ill", "more"], "1 column is released that the study does not release."),
    ],
)
def test_columns_must_be_those_of_the_study(names, told):
    found = columns_finding(TERMS, names)
    assert (found.holds, found.reason) == (not told, told)


def test_a_foreign_name_may_be_a_value_and_is_not_quoted():
    assert "Jane" not in columns_finding(TERMS, ["age", "ill", "Jane"]).reason


def test_identifiers_must_be_gone():
    assert identifiers_finding(TERMS, ["age", "ill"]).holds is True
    assert identifiers_finding(TERMS, ["age", "ill", "name"]).holds is False
