"""Counts agree with their nouns: nobody reads "1 columns"."""

import ast
import re
from pathlib import Path

import pytest

import shoal
from shoal.errors import DataError
from shoal.grammar import NOUNS, agree
from shoal.verify.findings.verdict import Finding

PACKAGE = Path(shoal.__file__).parent
# Rooms that show texts to people without an error or a warning around them.
FACES = ("cli", "report", "web")
COUNTED = re.compile(rf" (?:(?:different|distinct|other|released) )?({'|'.join(NOUNS)})\b")


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("1 columns are not named in the study.", "1 column is not named in the study."),
        ("1 suppressed records still show cells.", "1 suppressed record still shows cells."),
        ("1 cells of the released graph are odd.", "1 cell of the released graph is odd."),
        ("1 values of the mapping would share one.", "1 value of the mapping would share one."),
        ("classes of 1 records, 1 people", "classes of 1 record, 1 person"),
        ("1 of 1 records are wrong", None),
        ("21 records are, 1,001 records are, 0.1 records", None),
        ("1 of 2 records are out, 1 record is.", None),
    ],
)  # fmt: skip
def test_a_count_of_one_has_a_singular(sentence, right):
    assert agree(sentence) == (right or sentence)


def test_errors_and_findings_of_the_verifier_agree():
    assert DataError("1 records have no id.").problems == ("1 record has no id.",)
    assert str(DataError("1 records have no id.")) == "1 record has no id."
    assert Finding("records", False, "1 records are left.").reason == "1 record is left."


LARGER = {"len(self._found.values)", "own"}  # more than can be edited by hand; has its verb already


LIMITS = {"graph_section.html": ["super-nodes"]}  # more than are drawn


def plurals(source):
    """Nouns in the plural right after a number in a text, which could be one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            for value, text in zip(node.values, node.values[1:], strict=False):
                if isinstance(value, ast.FormattedValue) and isinstance(text, ast.Constant):
                    noun, written = COUNTED.match(text.value), ast.unparse(value.value)
                    # A limit in capitals is larger than one.
                    if noun and not written.isupper() and not is_guarded(written, source):
                        yield f"{{{written}}} {noun[1]}"


def is_guarded(written, source):
    """Whether the number is a share, or one was asked about before."""
    asked = re.escape(re.sub(r"^number\((.*)\)$", r"\1", written))
    return written in LARGER or bool(re.search(rf"\b{asked} (==|>|!=) [\"']?1\b", source))


@pytest.mark.parametrize("room", FACES)
def test_no_face_counts_one_with_a_plural(room):
    found = {
        str(path.relative_to(PACKAGE)): names
        for path in (PACKAGE / room).rglob("*.py")
        if (names := list(plurals(path.read_text("utf-8"))))
    }
    assert found == {}


def test_no_template_counts_one_with_a_plural():
    plural = re.compile(rf"\|number \}}\}}(?:</b>)?{COUNTED.pattern}")
    assert plural.search("{{ records|number }} records")
    pages = [*(PACKAGE / "report").glob("*.html"), *(PACKAGE / "web").rglob("*.html")]
    found = {page.name: plural.findall(page.read_text("utf-8")) for page in pages}
    assert {name: nouns for name, nouns in found.items() if nouns} == LIMITS


def test_the_law_sees_a_plural():
    assert list(plurals('f"{len(names):,} columns are new"')) == ["{len(names)} columns"]
    assert list(plurals("f\"{count_of(n, 'column')}, at most {MOST} columns\"")) == []
    assert list(plurals('"1 column" if n == 1 else f"{n} columns"')) == []
