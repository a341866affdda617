"""Learning from clusters (paper 002, experiment B): SaNGreeA with five k and three weightings."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import polars as pl
from benchmarks.tables import table

from shoal.data.table import Table
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study
from studies.census_models import (
    CATEGORIES,
    CLASSIFIERS,
    COLUMNS,
    NUMBERS,
    SPLITS,
    TARGET,
    Found,
    Scores,
    learned,
    mean,
    people,
    plain_scores,
    split,
)
from studies.pictures import Drawn, Panel, picture
from studies.places import Places
from studies.published_scores import ORIGINAL, published

SIZES = (3, 7, 11, 15, 19)
HEAVY, LIGHT = 0.88, 0.01
WEIGHTS = {"equal": None, "age": "age", "race": "race"}  # the column that is preferred
FILES = {"equal": "equal", "age": "emph_age", "race": "emph_race"}
COLORS = {"equal": "before", "age": "after", "race": "chosen"}
FORGOTTEN = "forgetting.json"


@dataclass(frozen=True)
class Result:
    """What can be learned from one release.

    Attributes:
        k: The smallest cluster that was asked for.
        weights: Which columns weigh more.
        smallest: The smallest cluster there is.
        lost: The mean share that each column loses (NGIL); None where it is not known.
        scores: Of each classifier: for released records, and for the same people as they are.
    """

    k: int
    weights: str
    smallest: int
    lost: float | None
    scores: Mapping[str, Mapping[str, Scores]]

    def plain(self) -> list[object]:
        """The result as JSON can hold it."""
        return [self.k, self.weights, self.smallest, self.lost, plain_scores(self.scores)]

    @classmethod
    def read(cls, plain: list[Any]) -> "Result":
        """The result that `plain` gave."""
        *known, scores = plain
        read = {
            name: {side: Scores.read(one) for side, one in of.items()}
            for name, of in scores.items()
        }
        return cls(*known, read)


def study(places: Places) -> str:
    """Form all clusters, learn from them, draw it, and write the page."""
    frame = people(places)
    found = Found(places.work / "clustering.jsonl")
    results = [_once(found, "original", 1, lambda: _original(frame))]
    results += [
        _once(found, weights, k, lambda k=k, weights=weights: clustered(places, frame, k, weights))
        for weights in WEIGHTS
        for k in SIZES
    ]
    there = [k for k in SIZES if _theirs(places, k).is_file()]
    theirs = [_once(found, "theirs", k, lambda k=k: their_table(places, k)) for k in there]
    drawn = picture("F1 of models that learned from clusters", panels(results))
    (places.pages / "clustering.svg").write_text(drawn, encoding="utf-8")
    return page(places, results, theirs, found.minutes)


def _once(found: Found, what: str, k: int, find: Callable[[], Result]) -> Result:
    """A result that is found once, however often the study is done."""
    plain = found.once((what, k, SPLITS), lambda: find().plain())
    return Result.read(plain)


def _theirs(places: Places, k: int) -> Path:
    return places.data / "malle" / f"adult_sangreea_k{k:02}_equal.csv.gz"


def study_keys(places: Places, k: int, weights: str) -> dict[str, object]:
    """The study: numbers become ranges, categories climb the trees of the paper's author."""
    folder = places.data / "graph" / "gen_hierarchies_csv"
    heavy = WEIGHTS[weights]
    columns: dict[str, dict[str, object]] = {
        name: {"role": "quasi-identifier", "type": "integer"} for name in NUMBERS
    }
    for name in CATEGORIES:
        path = str(folder / f"{name}.csv")
        columns[name] = {"role": "quasi-identifier", "hierarchy": path}
    if heavy:
        for name, column in columns.items():
            column["weight"] = HEAVY if name == heavy else LIGHT
    return {
        "columns": {**columns, TARGET: {"role": "insensitive"}},
        "method": {"name": "sangreea", "k": k},
    }


def clustered(
    places: Places, frame: pl.DataFrame, k: int, weights: str, splits: int = SPLITS
) -> Result:
    """One of the fifteen releases."""
    asked = Study.of(study_keys(places, k, weights), places.data)
    texts = frame.with_columns(pl.col(name).cast(pl.Int64) for name in NUMBERS)
    done = anonymize(read_of(asked, Table.of(texts)), Stopwatch())
    released = with_midpoints(done.frame).with_columns(frame[TARGET])
    lost = None if done.treated is None else float(done.treated.figures["ngil"])
    smallest = int(done.outcome.class_sizes.min())
    return Result(k, weights, smallest, lost, _scores(released, frame, splits))


def their_table(places: Places, k: int) -> Result:
    """A release that the paper's author published; its records are in another order."""
    frame = pl.read_csv(_theirs(places, k), infer_schema=False).select(*COLUMNS, TARGET)
    smallest = int(frame.group_by(COLUMNS).len()["len"].to_numpy().min())
    numbers = frame.with_columns(pl.col(name).cast(pl.Float64) for name in NUMBERS)
    return Result(k, "equal", smallest, None, _scores(numbers, None, SPLITS))


def with_midpoints(frame: pl.DataFrame) -> pl.DataFrame:
    """Ranges of numbers as the middle between their ends."""
    texts = frame.select(pl.col(*COLUMNS).cast(pl.String))
    ends = [
        pl.col(name).str.extract_all(r"-?[0-9.]+").cast(pl.List(pl.Float64)) for name in NUMBERS
    ]
    middles = [(end.list.first() + end.list.last()) / 2 for end in ends]
    return texts.select(*middles, *CATEGORIES)


def _original(frame: pl.DataFrame) -> Result:
    return Result(1, "original", 1, 0.0, _scores(frame, None, SPLITS))


