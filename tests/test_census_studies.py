"""Experiments A and B of paper 002 on small tables: who is forgotten, what is learned, pages."""

import numpy as np
import polars as pl
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from studies import clustering, forgetting
from studies.census_models import (
    CATEGORIES,
    CLASSIFIERS,
    COLUMNS,
    NUMBERS,
    Features,
    Found,
    Scores,
    learned,
    mean,
    split,
)
from studies.clustering import HEAVY, SIZES, study_keys, with_midpoints
from studies.forgetting import Value, experiments, most_valuable
from studies.places import Places
from studies.published_scores import points, published

SCORES = Scores((0.5, 0.5, 0.5), (0.75, 0.75, 0.75))


@pytest.fixture
def frame():
    """People whose income the capital gain tells, and the marriage a little."""
    random = np.random.default_rng(3)
    columns = {name: random.integers(0, 50, 240).astype(float) for name in NUMBERS}
    columns |= {name: random.choice(["a", "b", "c"], 240) for name in CATEGORIES}
    rich = columns["capital-gain"] + 20 * (columns["marital-status"] == "b") > 40
    return pl.DataFrame({**columns, "income": np.where(rich, ">50K", "<=50K")})


@pytest.fixture
def _quick(monkeypatch):
    monkeypatch.setitem(CLASSIFIERS, "random forest", lambda: RandomForestClassifier(3))
    quick = lambda: HistGradientBoostingClassifier(max_iter=3)  # noqa: E731
    monkeypatch.setitem(CLASSIFIERS, "gradient boosting", quick)


@pytest.fixture
def places(tmp_path):
    """A data folder with a few published scores."""
    (tmp_path / "malle").mkdir()
    lines = ["experiment,target,variant,classifier,dataset,precision,recall,f1"]
    for file, f1 in (
        ("original_dataset", 0.7),
        ("capital-gain_2000_0.2", 0.65),
        ("anonymized_k03_equal", 0.6),
    ):
        lines.append(f"anonymization,income,o,gradient_boosting,adults_{file}.csv,0.1,0.2,{f1}")
    (tmp_path / "malle" / "published_scores.csv").write_text("\n".join(lines))
    return Places(tmp_path, tmp_path, tmp_path)


def test_the_values_that_decide_are_found(frame):
    first, second, *_ = most_valuable(frame)
    assert first.name == "capital-gain above average"
    assert second.name in {"marital-status: a", "marital-status: b", "marital-status: c"}


def test_only_holders_of_a_value_are_forgotten_and_at_1_all_of_them(frame):
    value = Value("marital-status", "b", 1.0)
    random = np.random.default_rng(0)
    some = forgetting._forgotten(value, 0.5)(frame, random)
    everybody = forgetting._forgotten(value, 1.0)(frame, random)
    others = frame.filter(pl.col("marital-status") != "b")
    assert everybody.equals(others)
    assert len(others) < len(some) < len(frame)
    assert some.filter(pl.col("marital-status") != "b").equals(others)


def test_numbers_are_valuable_above_their_average(frame):
    holders = Value("age", None, 1.0).holders(frame)
    assert holders.tolist() == (frame["age"] > frame["age"].mean()).to_list()


def test_noise_changes_one_column_of_holders_only(frame):
    noisy = forgetting._noisy(Value("age", None, 1.0), 1.0)(frame, np.random.default_rng(0))
    assert noisy.drop("age").equals(frame.drop("age"))
    low = frame["age"] <= frame["age"].mean()
    assert noisy["age"].filter(low).equals(frame["age"].filter(low))
    assert not noisy["age"].equals(frame["age"])


def test_the_first_of_an_order_are_forgotten(frame):
    left = forgetting._ordered(frame["age"], 0.25)(frame, np.random.default_rng(0))
    assert len(left) == 180
    assert left["age"].max() <= frame["age"].quantile(0.8)


def test_features_are_those_of_the_records_that_are_learned_from(frame):
    features = Features.of(frame)
    unknown = frame.with_columns(sex=pl.lit("z"))
    assert features.matrix(frame).shape == (240, len(NUMBERS) + 3 * len(CATEGORIES))
    assert np.isfinite(features.matrix(unknown)).all()
    assert len(features.names) == features.matrix(frame).shape[1]


def test_a_fifth_is_predicted_and_every_split_is_another():
    one, other = split(1000, 0), split(1000, 1)
    assert one.sum() == other.sum() == 200
    assert (one != other).any()


