"""Groups and dimensions of releases: what is measured, on tables that can be checked by eye."""

import numpy as np
import polars as pl
import pytest
from studies import unsupervised
from studies.census_models import CATEGORIES, NUMBERS
from studies.clustering import SIZES
from studies.unsupervised import features, panels, tasks, told_variance


@pytest.fixture
def frame():
    """Five kinds of people who differ in every column, with a little noise in their numbers."""
    random = np.random.default_rng(3)
    kind = np.arange(300) % 5
    columns = {name: 10.0 * kind + random.random(300) for name in NUMBERS}
    columns |= {name: np.array(list("abcde"))[kind] for name in CATEGORIES}
    return pl.DataFrame({**columns, "income": np.where(kind == 4, ">50K", "<=50K")})


def test_every_column_counts_alike_and_a_constant_one_not_at_all(frame):
    assert features(frame).var(axis=0).sum() == pytest.approx(len(NUMBERS) + len(CATEGORIES))
    blank = features(frame.with_columns(race=pl.lit("*")))
    assert blank.var(axis=0).sum() == pytest.approx(len(NUMBERS) + len(CATEGORIES) - 1)


def test_variance_is_told_as_far_as_the_scores_know_it():
    random = np.random.default_rng(1)
    before = random.normal(size=(500, 2))
    before -= before.mean(axis=0)
    assert told_variance(before, before[:, ::-1]) == pytest.approx(1)
    share = (before[:, 0] ** 2).sum() / (before**2).sum()
    assert told_variance(before, before[:, :1]) == pytest.approx(share, abs=0.01)
    assert told_variance(before, random.normal(size=(500, 1))) < 0.02


def test_the_same_table_has_the_same_groups_and_a_shuffled_one_others(frame, monkeypatch):
    monkeypatch.setattr(unsupervised, "MEASURED", 100)
    matrix = features(frame)
    shuffled = matrix[np.random.default_rng(0).permutation(300)]
    original, same, other = tasks([1, 3, 7], [matrix, matrix.copy(), shuffled])
    assert original.rand == same.rand == pytest.approx(1)
    assert original.silhouette == same.silhouette > 0.9
    assert abs(other.rand) < 0.05
    assert other.silhouette < 0
    assert same.original == pytest.approx(original.own)
    assert other.original[0] < 0.1


def test_the_page_and_its_picture_have_every_table(frame, monkeypatch):
    monkeypatch.setattr(unsupervised, "MEASURED", 100)
    results = tasks([1, *SIZES], [features(frame)] * (1 + len(SIZES)))
    text = unsupervised.page(results, 7)
    assert "| 19 | 1.000 |" in text
    assert "takes 7 seconds" in text
    drawn = unsupervised.picture("t", panels(results, frame))
    assert drawn.count('font-weight="bold"') == len(unsupervised.PANELS)


@pytest.mark.needs("data")
def test_clusters_of_adult_keep_groups(shared_data, tmp_path):
    places = unsupervised.Places(shared_data, tmp_path, tmp_path)
    people = unsupervised.people(places).head(400)
    released = unsupervised.release(places, people, 5)
    assert released.height == people.height
    assert min(released.group_by(pl.all()).len()["len"]) >= 5