def _scores(
    released: pl.DataFrame, before: pl.DataFrame | None, splits: int
) -> dict[str, dict[str, Scores]]:
    """Learn from four fifths of a release; predict the others, released and as they were."""
    found = []
    for seed in range(splits):
        asked = split(len(released), seed)
        questions = {"released": released.filter(asked)}
        if before is not None:
            questions["as they are"] = before.filter(asked)
        found.append(learned(released.filter(~asked), questions))
    return {
        name: {side: mean([one[name][side] for one in found]) for side in found[0][name]}
        for name in CLASSIFIERS
    }


def page(places: Places, results: Sequence[Result], theirs: Sequence[Result], minutes: str) -> str:
    """The page of the study: its words are beside this file."""
    words = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    original, *releases = results
    return words.substitute(
        minutes=minutes,
        splits=SPLITS,
        released=table(("k", "weights", "NGIL", *CLASSIFIERS), _lines(results, "released")),
        as_they_are=table(
            ("k", "weights", *CLASSIFIERS), _lines(releases, "as they are", lost=False)
        ),
        published=table(PUBLISHED_HEAD, [_beside(places, one) for one in results]),
        theirs=table(THEIRS_HEAD, [_paired(ours, one) for ours, one in _pairs(releases, theirs)]),
        conclusion=table(CONCLUSION_HEAD, _conclusion(places, original, releases)),
    )


PUBLISHED_HEAD = (
    *("k", "weights", "gradient boosting", "published"),
    *("logistic regression, both classes", "published"),
)
THEIRS_HEAD = ("k", "smallest cluster", *(f"{name}: ours / theirs" for name in CLASSIFIERS))
CONCLUSION_HEAD = ("classifier", "15 tables with forgotten people", "15 tables of clusters")


def _lines(results: Sequence[Result], side: str, *, lost: bool = True) -> list[list[object]]:
    lines: list[list[object]] = []
    for one in results:
        known = [f"{one.lost:.3f}" if one.lost is not None else "–"] if lost else []
        scores = [f"{one.scores[name][side].rich[2]:.3f}" for name in CLASSIFIERS]
        lines.append([one.k, one.weights, *known, *scores])
    return lines


def _beside(places: Places, one: Result) -> list[object]:
    """Ours and the published F1, each averaged as the published one is."""
    file = ORIGINAL if one.k == 1 else f"adults_anonymized_k{one.k:02}_{FILES[one.weights]}.csv"
    line: list[object] = [one.k, one.weights]
    for name, side in (("gradient boosting", "rich"), ("logistic regression", "both")):
        theirs = published(places, "anonymization", name).get(file)
        ours = getattr(one.scores[name]["released"], side)[2]
        line += [f"{ours:.3f}", "–" if theirs is None else f"{theirs:.3f}"]
    return line


def _pairs(ours: Sequence[Result], theirs: Sequence[Result]) -> list[tuple[Result, Result]]:
    equal = {one.k: one for one in ours if one.weights == "equal"}
    return [(equal[one.k], one) for one in theirs if one.k in equal]


def _paired(ours: Result, theirs: Result) -> list[object]:
    scores = [
        " / ".join(f"{one.scores[name]['released'].rich[2]:.3f}" for one in (ours, theirs))
        for name in CLASSIFIERS
    ]
    below = " (below k)" if theirs.smallest < theirs.k else ""
    return [ours.k, f"{ours.smallest} / {theirs.smallest}{below}", *scores]


def _conclusion(
    places: Places, original: Result, releases: Sequence[Result]
) -> list[tuple[str, str, str]]:
    """Mean points of F1 lost over the tables of each experiment."""
    path = places.work / FORGOTTEN
    forgotten = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    lines = []
    for name in CLASSIFIERS:
        start = original.scores[name]["released"].rich[2]
        loss = np.mean([100 * (one.scores[name]["released"].rich[2] - start) for one in releases])
        other = f"{forgotten[name]:+.1f}" if name in forgotten else "–"
        lines.append((name, other, f"{loss:+.1f}"))
    files = published(places, "anonymization", "gradient boosting")
    lines.append(("gradient boosting, published", *_published_means(files)))
    return lines


def _published_means(files: Mapping[str, float]) -> tuple[str, str]:
    parts = [
        [f"adults_{value}_{fraction:g}.csv" for value in VALUES for fraction in FRACTIONS],
        [f"adults_anonymized_k{k:02}_{name}.csv" for name in FILES.values() for k in SIZES],
    ]
    found = [[files[name] - files[ORIGINAL] for name in part if name in files] for part in parts]
    first, second = (f"{100 * np.mean(part):+.1f}" if part else "–" for part in found)
    return first, second


VALUES = ("capital-gain_2000", "education-num_10", "marital-status_Married-civ-spouse")
FRACTIONS = (0.2, 0.4, 0.6, 0.8, 1.0)


def panels(results: Sequence[Result]) -> list[Panel]:
    """One panel per classifier: F1 of released records against k."""
    original, *releases = results
    found = []
    for classifier in CLASSIFIERS:
        start = original.scores[classifier]["released"].rich[2]
        drawn = [Drawn("original", "baseline", [(1, start), (SIZES[-1], start)])]
        for weights, color in COLORS.items():
            curve = [
                (float(one.k), one.scores[classifier]["released"].rich[2])
                for one in releases
                if one.weights == weights
            ]
            drawn.append(Drawn(f"weights: {weights}", color, curve))
        found.append(Panel(classifier, "k", "F1 of >50K", drawn, x=(1, SIZES[-1]), y=(0.4, 0.8)))
    return found
