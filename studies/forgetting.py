"""The right to be forgotten (paper 002, experiment A): what deleting the best records costs."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import polars as pl
from benchmarks.tables import table
from sklearn.ensemble import IsolationForest
from sklearn.linear_model import LogisticRegression

from shoal.engine.arrays import Bools
from studies.census_models import (
    CLASSIFIERS,
    LEARNED,
    RICH,
    SPLITS,
    TARGET,
    Clock,
    Features,
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
from studies.published_scores import points, shown

Change = Callable[[pl.DataFrame, np.random.Generator], pl.DataFrame]
FRACTIONS = (0.2, 0.4, 0.6, 0.8, 1.0)
MOST = 3  # values that are asked to be forgotten
COLORS = ("before", "after", "chosen")
PUBLISHED = {  # the file name of a value in the published scores, where it is there
    "marital-status: Married-civ-spouse": "marital-status_Married-civ-spouse",
    "education-num above average": "education-num_10",
    "capital-gain above average": "capital-gain_2000",
}


@dataclass(frozen=True)
class Value:
    """A value of a column, or the numbers of one that are above its average.

    Attributes:
        column: The column.
        label: The value; None for numbers.
        coefficient: What logistic regression gave it.
    """

    column: str
    label: str | None
    coefficient: float

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.column}: {self.label}" if self.label else f"{self.column} above average"

    def holders(self, frame: pl.DataFrame) -> Bools:
        """Who has it; the average is that of the records."""
        column = frame[self.column]
        if self.label is not None:
            return (column == self.label).to_numpy()
        return (column > column.mean()).to_numpy()


@dataclass(frozen=True)
class Result:
    """What remains after a change of the records.

    Attributes:
        change: What was done: forget, noise, outliers or random.
        about: To whom.
        fraction: To which share of them.
        records: How many records were left of all.
        scores: Of each classifier: for those who are left, and for everybody.
    """

    change: str
    about: str
    fraction: float
    records: int
    scores: Mapping[str, Mapping[str, Scores]]


def study(places: Places) -> str:
    """Do it all, draw it, and write the page."""
    clock = Clock()
    frame = people(places)
    values = most_valuable(frame)
    results = experiments(frame, values, Found(places.work / "forgetting.jsonl"))
    for name, panels in (
        ("forgetting", _values(results)),
        ("forgetting-outliers", _order(results)),
    ):
        (places.pages / f"{name}.svg").write_text(picture(TITLES[name], panels), encoding="utf-8")
    (places.work / "forgetting.json").write_text(json.dumps(means(results)), encoding="utf-8")
    return page(places, values, results, clock.seconds)


TITLES = {
    "forgetting": "F1 after some of the people with the most valuable values are forgotten",
    "forgetting-outliers": "F1 after outliers, or people by chance, are forgotten",
}


def most_valuable(frame: pl.DataFrame) -> list[Value]:
    """The values with the largest coefficients, by size, of a logistic regression."""
    features = Features.of(frame)
    model = LogisticRegression(max_iter=300)
    model.fit(features.matrix(frame), (frame[TARGET] == RICH).to_numpy())
    found = [
        Value(column, label, float(number))
        for (column, label), number in zip(features.names, model.coef_[0], strict=True)
    ]
    return sorted(found, key=lambda value: -abs(value.coefficient))[:MOST]


def experiments(
    frame: pl.DataFrame, values: Sequence[Value], found: Found, splits: int = SPLITS
) -> list[Result]:
    """The original, fifteen tables with forgotten people, and the extensions."""
    asked: list[tuple[tuple[str, str, float], Change]] = [
        (("original", "", 0.0), lambda part, _: part)
    ]
    for value in values:
        asked += [
            (("forget", value.name, fraction), _forgotten(value, fraction))
            for fraction in FRACTIONS
        ]
    for value in values:
        asked += [
            (("noise", value.name, fraction), _noisy(value, fraction))
            for fraction in FRACTIONS[::2]
        ]
    orders = {"outliers": oddness(frame), "random": _chance(len(frame))}
    for fraction in FRACTIONS[:-1]:
        asked += [
            ((name, "", fraction), _ordered(order, fraction)) for name, order in orders.items()
        ]
    return [_asked(named, frame, change, (found, splits)) for named, change in asked]


def oddness(frame: pl.DataFrame) -> pl.Series:
    """How unusual each record is: isolation forests need few cuts to be alone with it."""
    numbers = Features.of(frame).matrix(frame)
    return pl.Series(-IsolationForest(random_state=0).fit(numbers).score_samples(numbers))


def _asked(
    named: tuple[str, str, float], frame: pl.DataFrame, change: Change, how: tuple[Found, int]
) -> Result:
    """Learn from the records after a change; predict those who are left, and everybody."""
    found, splits = how
    parts = [
        found.once(
            (*named, len(frame), LEARNED, seed), lambda seed=seed: _split(frame, change, seed)
        )
        for seed in range(splits)
    ]
    scores = {
        name: {
            side: mean([Scores.read(part["scores"][name][side]) for part in parts])
            for side in ("left", "everybody")
        }
        for name in CLASSIFIERS
    }
    return Result(*named, parts[-1]["records"], scores)


def _split(frame: pl.DataFrame, change: Change, seed: int) -> dict[str, Any]:
    numbered = frame.with_row_index("place")
    changed = change(numbered, np.random.default_rng([seed, 11]))
    asked = split(len(frame), seed)
    inside = asked[changed["place"].to_numpy()]
    questions = {"left": changed.filter(inside), "everybody": numbered.filter(asked)}
    return {
        "records": len(changed),
        "scores": plain_scores(learned(changed.filter(~inside), questions)),
    }


def _forgotten(value: Value, fraction: float) -> Change:
    """Everybody who has a value asks to be forgotten with a certain chance."""

    def do(frame: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
        gone = value.holders(frame) & (random.random(len(frame)) < fraction)
        return frame.filter(~gone)

    return do


def _noisy(value: Value, fraction: float) -> Change:
    """Nobody is forgotten, but those who have a value get that of somebody else."""

    def do(frame: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
        hit = value.holders(frame) & (random.random(len(frame)) < fraction)
        others = frame[value.column].gather(random.integers(0, len(frame), len(frame)))
        mixed = pl.select(
            pl.when(pl.Series(hit)).then(others).otherwise(frame[value.column])
        ).to_series()
        return frame.with_columns(mixed.alias(value.column))

    return do


def _ordered(order: pl.Series, fraction: float) -> Change:
    """Those who come first by an order are forgotten."""

    def do(frame: pl.DataFrame, _: np.random.Generator) -> pl.DataFrame:
        return frame.filter(order.rank("ordinal", descending=True) > round(fraction * len(frame)))

    return do


def _chance(records: int) -> pl.Series:
    return pl.Series(np.random.default_rng(5).random(records))


def page(
    places: Places, values: Sequence[Value], results: Sequence[Result], cpu_seconds: float
) -> str:
    """The page of the study: its words are beside this file."""
    words = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    original = next(one for one in results if one.change == "original")
    return words.substitute(
        records=f"{original.records:,}",
        cpu=f"{cpu_seconds:.0f}",
        splits=SPLITS,
        learned=f"{LEARNED:,}",
        values=table(("value", "coefficient"), [(v.name, f"{v.coefficient:.2f}") for v in values]),
        original=table(("classifier", "F1 of >50K", "F1 of both"), _originals(original)),
        forget=table(_head("left"), _lines(places, results, original, "forget", "left")),
        everybody=table(_head("all"), _lines(places, results, original, "forget", "everybody")),
        noise=table(_head("all"), _lines(places, results, original, "noise", "everybody")),
        outliers=table(("forgotten", *CLASSIFIERS), _order_lines(results, original)),
        worst=f"{-_worst(results, original, 'left'):.1f}",
        worst_everybody=f"{-_worst(results, original, 'everybody'):.1f}",
    )


def _head(who: str) -> tuple[str, ...]:
    beside = ("gradient boosting, published",) if who == "left" else ()
    return ("value", "fraction", "records", *CLASSIFIERS, *beside)


def _originals(original: Result) -> list[tuple[str, str, str]]:
    return [
        (name, f"{scores['left'].rich[2]:.3f}", f"{scores['left'].both[2]:.3f}")
        for name, scores in original.scores.items()
    ]


def _lines(
    places: Places, results: Sequence[Result], original: Result, change: str, side: str
) -> list[list[object]]:
    lines: list[list[object]] = []
    for one in results:
        if one.change != change:
            continue
        line: list[object] = [one.about, f"{one.fraction:.1f}", f"{one.records:,}"]
        line += [shown(_points(one, original, name, side)) for name in CLASSIFIERS]
        if side == "left":
            file = f"adults_{PUBLISHED.get(one.about, '')}_{one.fraction:g}.csv"
            line.append(shown(points(places, "anonymization", "gradient boosting", file)))
        lines.append(line)
    return lines


def _points(one: Result, original: Result, classifier: str, side: str) -> float:
    """The difference of F1 (>50K) to the original, in points."""
    before, after = (part.scores[classifier][side].rich[2] for part in (original, one))
    return 100 * (after - before)


def means(results: Sequence[Result]) -> dict[str, float]:
    """Mean points of F1 over the fifteen tables, for each classifier; clusters are compared."""
    original = next(one for one in results if one.change == "original")
    found = [one for one in results if one.change == "forget"]
    return {
        name: float(np.mean([_points(one, original, name, "left") for one in found]))
        for name in CLASSIFIERS
    }


def _worst(results: Sequence[Result], original: Result, side: str) -> float:
    """What the best classifier loses when all holders of the worst value are forgotten."""
    found = [one for one in results if one.change == "forget"]
    return min(_points(one, original, "gradient boosting", side) for one in found)


def _order_lines(results: Sequence[Result], original: Result) -> list[list[object]]:
    return [
        [f"{one.fraction:.0%} {WHO[one.change]}",
         *(shown(_points(one, original, name, "everybody")) for name in CLASSIFIERS)]
        for one in results
        if one.change in WHO
    ]  # fmt: skip


WHO = {"outliers": "outliers first", "random": "by chance"}


def _values(results: Sequence[Result]) -> list[Panel]:
    """One panel per classifier: F1 against the fraction, for each value."""
    original = next(one for one in results if one.change == "original")
    names = [*dict.fromkeys(one.about for one in results if one.change == "forget")]
    panels = []
    for classifier in CLASSIFIERS:
        start = original.scores[classifier]["left"].rich[2]
        drawn = [Drawn("original", "baseline", [(0, start), (1, start)])]
        for name, color in zip(names, COLORS, strict=False):
            curve = [(0.0, start)] + [
                (one.fraction, one.scores[classifier]["left"].rich[2])
                for one in results
                if (one.change, one.about) == ("forget", name)
            ]
            drawn.append(Drawn(name, color, curve))
        panels.append(Panel(classifier, "fraction forgotten", "F1 of >50K", drawn, y=(0.4, 0.8)))
    return panels


def _order(results: Sequence[Result]) -> list[Panel]:
    original = next(one for one in results if one.change == "original")
    panels = []
    for classifier in CLASSIFIERS:
        start = original.scores[classifier]["everybody"].rich[2]
        drawn = [Drawn("original", "baseline", [(0, start), (1, start)])]
        for change, color in (("random", "before"), ("outliers", "after")):
            curve = [(0.0, start)] + [
                (one.fraction, one.scores[classifier]["everybody"].rich[2])
                for one in results
                if one.change == change
            ]
            drawn.append(Drawn(WHO[change], color, curve))
        panels.append(Panel(classifier, "share forgotten", "F1 of >50K", drawn, y=(0.5, 0.8)))
    return panels
