import polars as pl
import pytest

from shoal.engine.views import views_of


def test_only_texts_are_read():
    with pytest.raises(TypeError, match="string views"):
        list(views_of(pl.Series([1, 2, 3])))


def test_an_empty_column_has_no_words():
    assert sum(len(views.words) for views, _ in views_of(pl.Series([], dtype=pl.String))) == 0


def test_missing_texts_are_marked():
    [(views, _)] = views_of(pl.Series([None, "a", None, "b"]))
    assert views.missing.tolist() == [True, False, True, False]
    [(views, _)] = views_of(pl.Series(["a", "b"]))
    assert views.missing.tolist() == []
