"""How far a job is, in words."""

from types import SimpleNamespace

import pytest

from shoal.web.work import progress_words


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (None, "Waiting"),
        ({"stage": "read", "done": 0, "total": 1, "percent": None}, "Reading"),
        ({"stage": "write", "done": 500, "total": 2000, "percent": 25}, "Writing 25%"),
        (
            {"stage": "search", "done": 1200, "total": 36864, "percent": None},
            "Searching 1,200 of at most 36,864",
        ),
    ],
)
def test_percent_is_shown_where_the_end_is_known(progress, words):
    assert progress_words(SimpleNamespace(progress=progress, state="waiting")) == words
