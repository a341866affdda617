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
    SPLITS,
    Features,
    Found,
    Scores,
    learned,
    mean,
    split,
)
from studies.clustering import HEAVY, SIZES, study_keys, with_midpoints
from studies.distributions import bars_of, bins_of, distribution
from studies.forgetting import experiments
from studies.forgotten import Value, add_noise, forget, forget_first, most_valuable
from studies.outlier_curves import beside, curves
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
    for variant, file, f1 in (
        ("outliers", "original_dataset", 0.875),
        ("outliers", "outliers_removed_0.2", 0.75),
        ("random_comparison", "original_dataset", 0.8),
        ("random_comparison", "random_deletion_0.2", 0.79),
    ):
        lines.append(f"outliers,income,{variant},gradient_boosting,adults_{file}.csv,0.1,0.2,{f1}")
    (tmp_path / "malle" / "published_scores.csv").write_text("\n".join(lines))
    return Places(tmp_path, tmp_path, tmp_path)


def test_the_values_that_decide_are_found(frame):
    first, second, *_ = most_valuable(frame)
    assert first.name == "capital-gain above average"
    assert second.name in {"marital-status: a", "marital-status: b", "marital-status: c"}


def test_only_holders_of_a_value_are_forgotten_and_at_1_all_of_them(frame):
    value = Value("marital-status", "b", 1.0)
    random = np.random.default_rng(0)
    some = forget(value, 0.5)(frame, random)
    everybody = forget(value, 1.0)(frame, random)
    others = frame.filter(pl.col("marital-status") != "b")
    assert everybody.equals(others)
    assert len(others) < len(some) < len(frame)
    assert some.filter(pl.col("marital-status") != "b").equals(others)


def test_numbers_are_valuable_above_their_average(frame):
    holders = Value("age", None, 1.0).holders(frame)
    assert holders.tolist() == (frame["age"] > frame["age"].mean()).to_list()


def test_noise_changes_one_column_of_holders_only(frame):
    noisy = add_noise(Value("age", None, 1.0), 1.0)(frame, np.random.default_rng(0))
    assert noisy.drop("age").equals(frame.drop("age"))
    low = frame["age"] <= frame["age"].mean()
    assert noisy["age"].filter(low).equals(frame["age"].filter(low))
    assert not noisy["age"].equals(frame["age"])


def test_the_first_of_an_order_are_forgotten(frame):
    left = forget_first(frame["age"], 0.25)(frame, np.random.default_rng(0))
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
    monkeypatch.setattr(forgetting, "OUTLIERS", (0.2,))
    values = most_valuable(frame)
    found = Found(places.work / "found.jsonl")
    results = experiments(frame, values[:1], found, splits=1)
    again = Found(places.work / "found.jsonl")  # goes on where it stopped: nothing is learned
    monkeypatch.setattr(forgetting, "learned", None)
    assert experiments(frame, values[:1], again, splits=1) == results
    assert len(results) == 1 + 2 + 1 + 2  # the original, forgotten people, noise, two orders
    text = forgetting.page(places, values, results, found.minutes)
    line = next(line for line in text.splitlines() if "above average | 0.2 |" in line)
    assert line.endswith("| -5.0 |")
    assert set(forgetting.means(results)) == set(CLASSIFIERS)
    assert "<polyline" in forgetting.picture("t", forgetting._values(results))
    assert "took 0 minutes of processor time" in " ".join(text.split())


def changed(change, fraction, f1):
    """A result of which only F1 matters, the same for all classifiers."""
    left = {"left": Scores((0.5,) * 3, (f1,) * 3)}
    scores = dict.fromkeys(CLASSIFIERS, left)
    return forgetting.Result(change, "", fraction, 100, scores, dict.fromkeys(CLASSIFIERS, 0.0))


def test_outlier_curves_have_the_published_ones_beside_them_each_against_its_own_original(places):
    results = [
        changed("original", 0.0, 0.85), changed("outliers", 0.2, 0.8), changed("random", 0.2, 0.84),
    ]  # fmt: skip
    assert "| 20% | -5.0 / – | -5.0 / – | -5.0 / – | -5.0 / -12.5 |" in beside(
        places, results, "outliers"
    )
    assert "| -1.0 / -1.0 |" in beside(places, results, "random")
    *_, last = curves(places, results)
    drawn = {part.name: part.points for part in last.drawn}
    assert drawn["outliers first"] == [(0.0, 0.85), (0.2, 0.8)]
    assert drawn["outliers first, published"] == [(0.0, 0.875), (0.2, 0.75)]
    assert drawn["by chance, published"] == [(0.0, 0.8), (0.2, 0.79)]


@pytest.mark.needs("data")
def test_published_outlier_curves_begin_and_end_where_they_were_published(shared_data, tmp_path):
    places = Places(shared_data, tmp_path, tmp_path)
    found = {part.title: part.drawn for part in curves(places, [changed("original", 0.0, 0.5)])}
    ends = {name: next(part.points for part in drawn if part.name.endswith("first, published"))
            for name, drawn in found.items()}  # fmt: skip
    assert {name: round(points[0][1], 3) for name, points in ends.items()} == {
        "logistic regression": 0.811,
        "linear SVC": 0.855,
        "random forest": 0.858,
        "gradient boosting": 0.875,
    }
    assert ends["gradient boosting"][-1] == (0.95, pytest.approx(0.706, abs=5e-4))
    assert all(len(points) == 19 for points in ends.values())


def test_the_distribution_has_every_record_in_a_bar_and_those_who_earn_much_within(frame):
    bars = bars_of(frame, "race")
    assert sum(share for _, share, _ in bars) == pytest.approx(1)
    assert [share for _, share, _ in bars] == sorted((share for _, share, _ in bars), reverse=True)
    rich = (frame["income"] == ">50K").mean()
    assert sum(much for *_, much in bars) == pytest.approx(rich)
    _, shares, much = bins_of(frame, "age")
    assert (shares.sum(), much.sum()) == pytest.approx((1, rich))
    drawn = distribution(frame)
    assert all(f">{name}</text>" in drawn for name in (*COLUMNS, "income"))
    assert "of them, &gt;50K" in drawn


def test_many_categories_are_told_as_others(frame):
    many = frame.with_columns(occupation=pl.Series([f"job {at % 20:02}" for at in range(240)]))
    bars = bars_of(many, "occupation")
    assert len(bars) == 8
    assert bars[-1][:2] == ("13 others", pytest.approx(13 / 20))


def test_ten_splits_of_all_records_are_asked():
    assert SPLITS == 10
    assert split(100, 3).sum() == 20


def test_published_scores_are_of_one_classifier_and_may_be_absent(places, tmp_path):
    assert points(places, "anonymization", "gradient boosting", "nothing.csv") is None
    file = "adults_capital-gain_2000_0.2.csv"
    assert points(places, "anonymization", "gradient boosting", file) == pytest.approx(-5)
    assert published(places, "anonymization", "random forest") == {}
    nowhere = Places(tmp_path / "nowhere", tmp_path, tmp_path)
    assert published(nowhere, "anonymization", "gradient boosting") == {}
    chance = published(places, "outliers", "gradient boosting", "random_comparison")
    assert chance["adults_original_dataset.csv"] == 0.8


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
    text = clustering.page(places, [original, *ours], [invented(7, "equal", 6)], "12")
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
