"""Roles, types and date formats of ARX."""

from types import SimpleNamespace

import polars as pl
import pytest

from shoal.data.arx.project import ArxColumn
from shoal.service.arx.columns import Columns, date_format


def keys(values, datatype, role="SENSITIVE_ATTRIBUTE", **settings):
    """The keys of a column with these values, and what was left out."""
    column = ArxColumn("x", role, {"datatype": datatype, **settings}, None)
    project = SimpleNamespace(columns=(column,), weights={}, find=lambda *_: None)
    columns = Columns(project, pl.DataFrame({"x": values}), {})
    return columns.keys()["x"], columns.left_out


@pytest.mark.parametrize(
    ("java", "format"),
    [
        ("yyyy-MM-dd", "%Y-%m-%d"),
        ("dd.MM.yyyy", "%d.%m.%Y"),
        ("yyyy-MM-dd'T'HH:mm:ss", "%Y-%m-%dT%H:%M:%S"),
        ("d/M/yyyy", "%d/%m/%Y"),
        ("dd.MM.yy", None),
        ("dd MMM yyyy", None),
        ("HH:mm", None),
    ],
)
def test_date_formats_are_translated_or_refused(java, format):
    assert date_format(java) == format


def test_types_are_taken_over():
    assert keys(["1", "20"], "Integer")[0]["type"] == "integer"
    assert keys(["1.5"], "Decimal")[0]["type"] == "decimal"
    assert keys(["31.12.1999"], "Date/Time", format="dd.MM.yyyy")[0]["format"] == "%d.%m.%Y"
    assert keys(["31.12.1999"], "dd.MM.yyyy")[0]["type"] == "date"  # ARX 2
    assert keys(["low"], "Ordinal", format="low\nhigh")[0]["order"] == ["low", "high"]
    assert keys(["a"], "String") == ({"role": "sensitive"}, [])


def test_missing_values_of_arx_are_missing():
    found, left_out = keys(["1", "NULL"], "Integer")
    assert (found["type"], found["missing"], left_out) == ("integer", ["NULL"], [])


@pytest.mark.parametrize(
    ("values", "datatype", "format", "word"),
    [
        (["1", "secret"], "Integer", "", "integer"),
        (["1,000"], "Decimal", "#,##0", "number format"),
        (["Jan 99"], "Date/Time", "MMM yy", "date format"),
        (["7+2i"], "Complex", "", "Complex"),
    ],
)
def test_a_type_that_does_not_fit_becomes_text_and_is_told(values, datatype, format, word):
    found, (told,) = keys(values, datatype, format=format)
    assert "type" not in found
    assert word in told
    assert not any(value in told for value in values)


def test_an_unknown_role_is_undecided():
    found, (told,) = keys(["a"], "String", "UNKNOWN_ATTRIBUTE_TYPE")
    assert found["role"] == "undecided"
    assert "role" in told


def test_a_response_variable_is_a_target():
    assert keys(["a"], "String", response="true")[0]["target"]
    assert "target" not in keys(["a"], "String", "IDENTIFYING_ATTRIBUTE", response="true")[0]


def test_a_quasi_identifier_without_a_hierarchy_keeps_its_values():
    found, _ = keys(["a"], "String", "QUASI_IDENTIFYING_ATTRIBUTE")
    assert found["hierarchy"] == {"builder": "identity"}
