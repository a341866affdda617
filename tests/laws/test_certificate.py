"""The law of certificates: same release and same study, same certificate.

Whatever a certificate tells, a recipient can tell from the release and the study; so it tells
nothing about the records that are not there.
"""

import json
import os

import pytest
from tests.laws.examples import few_or_many
from tests.laws.twins import STUDIES, dice_of, twins

from shoal.report.certificate import certificate
from shoal.report.certificate_page import render_certificate
from shoal.report.certificate_pdf import allow_breaks
from shoal.report.certificate_sections import certificate_texts

pytestmark = pytest.mark.slow

WHEN = "2026-11-16T00:00:00+00:00"
FILE = {"file": "draft.csv", "sha256": "5e" * 32}
# Of each kind of study with SHOAL_EXAMPLES=many; SHOAL_PAIRS=99 then makes more than two thousand.
PAIRS = 1, int(os.environ.get("SHOAL_PAIRS", "5"))
FEW = 15  # of the kinds for which pairs are hard to find
HARD = (
    "local",
    "mondrian",
    "argus",
    "subcombinations",
    "k-map",
    "game",
    "journalist",
    "presence",
    "mdav",
    "subset",
)


def told(release):
    """The facts of a certificate, without a time and fingerprints of its own."""
    return certificate(release._study, release._shown, FILE, WHEN)


def forms(facts):
    """A certificate as JSON, as a page, and as what a PDF is set from."""
    texts = json.dumps(allow_breaks(certificate_texts(facts)), ensure_ascii=False)
    return json.dumps(facts), render_certificate(facts), texts


@pytest.fixture(scope="module")
def pairs():
    """Pairs of every kind that were found so far."""
    return {}


def pairs_of(pairs, name, examples):
    found, examples = pairs.setdefault(name, []), min(examples, FEW if name in HARD else examples)
    while len(found) < examples:
        pair = twins(name, dice_of(f"{name}{len(found)}"))  # the same in whatever order tests run
        assert pair is not None, f"no two inputs were found for {name}"
        found.append(pair)
    return found[:examples]


@few_or_many(*PAIRS)
@pytest.mark.parametrize("name", STUDIES)
def test_the_same_release_and_study_have_the_same_certificate(name, pairs, examples):
    for pair in pairs_of(pairs, name, examples):
        assert forms(told(pair.one)) == forms(told(pair.other))


@few_or_many(*PAIRS)
@pytest.mark.parametrize("name", STUDIES)
def test_a_promise_that_was_not_checked_is_not_called_checked(name, pairs, examples):
    for pair in pairs_of(pairs, name, examples):
        for release in (pair.one, pair.other):
            open_ones = {
                one["model"] for one in release.summary["privacy"] if one["holds"] is not True
            }
            claimed = {one["model"] for one in told(release)["promises"] if one["holds"] is True}
            assert not open_ones & claimed


LIES = {
    "measured": ["privacy"],
    "suppressed": ["suppressed_records"],
    "loss": ["loss"],
    "optimality": ["candidates_checked"],
    "input": ["input", "records"],
    "risk before": ["risk", "before"],
    "columns before": ["columns"],
    "warnings": ["warnings"],
    "utility": ["utility"],
}


@pytest.mark.parametrize("lie", LIES)
def test_the_law_catches_a_certificate_that_tells_about_the_input(lie, pairs):
    """With a figure of the input in it, two certificates of some pair differ."""

    def lying(release):
        fact = release.summary
        for key in LIES[lie]:
            fact = fact[key]
        return {**told(release), "says": json.dumps(fact)}

    kinds = [name for name in STUDIES if name not in HARD]
    every = [pair for name in kinds for pair in pairs_of(pairs, name, 2)]
    assert any(forms(lying(pair.one)) != forms(lying(pair.other)) for pair in every)


def test_what_is_measured_against_the_input_tells_who_is_missing(pairs):
    """The very channel that was found: distances from the input, one per promise."""
    every = [pair for name in ("t-closeness", "four promises") for pair in pairs_of(pairs, name, 6)]
    told_apart = [pair for pair in every if measured(pair.one) != measured(pair.other)]
    assert told_apart
    assert all(told(pair.one) == told(pair.other) for pair in told_apart)


def measured(release):
    return [one["measured"] for one in release.summary["privacy"]]


def test_every_kind_of_promise_and_method_takes_part():
    from shoal.methods import methods  # noqa: PLC0415
    from shoal.privacy import privacy_models  # noqa: PLC0415

    asked = {one["model"] for keys in STUDIES.values() for one in keys.get("privacy", ())}
    ways = {keys["method"]["name"] for keys in STUDIES.values() if "method" in keys}
    assert {*methods} - ways == {"sangreea"}  # its graph is tested in tests/service/run
    assert {*privacy_models} == asked
