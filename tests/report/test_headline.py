import pytest

from shoal.report.headline import MOST_UNIQUE, headline

KEPT = {"privacy": [{"model": "k-anonymity", "holds": True}]}


def unique(alone=0, share=0.0, records=1000):
    """Records that are unique by quasi-identifiers, and the share with insensitive columns."""
    return {
        "columns": ["age", "zip", "ward"],
        "records": records,
        "unique": int(share * records),
        "share": share,
        "quasi_identifiers": {"columns": ["age", "zip"], "unique": alone, "records": records},
        "with_sensitive": {"unique": records, "records": records, "share": 1.0},
    }


@pytest.mark.parametrize(
    ("holds", "tone", "title"),
    [
        ([True], "good", "The promise holds. Separate code checked this on the release."),
        ([True, True], "good", "All 2 promises hold. Separate code checked this on the release."),
        (
            [True, False, "not_checked"],
            "bad",
            "1 of 3 promises does not hold. Do not share this release.",
        ),
        (
            [True, "not_checked"],
            "open",
            "1 of 2 promises was not checked. The reason stands beside it.",
        ),
        ([], "open", "This run made no privacy promise."),
    ],
)
def test_promises_decide_first(holds, tone, title):
    found = headline({"privacy": [{"holds": each} for each in holds]})
    assert (found.tone, found.title, found.reasons) == (tone, title, ())


@pytest.mark.parametrize(
    ("facts", "part"),
    [
        (
            {"uniqueness": unique(share=0.051)},
            "5.1% of the records are unique by their quasi-identifiers and insensitive columns",
        ),
        ({"uniqueness": unique(alone=669, share=0.04)}, "669 records look like no other"),
        ({"uniqueness": unique(alone=1)}, "1 record looks like no other"),
        ({"risk": {"after": {"uniques": 669}}}, "669 records look like no other"),
        ({"people": {"counted": "records", "repeats": True}}, "it counts records, not people"),
        ({"people": {"counted": "records"}}, "it counts records, not people"),
        ({"reproducible": True}, "the run is repeatable and not private"),
    ],
)
def test_no_release_is_green_that_is_not_safe(facts, part):
    found = headline(KEPT | facts)
    assert found.tone == "open"
    assert found.title == f"The promise holds, but {part}."
    assert len(found.reasons) == 1


@pytest.mark.parametrize(
    "facts",
    [
        {"uniqueness": unique(share=MOST_UNIQUE)},
        {"uniqueness": unique()},  # with sensitive columns everybody is unique, by design
        {"people": {"counted": "people", "repeats": True}},
        {"people": {"counted": "records", "repeats": False}},
        {"people": {"counted": "unknown"}},
        {"reproducible": False},
        {"risk": {"after": {"uniques": 0}}},
    ],
)
def test_what_is_safe_or_unknown_changes_nothing(facts):
    assert headline(KEPT | facts).tone == "good"


def test_a_broken_promise_stays_red_whatever_else_there_is():
    facts = {"uniqueness": unique(5, 0.9), "reproducible": True}
    assert headline({"privacy": [{"holds": False}], **facts}).tone == "bad"


def test_several_doubts_are_all_told():
    people = {"counted": "records", "repeats": True, "classes_below_k": 3}
    found = headline({"privacy": [], "uniqueness": unique(share=0.5), "people": people})
    assert found.title.startswith("This run made no privacy promise, and 50% of the records")
    assert found.title.endswith("and it counts records, not people.")
    assert "age, zip, ward" in found.reasons[0]
    assert "500 of 1,000 records" in found.reasons[0]
    assert "3 classes hold fewer people" in found.reasons[1]
    assert found.plain()["reasons"] == [*found.reasons]


def test_without_insensitive_columns_none_are_spoken_of():
    found = unique(alone=80, share=0.08)
    found["quasi_identifiers"]["columns"] = found["columns"]
    told = headline(KEPT | {"uniqueness": found})
    assert told.title.endswith("8% of the records are unique by their quasi-identifiers.")
    assert "insensitive" not in told.reasons[0]


def test_many_columns_are_not_all_named():
    many = unique(share=0.5) | {"columns": [f"c{n}" for n in range(44)]}
    assert "c5 and 38 more together" in headline(KEPT | {"uniqueness": many}).reasons[0]
