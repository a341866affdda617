"""Texts of every shape that Arrow stores differently: inline or not, missing, sliced, in chunks."""

import polars as pl
import pytest

from shoal.engine.dictionary import UNKNOWN, Dictionary

# 12 bytes stand inside a view, 13 do not; long ones differ at the start, inside, or at the end.
TEXTS = [
    "",
    "a",
    "b",
    "exactly12byt",
    "exactly12byT",
    "exactly 13 by",
    "exactly 13 bY",
    "x" * 100_000,
    "x" * 99_999 + "y",
    "y" + "x" * 99_999,
    "x" * 50_000 + "y" + "x" * 49_999,
    "Übergröße",
    "Übergröße überall",
    "\0",
    "\0\0",
    "a\0",
    "naïve 🐟",
]


def codes(listed, asked):
    return Dictionary.of(pl.Series(listed, dtype=pl.String)).codes(
        asked if isinstance(asked, pl.Series) else pl.Series(asked, dtype=pl.String)
    )


def test_every_text_is_found_at_its_place():
    assert codes(TEXTS, TEXTS).tolist() == list(range(len(TEXTS)))
    assert codes(TEXTS, TEXTS[::-1]).tolist() == list(range(len(TEXTS)))[::-1]


@pytest.mark.parametrize("text", ["c", "exactly12by", "exactly 13 b", "x" * 99_999, "X", " "])
def test_a_text_that_is_not_listed_is_unknown(text):
    assert codes(TEXTS, [text]).tolist() == [UNKNOWN]


def test_the_empty_text_is_not_the_missing_value():
    assert codes(["", "a"], ["", None, "a"]).tolist() == [0, UNKNOWN, 1]
    assert codes([None, "a"], ["", None, "a"]).tolist() == [UNKNOWN, 0, 1]
    assert codes(["a", None, ""], ["", None, "a"]).tolist() == [2, 1, 0]


def test_slices_are_read_where_they_are():
    column = pl.Series([*TEXTS, None, *TEXTS], dtype=pl.String)
    assert codes(TEXTS, column.slice(3, 4)).tolist() == [3, 4, 5, 6]
    assert codes(TEXTS, column.slice(15, 5)).tolist() == [15, 16, UNKNOWN, 0, 1]
    assert Dictionary.of(column.slice(5, 6)).codes(column.slice(5, 6)).tolist() == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]


def test_chunks_are_read_one_after_the_other():
    first, second = pl.Series(TEXTS[:7]), pl.Series([*TEXTS[7:], None], dtype=pl.String)
    column = pl.concat([first, second], rechunk=False)
    assert column.n_chunks() == 2
    assert codes(TEXTS, column).tolist() == [*range(len(TEXTS)), UNKNOWN]


def test_chunks_too_large_to_join_are_read_one_after_the_other(monkeypatch):
    monkeypatch.setattr("shoal.engine.views.ONE_CHUNK", 3)
    parts = [pl.Series([text, None, text], dtype=pl.String) for text in TEXTS]
    found = codes(TEXTS, pl.concat(parts, rechunk=False)).tolist()
    assert found == [code for at in range(len(TEXTS)) for code in (at, UNKNOWN, at)]


def test_sliced_chunks_with_missing_values_keep_their_places(monkeypatch):
    monkeypatch.setattr("shoal.engine.views.ONE_CHUNK", 3)
    parts = [pl.Series([None, *TEXTS, None], dtype=pl.String) for _ in range(2)]
    column = pl.concat(parts, rechunk=False).slice(4, 22)
    wanted = [UNKNOWN, *range(len(TEXTS)), UNKNOWN] * 2
    assert codes(TEXTS, column).tolist() == wanted[4:26]


def test_many_texts_that_look_alike_are_told_apart():
    texts = [f"{number:08}" for number in range(20_000)]
    assert codes(texts, texts).tolist() == list(range(20_000))
    longer = [f"a common beginning {number:08}" for number in range(20_000)]
    assert codes(longer, longer).tolist() == list(range(20_000))


def test_no_text_is_no_code():
    assert codes([], ["a", None]).tolist() == [UNKNOWN, UNKNOWN]
    assert codes(["a"], []).tolist() == []


def test_a_dictionary_outlives_the_column_it_was_made_of():
    index = Dictionary.of(pl.Series(["x" * 1000, "y" * 1000]))
    for _ in range(10):
        pl.Series(["z" * 1000] * 1000)  # would reuse freed memory
    assert index.codes(pl.Series(["y" * 1000, "x" * 1000])).tolist() == [1, 0]
