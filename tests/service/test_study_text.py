import json
from copy import deepcopy
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import StudyError
from shoal.study import text as study_text

texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=8)
plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts
values = st.recursive(
    plain, lambda inside: st.lists(inside, max_size=3) | st.dictionaries(texts, inside, max_size=3)
)


@given(st.dictionaries(texts, values, min_size=1, max_size=4))
def test_what_was_written_reads_back_as_the_same_keys(keys):
    assert study_text.parse(study_text.write(keys, "a comment"), "study") == keys


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("no", "no"),
        ("012", "012"),
        ("2020-01-01", "2020-01-01"),
        ("12:30", "12:30"),
        ("true", True),
        ("~", None),
        ("1e-3", 0.001),
        ("0.02", 0.02),
        ("0.1000000000000000055", Decimal("0.1000000000000000055")),
    ],
)
def test_words_and_codes_keep_their_meaning(text, meaning):
    assert study_text.parse(f"key: {text}", "study") == {"key": meaning}


@pytest.mark.parametrize("text", ["a: 1\na: 2\n", '{"a": 1, "a": 2}', "b: {x: 1, x: 2}"])
def test_a_key_that_stands_twice_is_refused(text):
    with pytest.raises(StudyError, match="stands twice"):
        study_text.parse(text, "study.yaml")


@pytest.mark.parametrize("text", ["", "- a", "just words", "# nothing"])
def test_text_without_keys_is_no_study(text):
    with pytest.raises(StudyError, match="holds no study"):
        study_text.parse(text, "study.yaml")


@pytest.mark.parametrize("text", ["a: [1", "a: !!python/object:os.system x", "\tx: 1", "a: &x [*x"])
def test_broken_or_dangerous_text_is_refused_with_its_line(text):
    with pytest.raises(StudyError, match=r"not readable as YAML \(line 1\)"):
        study_text.parse(text, "study.yaml")


def test_json_is_read_even_with_tabs_and_paired_escapes():
    assert study_text.parse('{\t"a": "\\ud83d\\udc1f", "b": 0.5}', "s") == {"a": "🐟", "b": 0.5}


BLOCK = """# Ours.
data: t.csv  # the table
columns:
  # Who it is.
  id: {role: identifier}
  age:
    role: quasi-identifier  # known
    hierarchy: {builder: masking}

  # The last one.
  sex: {role: sensitive}
# The promise.
privacy:
  - {model: k-anonymity, k: 5}
"""
KEYS = study_text.parse(BLOCK, "study")
JSON = json.dumps(KEYS)


@pytest.mark.parametrize("text", [BLOCK, JSON, json.dumps(KEYS, indent=2), BLOCK.rstrip()])
@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("person",), "id"),
        (("person",), False),
        (("columns", "age", "type"), "integer"),
        (("columns", "id", "type"), "integer"),
        (("columns", "id"), {"role": "sensitive"}),
        (("columns", "new: #1"), {"role": "identifier"}),
        (("columns", "sex", "role"), "insensitive"),
        (("data",), "other file.csv"),
    ],
)
def test_a_key_is_added_and_all_else_stays(text, place, value):
    found = study_text.with_key(text, place, value)
    keys = deepcopy(KEYS)
    inner = keys
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    assert study_text.parse(found, "study") == keys
    if text == BLOCK:
        comments = [line.strip() for line in BLOCK.splitlines() if line.strip().startswith("#")]
        assert all(comment in found for comment in comments)
        assert len(set(BLOCK.splitlines()) - set(found.splitlines())) <= 1


@pytest.mark.parametrize(
    "text", ["[" * 90_000, "a: " + "{a: " * 20_000, "- " * 40_000 + "a", "? " * 40_000]
)
def test_a_deep_text_is_refused_before_it_is_read(text, monkeypatch):
    steps, fetch = [], study_text._Loader.fetch_more_tokens
    monkeypatch.setattr(
        study_text._Loader, "fetch_more_tokens", lambda loader: (steps.append(1), fetch(loader))
    )
    with pytest.raises(StudyError, match="nested too deeply"):
        study_text.parse(text, "study")
    assert len(steps) < 10 * study_text.DEPTH


@pytest.mark.parametrize("text", ['{"a":' * 60 + "1" + "}" * 60, "{" + '"a":[' * 40_000])
def test_deep_json_is_refused_before_it_is_read(text, monkeypatch):
    monkeypatch.setattr(study_text.json, "loads", None)
    with pytest.raises(StudyError, match="nested too deeply"):
        study_text.parse(text, "study")


def test_brackets_in_texts_are_not_deep():
    text = json.dumps({"a": "[{" * 1000 + '"', "b": [1]})
    assert study_text.parse(text, "study")["b"] == [1]
    assert study_text.parse("a: '" + "[" * 1000 + "'", "study") == {"a": "[" * 1000}


def test_many_keys_of_json_are_looked_at_once_each(monkeypatch):
    looked = []
    monkeypatch.setattr(
        study_text, "dict", lambda pairs: (looked.append(len(pairs)), dict(pairs))[1], raising=False
    )
    assert len(study_text._unique([(str(n), n) for n in range(5000)])) == 5000
    assert sum(looked) == 5000


VAST = ["9" * 401, "-" + "9" * 5000, "1e-999999999", "1.5e500", "0." + "1" * 500]


@pytest.mark.parametrize("number", VAST)
@pytest.mark.parametrize("text", ["a: {}", '{{"a": {}}}'])
def test_a_number_with_very_many_digits_is_refused(number, text):
    with pytest.raises(StudyError, match="more than 400 digits"):
        study_text.parse(text.format(number), "study")


@pytest.mark.parametrize(
    "value",
    ["!!int x", "!!float x", "!!bool x", "!!timestamp x", "!!timestamp 2020-01-01", "!!binary x",
     "!!set {x}", "!!python/name:os.system x"],
)  # fmt: skip
def test_a_tag_that_does_not_fit_is_refused_with_its_line(value):
    with pytest.raises(StudyError, match=r"not readable as YAML \(line 1\)"):
        study_text.parse(f"a: {value}", "study")


@pytest.mark.parametrize(
    ("value", "meaning"), [("!!str 012", "012"), ("!!int 12", 12), ("!!float 1", 1.0)]
)
def test_tags_of_the_core_schema_are_read(value, meaning):
    assert study_text.parse(f"a: {value}", "study") == {"a": meaning}


def test_aliases_are_refused_where_they_could_unfold():
    text = "a: &x [1]\nb: *x"
    assert study_text.parse(text, "study") == {"a": [1], "b": [1]}
    with pytest.raises(StudyError, match=r"line 2.*\*name"):
        study_text.parse(text, "study", aliases=False)
