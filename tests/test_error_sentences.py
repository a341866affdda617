"""Sentences about what went wrong: few enough to read, and cheap to make."""

import pytest

from shoal import errors
from shoal.errors import LISTED, StudyError, did_you_mean, first_of
from shoal.privacy import privacy_models
from shoal.study.study import Study

MANY = [f"c{n:04}" for n in range(5000)]


@pytest.fixture
def compared(monkeypatch):
    """How many words were compared with one another."""
    seen, compare = [], errors.get_close_matches

    def counted(word, known, **given):
        seen.append(len(known))
        return compare(word, known, **given)

    monkeypatch.setattr(errors, "get_close_matches", counted)
    return seen


def test_of_many_words_the_near_ones_are_compared(compared):
    assert did_you_mean("c0817x", MANY) == " Did you mean 'c0817'?"
    assert compared == [LISTED]


def test_of_many_known_words_only_some_are_listed():
    assert did_you_mean("zzz", MANY).endswith("c0099, ….")
    assert did_you_mean("zzz", ["a", "b"]) == " Known: a, b."


def test_no_more_problems_are_looked_for_than_are_told():
    looked = []
    found = first_of(looked.append(n) or f"problem {n}" for n in range(5000))
    assert (len(found), len(looked)) == (LISTED + 1, LISTED + 1)
    assert found[-1] == "There are more problems like these."
    assert first_of(["a"]) == ["a"]


@pytest.mark.parametrize(
    "keys",
    [
        {"output": {"columns": [f"d{n}" for n in range(5000)]}},
        {"acknowledge": [f"near-unique:d{n}" for n in range(5000)]},
    ],
)
def test_thousands_of_unknown_columns_cost_what_a_hundred_do(compared, keys):
    columns = {name: {"role": "insensitive"} for name in MANY}
    with pytest.raises(StudyError) as caught:
        Study.of({"columns": columns, **keys})
    assert len(caught.value.problems) == LISTED + 1
    assert sum(compared) <= (LISTED + 1) * LISTED


STUDY = {
    "columns": {"age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}},
    "privacy": [{"model": "k-anonymity", "k": 2}],
}


@pytest.mark.parametrize("share", ["1e-999999999", "0." + "1" * 500])
def test_a_share_with_very_many_digits_is_refused(share):
    with pytest.raises(StudyError, match="suppression_limit: has more than 400 digits"):
        Study.of({**STUDY, "suppression_limit": share})


ABOVE = "should be less than or equal to 1."


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (10, f"{ABOVE} If 10% is meant, write 0.1."),
        (2.5, f"{ABOVE} If 2.5% is meant, write 0.025."),
        ("10%", "should be a number. If 10% is meant, write 0.1."),
        (1000, ABOVE),
        ("some", "should be a number."),
    ],
)
def test_a_percentage_is_told_as_the_share_that_was_perhaps_meant(limit, told):
    with pytest.raises(StudyError) as caught:
        Study.of({**STUDY, "suppression_limit": limit})
    assert caught.value.problems == (f"suppression_limit: {told}",)


def test_other_shares_have_the_same_hint():
    with pytest.raises(StudyError) as caught:
        Study.of({**STUDY, "subset": {"sample": 50}})
    assert caught.value.problems == (f"subset.sample: {ABOVE} If 50% is meant, write 0.5.",)


def test_a_small_share_stays_exact():
    assert str(Study.of({**STUDY, "suppression_limit": "1e-300"}).suppression_limit) == "1E-300"


@pytest.mark.parametrize("vast", [2**63, 10**300, -(10**5000)], ids=["20", "301", "5001"])
@pytest.mark.parametrize(
    "keys",
    [
        lambda n: {"seed": n},
        lambda n: {"privacy": [{"model": "k-anonymity", "k": n}]},
        lambda n: {"privacy": [{"model": "k-map", "k": n}], "population": {"size": n}},
        lambda n: {"columns": {"age": {"role": "quasi-identifier", "min_level": n}}},
        lambda n: {"columns": {"age": {"role": "quasi-identifier",
                                       "hierarchy": {"builder": "intervals", "width": n}}}},
    ],
)  # fmt: skip
def test_a_number_that_nothing_can_count_is_refused_with_its_place(keys, vast):
    with pytest.raises(StudyError, match="too many digits"):
        Study.of({**STUDY, **keys(vast)})


def test_whoever_builds_a_promise_in_python_hears_the_same():
    with pytest.raises(StudyError, match="parameter 'k': the number has too many digits"):
        privacy_models.class_of("k-anonymity")(10**5000)
