"""A law that never fails proves nothing: each one must catch a lie that is planted for it."""

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample

SEARCHING = settings(
    database=None,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def is_caught(law, examples, tries=1000):
    """Whether a law fails on some example."""
    patience = settings(SEARCHING, max_examples=tries)
    try:
        find(examples, lambda example: _breaks(law, example), settings=patience)
    except NoSuchExample:
        return False
    return True


def _breaks(law, example):
    try:
        law(example)
    except AssertionError:
        return True
    return False
