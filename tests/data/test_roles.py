"""Suggested roles: the first rule that applies."""

import pytest

from shoal.data.roles import Facts, suggest
from shoal.data.suspicion import Suspicion

UNIQUE = Suspicion("near-unique", "nearly all differ")
HASH = Suspicion("looks-like-hash", "hashes")


def facts(name="x", type="string", distinct=10, *suspicions, alone=0, numbered=False, dated=False):
    return Facts(name, type, 100, distinct, suspicions, alone, numbered, dated)


@pytest.mark.parametrize(
    ("seen", "role"),
    [
        (facts("age", "integer"), "quasi-identifier"),
        (facts("Geschlecht"), "quasi-identifier"),
        (facts("diagnosis"), "sensitive"),
        (facts("color"), "insensitive"),
        (facts("color", "string", 95, UNIQUE), "identifier"),
        (facts("cost", "decimal", 95, UNIQUE), "quasi-identifier"),
        (facts("case", "integer", 95, UNIQUE, numbered=True), "identifier"),
        (facts("case_id", "integer", 95, UNIQUE), "identifier"),
        (facts("visit", "date", 95, UNIQUE, dated=True), "quasi-identifier"),
        (facts("visit", "string", 95, UNIQUE, dated=True), "quasi-identifier"),
        (facts("x", "string", 10, HASH), "identifier"),
        (facts("level", "decimal", 60, alone=40), "quasi-identifier"),
        (facts("income", "integer", 95, UNIQUE), "quasi-identifier"),
        (facts("encounter_nr", "integer", 60), "identifier"),
        (facts("admission_type_id", "integer", 8), "insensitive"),
        (facts("age", "integer", 1), "insensitive"),
        (facts("age", "integer", 0), "insensitive"),
    ],
)
def test_the_role_fits_what_was_seen(seen, role):
    assert suggest(seen).role == role


def test_every_suggestion_has_a_reason_and_says_if_nothing_was_recognized():
    assert suggest(facts("age")).certain
    assert not suggest(facts("color")).certain
    assert "check" in suggest(facts("color")).reason
