"""Columns that could give people away."""

import hashlib

import polars as pl
import pytest

from shoal.data.suspicion import looks_like_hash, looks_like_identifier, near_unique


@pytest.mark.parametrize(
    ("form", "value"),
    [
        ("email", "a.b@clinic.example"),
        ("social security", "078-05-1120"),
        ("telephone", "+49 30 1234567"),
        ("telephone", "(555) 123-4567"),
        ("internet", "192.168.0.1"),
        ("UUID", "0ce18c7d-fd78-46d9-81b5-8bed231c337a"),
        ("IBAN", "DE89 3704 0044 0532 0130 00"),
        ("German health", "A123456780"),
    ],
)
def test_forms_of_identifiers_are_recognized(form, value):
    found = looks_like_identifier("column", pl.Series([value] * 30))
    assert found is not None
    assert form in found.reason
    assert value not in found.reason


@pytest.mark.parametrize("value", ["2013-11-05", "12.5", "C25.0", "30 to 49", "81667", "New York"])
def test_ordinary_values_are_not_suspicious(value):
    assert looks_like_identifier("column", pl.Series([value] * 30)) is None
    assert looks_like_hash(pl.Series([value] * 30)) is None


@pytest.mark.parametrize("algorithm", ["md5", "sha1", "sha256", "sha512"])
def test_hashes_of_a_small_domain_are_said_to_be_no_protection(algorithm):
    digests = [hashlib.new(algorithm, str(n).encode()).hexdigest() for n in range(100)]
    found = looks_like_hash(pl.Series(digests), 100)
    assert found is not None
    assert "few enough to try them all" in found.reason


def test_nearly_all_different_is_suspicious_only_among_enough_values():
    assert near_unique(19, 19) is None
    assert near_unique(95, 100) is not None
    assert near_unique(70, 100) is None
