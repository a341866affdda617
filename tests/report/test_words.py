import pytest

from shoal.report.words import PROMISES, headline, label, level_meaning, promise, standing


def test_the_headline_says_how_hidden_a_record_is_and_how_many_are_gone(report):
    assert headline(report["summary"]) == (
        "Every record looks like at least 4 others.",
        "1,204 of 39,676 records were left out.",
    )


@pytest.mark.parametrize(
    ("classes", "gone", "expected"),
    [
        (
            {"count": 0, "min": None},
            9,
            ("No record was released.", "9 of 9 records were left out."),
        ),
        (
            {"count": 2, "min": 2},
            1,
            ("Every record looks like at least 1 other.", "1 of 9 records was left out."),
        ),
        (
            {"count": 9, "min": 1},
            0,
            ("Some records look like no other.", "No record was left out."),
        ),
    ],
)
def test_the_headline_fits_the_extremes(classes, gone, expected):
    summary = {"classes": classes, "suppressed_records": gone, "input": {"records": 9}}
    assert headline(summary) == expected


def test_the_headline_knows_that_suppressed_records_may_stay_blank(report):
    assert headline(report["summary"], "blank")[1] == "1,204 of 39,676 records were blanked."


@pytest.mark.parametrize(
    ("holds", "tone", "part"),
    [
        ([True], "good", "The promise holds."),
        ([True, True], "good", "All 2 promises hold."),
        ([True, False, "not_checked"], "bad", "1 of 3 promises does not hold. Do not share"),
        ([True, "not_checked"], "open", "1 of 2 promises was not checked."),
        ([], "open", "no privacy promise"),
    ],
)
def test_one_broken_promise_decides_how_the_release_stands(holds, tone, part):
    found, sentence = standing([{"holds": each} for each in holds])
    assert found == tone
    assert part in sentence


def test_a_promise_is_told_with_its_parameters():
    assert promise("k-anonymity", {"k": 5}) == "Every record looks like at least 4 others."
    assert "3 different values of diagnosis" in promise(
        "distinct-l-diversity", {"column": "diagnosis", "l": 3}
    )


@pytest.mark.parametrize("model", PROMISES)
def test_a_promise_without_its_parameters_is_still_told(model):
    assert promise(model, {}).endswith(".")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "(missing)"),
        ("", "(empty)"),
        ("two\n lines", "two lines"),
        ("nul\x00", "nul\ufffd"),
        ("\ud800", "\ufffd"),
        ("\u202eevil", "\ufffdevil"),
        (7, "7"),
    ],
)
def test_a_label_is_one_harmless_line(value, shown):
    assert label(value) == shown


def test_a_long_label_is_shortened():
    assert label("x" * 10_000, 20) == "x" * 19 + "…"


def test_a_level_says_what_it_did():
    assert level_meaning(0, 3, 60) == "Released as it was."
    assert level_meaning(2, 3, 5).startswith("Grouped")
    assert level_meaning(3, 3, 1).startswith("Fully generalized")
    assert level_meaning(None, 3, 5) == "Varies from record to record."
