"""A model is told once, on its card: no face has a dictionary of words about models."""

import ast
from pathlib import Path

import pytest

import shoal
from shoal.study.keys.plugins import FAMILIES

PACKAGE = Path(shoal.__file__).parent
FACES = ("report", "web", "cli", "api", "server", "service", "pipeline", "study")
NAMES = [set(find()) for find in FAMILIES.values()]
FEW = 2  # names of one family that may stand in a dictionary by chance


def words_about_models(source):
    """The lines of dictionaries from names of a family, most of their keys, to words."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            about = any(FEW <= sum(key in names for key in keys) > len(keys) / 2 for names in NAMES)
            if about and any(map(_has_words, node.values)):
                yield node.lineno


def _has_words(value):
    """Whether a value holds a text with a space in it, so words for people."""
    texts = (one.value for one in ast.walk(value) if isinstance(one, ast.Constant))
    return any(isinstance(text, str) and " " in text for text in texts)


def test_no_face_has_words_of_its_own_about_models():
    found = {
        f"{path.relative_to(PACKAGE)}:{line}"
        for face in FACES
        for path in (PACKAGE / face).rglob("*.py")
        for line in words_about_models(path.read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    "lie",
    [
        '{"k-anonymity": "Nobody is alone.", "t-closeness": "All is even."}',
        '{"masking": ("Masking", "For codes of one length."), "dates": ("Dates", "For dates.")}',
        'PROMISES = {"mondrian": f"Every record of {n} has others.", "mdav": "Groups of k."}',
    ],
)
def test_the_law_catches_words_about_models(lie):
    assert list(words_about_models(lie)) == [1]


@pytest.mark.parametrize(
    "fine",
    [
        '{"k-anonymity": 5, "t-closeness": 0.3}',
        '{"ambiguity": "How few.", "size of classes": "How small.", "variance": "What is left."}',
    ],
)
def test_the_law_allows_what_is_not_about_models(fine):
    assert list(words_about_models(fine)) == []
