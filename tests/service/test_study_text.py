import json
from copy import deepcopy
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import StudyError
from shoal.service import study_text

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
