"""Adult as Malle et al. learn from it: columns, features, four classifiers and their scores.

The slides (paper 002) name neither classifiers nor scores; the authors' published results do
(docs/theory/clusters.md): one-hot columns, scaled; logistic regression, linear support vectors, a
random forest of 100 trees, gradient boosting with 100 trees of depth 5; precision, recall and F1.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import precision_recall_fscore_support
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from shoal.engine.arrays import Bools, Floats
from shoal.learning.threads import one_thread
from studies.places import Places

TABLE = "adult/adult_uci_train.csv.gz"
NUMBERS = (
    *("age", "fnlwgt", "education-num", "capital-gain", "capital-loss"),
    "hours-per-week",
)
CATEGORIES = (
    *("workclass", "native-country", "sex", "race", "marital-status"),
    *("relationship", "occupation"),
)
COLUMNS = (*NUMBERS, *CATEGORIES)
TARGET, RICH = "income", ">50K"
SHARE, SPLITS = 0.2, 10  # of the records are predicted; so many times

CLASSIFIERS: dict[str, Callable[[], Any]] = {
    "logistic regression": lambda: LogisticRegression(max_iter=300),
    "linear SVC": lambda: LinearSVC(dual=False),
    "random forest": lambda: RandomForestClassifier(100, random_state=0),
    "gradient boosting": lambda: HistGradientBoostingClassifier(
        max_iter=100, max_depth=5, learning_rate=0.1, random_state=0
    ),
}
TREES = ("random forest", "gradient boosting")
PUBLISHED_NAMES = {
    "logistic regression": "logistic_regression",
    "linear SVC": "linear_svc",
    "random forest": "random_forest",
    "gradient boosting": "gradient_boosting",
}


@dataclass(frozen=True)
class Scores:
    """How well one class, and both together, are found.

    Attributes:
        rich: Precision, recall and F1 of those who earn more.
        both: The same of both classes, weighted by their sizes.
    """

    rich: tuple[float, float, float]
    both: tuple[float, float, float]

    @classmethod
    def of(cls, truth: Bools, found: Bools) -> "Scores":
        """The scores of predictions."""
        settings: dict[str, Any] = {"zero_division": 0.0}
        one = precision_recall_fscore_support(truth, found, average="binary", **settings)
        two = precision_recall_fscore_support(truth, found, average="weighted", **settings)
        return cls(tuple(map(float, one[:3])), tuple(map(float, two[:3])))  # type: ignore[arg-type]

    def plain(self) -> list[list[float]]:
        """The scores as JSON can hold them."""
        return [[*self.rich], [*self.both]]

    @classmethod
    def read(cls, plain: list[list[float]]) -> "Scores":
        """The scores that `plain` gave."""
        return cls(*(tuple(part) for part in plain))  # type: ignore[arg-type]


def mean(scores: list[Scores]) -> Scores:
    """The mean over several splits."""
    rich, both = (np.mean([getattr(one, side) for one in scores], axis=0) for side in SIDES)
    return Scores(tuple(rich.tolist()), tuple(both.tolist()))


SIDES = ("rich", "both")


@dataclass(frozen=True, eq=False)
class Features:
    """How records become numbers: fixed by the records that are learned from.

    Attributes:
        labels: The labels of each category, each a feature of its own.
        scaler: What scales them.
    """

    labels: Mapping[str, list[str]]
    scaler: StandardScaler

    @classmethod
    def of(cls, frame: pl.DataFrame) -> "Features":
        """The features of records to learn from."""
        labels = {name: sorted(frame[name].unique().to_list()) for name in CATEGORIES}
        return cls(labels, StandardScaler().fit(_raw(frame, labels)))

    def matrix(self, frame: pl.DataFrame) -> Floats:
        """One line per record."""
        return np.asarray(self.scaler.transform(_raw(frame, self.labels)))

    def codes(self, frame: pl.DataFrame) -> Floats:
        """One line per record, categories numbered: trees need no features of their own."""
        known = [
            frame[name].replace_strict(labels, range(len(labels)), default=-1)
            for name, labels in self.labels.items()
        ]
        return frame.select(*NUMBERS, *known).to_numpy().astype(np.float64)

    @cached_property
    def names(self) -> list[tuple[str, str | None]]:
        """The column and the label of each feature; numbers have none."""
        one_hot = [(name, label) for name, labels in self.labels.items() for label in labels]
        return [*((name, None) for name in NUMBERS), *one_hot]


def people(places: Places) -> pl.DataFrame:
    """Adult's complete records: thirteen columns and the income."""
    frame = pl.read_csv(places.table(TABLE), infer_schema=False)
    kept = frame.select(*COLUMNS, TARGET).drop_nulls()
    return kept.with_columns(pl.col(name).cast(pl.Float64) for name in NUMBERS)


def split(records: int, seed: int) -> Bools:
    """Which records are predicted."""
    chosen = np.zeros(records, np.bool_)
    chosen[np.random.default_rng([seed, 7]).permutation(records)[: round(SHARE * records)]] = True
    return chosen


class Found:
    """What was learned so far, in a file, so that a study goes on where it stopped.

    Attributes:
        known: What was found under each key.
        spent: The processor seconds that it took, for the keys that were asked for.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self.known: dict[str, tuple[Any, float]] = {
            name: (value, seconds) for name, value, seconds in map(json.loads, lines)
        }
        self.spent: dict[str, float] = {}

    def once(self, key: tuple[object, ...], find: Callable[[], Any]) -> Any:  # noqa: ANN401
        """What was found under a key; it is found now where it was not before."""
        name = json.dumps(key)
        if name not in self.known:
            clock = Clock()
            self.known[name] = find(), clock.seconds
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([name, *self.known[name]]) + "\n")
        value, self.spent[name] = self.known[name]
        return value

    @property
    def minutes(self) -> str:
        """What everything that was asked for took, in how many sittings ever."""
        return f"{sum(self.spent.values()) / 60:.0f}"


def learned(known: pl.DataFrame, asked: Mapping[str, pl.DataFrame]) -> dict[str, dict[str, Scores]]:
    """What each classifier that learned from some records finds of others.

    Args:
        known: The records to learn from.
        asked: Records to predict, by name.
    """
    features = Features.of(known)
    found: dict[str, dict[str, Scores]] = {}
    for name, make in CLASSIFIERS.items():
        matrix = features.codes if name in TREES else features.matrix
        with one_thread():
            model = make().fit(matrix(known), _is_rich(known))
        found[name] = {
            about: Scores.of(_is_rich(frame), model.predict(matrix(frame)).astype(bool))
            for about, frame in asked.items()
        }
    return found


def plain_scores(
    scores: Mapping[str, Mapping[str, Scores]],
) -> dict[str, dict[str, list[list[float]]]]:
    """What `learned` gave, as JSON can hold it."""
    return {name: {side: one.plain() for side, one in of.items()} for name, of in scores.items()}


class Clock:
    """Processor seconds since it was made."""

    def __init__(self) -> None:
        self.start = time.process_time()

    @property
    def seconds(self) -> float:
        """How many they are."""
        return time.process_time() - self.start


def _raw(frame: pl.DataFrame, labels: Mapping[str, list[str]]) -> Floats:
    numbers = frame.select(NUMBERS).to_numpy().astype(np.float64)
    parts = [
        (frame[name].to_numpy()[:, None] == np.array(known, object)[None, :]).astype(np.float64)
        for name, known in labels.items()
    ]
    return np.hstack([numbers, *parts])


def _is_rich(frame: pl.DataFrame) -> Bools:
    return (frame[TARGET] == RICH).to_numpy()