@pytest.mark.usefixtures("_quick")
def test_classifiers_learn_and_scores_are_of_one_class_and_of_both(frame):
    found = learned(frame, {"again": frame})
    assert found["logistic regression"]["again"].rich[2] > 0.8
    truth, none = np.array([True, False, False, False]), np.zeros(4, np.bool_)
    scores = Scores.of(truth, none)
    assert scores.rich == (0, 0, 0)
    assert scores.both[1] == pytest.approx(0.75)
    assert mean([scores, Scores.of(truth, truth)]).rich == (0.5, 0.5, 0.5)


@pytest.mark.slow
@pytest.mark.usefixtures("_quick")
def test_the_page_about_forgetting_has_the_published_points_beside_ours(frame, places, monkeypatch):
    monkeypatch.setattr(forgetting, "FRACTIONS", (0.2, 1.0))
    values = most_valuable(frame)
    found = Found(places.work / "found.jsonl")
    results = experiments(frame, values[:1], found, splits=1)
    again = Found(places.work / "found.jsonl")  # goes on where it stopped: nothing is learned
    monkeypatch.setattr(forgetting, "learned", None)
    assert experiments(frame, values[:1], again, splits=1) == results
    assert len(results) == 1 + 2 + 1 + 2  # the original, forgotten people, noise, two orders
    text = forgetting.page(places, values, results, 1.0)
    line = next(line for line in text.splitlines() if "above average | 0.2 |" in line)
    assert line.endswith("| -5.0 |")
    assert set(forgetting.means(results)) == set(CLASSIFIERS)
    assert "<polyline" in forgetting.picture("t", forgetting._values(results))
    assert "outliers first" in forgetting.picture("t", forgetting._order(results))


def test_published_scores_are_of_one_classifier_and_may_be_absent(places, tmp_path):
    assert points(places, "anonymization", "gradient boosting", "nothing.csv") is None
    file = "adults_capital-gain_2000_0.2.csv"
    assert points(places, "anonymization", "gradient boosting", file) == pytest.approx(-5)
    assert published(places, "anonymization", "random forest") == {}
    nowhere = Places(tmp_path / "nowhere", tmp_path, tmp_path)
    assert published(nowhere, "anonymization", "gradient boosting") == {}


def test_weights_are_those_of_the_slides(places):
    columns = study_keys(places, 7, "age")["columns"]
    weights = [column.get("weight", 1) for column in columns.values() if "weight" in column]
    assert len(weights) == len(COLUMNS) == 13
    assert sum(weights) == pytest.approx(1)
    assert columns["age"]["weight"] == HEAVY
    assert "weight" not in study_keys(places, 7, "equal")["columns"]["age"]


def test_ranges_become_their_middle(frame):
    texts = frame.select(COLUMNS).cast(pl.String)
    found = with_midpoints(texts.with_columns(age=pl.lit("[20, 31]"), fnlwgt=pl.lit("-5")))
    assert found["age"].unique().to_list() == [25.5]
    assert found["fnlwgt"].unique().to_list() == [-5]
    assert found["race"].equals(texts["race"])


def invented(k, weights, smallest, score=0.5):
    one = Scores((score,) * 3, (score + 0.25,) * 3)
    scores = {name: {"released": one, "as they are": one} for name in CLASSIFIERS}
    return clustering.Result(k, weights, smallest, 0.125, scores)


def test_a_result_is_the_same_after_it_was_kept():
    one = invented(7, "age", 8)
    assert clustering.Result.read(one.plain()) == one


def test_the_page_about_clusters_has_published_scores_and_broken_tables(places):
    ours = [invented(k, weights, k) for weights in clustering.WEIGHTS for k in SIZES]
    original = invented(1, "original", 1, 0.625)
    text = clustering.page(places, [original, *ours], [invented(7, "equal", 6)], 1.0)
    assert "| 3 | equal | 0.500 | 0.600 | 0.750 | – |" in text
    assert "| 7 | 7 / 6 (below k) |" in text
    assert "| random forest | – | -12.5 |" in text
    assert "<polyline" in clustering.picture("t", clustering.panels([original, *ours]))


@pytest.mark.needs("data")
@pytest.mark.usefixtures("_quick")
def test_clusters_of_adult_are_learned_from(shared_data, tmp_path):
    places = Places(shared_data, tmp_path, tmp_path)
    frame = clustering.people(places).head(300)
    found = clustering.clustered(places, frame, 7, "age", splits=1)
    assert found.smallest >= 7
    assert 0 < found.lost < 1
    assert {*found.scores["linear SVC"]} == {"released", "as they are"}
