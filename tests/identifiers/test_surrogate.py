import re

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import DataError
from shoal.identifiers import Means
from shoal.identifiers.key import Key
from shoal.identifiers.surrogate import Surrogate

MEANS = Means(Key(bytes(range(32))))
SURROGATE = Surrogate(domain="patients", key="k")


def surrogates(*values):
    return SURROGATE.pseudonyms(pl.Series(values, dtype=pl.String), MEANS).to_list()


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("123-45-6789", r"\d{3}-\d{2}-\d{4}"),
        ("MRN/0000042", r"[A-Z]{3}/\d{7}"),
        ("Ann Mueller", r"[A-Z][a-z]{2} [A-Z][a-z]{6}"),
        ("+49 89 1234567", r"\+\d{2} \d{2} \d{7}"),
        ("1234567", r"\d{7}"),
        ("01234567890123456789", r"\d{20}"),
        ("jane.doe@example.org", r"[a-z]{4}\.[a-z]{3}@[a-z]{7}\.[a-z]{3}"),
    ],
)
def test_a_surrogate_has_the_format_of_its_value(value, form):
    [found] = surrogates(value)
    assert re.fullmatch(form, found)
    assert found != value
    assert SURROGATE.originals(pl.Series([found]), MEANS).to_list() == [value]


def test_surrogates_of_many_formats_stand_at_their_places():
    values = ["1234567", "ab-12-cd-9", "7654321", "AB-12-CD-9", "00000000000000000000000001"]
    found = surrogates(*values)
    assert SURROGATE.originals(pl.Series(found), MEANS).to_list() == values
    assert found == [surrogates(value)[0] for value in values]


@given(st.lists(st.from_regex(r"[A-Z][0-9]{3}-[a-z]{2}[0-9]{2}", fullmatch=True), unique=True))
def test_no_two_values_share_a_surrogate_and_none_keeps_its_own(values):
    found = surrogates(*values)
    assert len(set(found)) == len(values)
    assert all(one != other for one, other in zip(found, values, strict=True))


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("123456", None),
        ("12345", "1 value has a format of fewer than 1,000,000 values"),
        ("", "fewer than 1,000,000"),
        ("---", "fewer than 1,000,000"),
        ("Müller 1234567", "letters or digits other than"),
        ("١٢٣٤٥٦٧", "letters or digits other than"),
        ("1" * 201, "longer than 200 characters"),
    ],
)
def test_what_could_be_guessed_or_has_no_format_is_refused(value, reason):
    if reason is None:
        assert surrogates(value) != [value]
        return
    with pytest.raises(DataError, match=reason) as caught:
        surrogates(value)
    assert not value or value not in str(caught.value)


def test_what_cannot_be_a_surrogate_leads_nowhere():
    known = surrogates("1234567")
    asked = pl.Series(["x", *known, "Müller", "123"])
    assert SURROGATE.originals(asked, MEANS).to_list() == [None, "1234567", None, None]
    assert SURROGATE.originals(pl.Series(["x"]), MEANS).to_list() == [None]
