"""The right to be forgotten (paper 002, experiment A): what deleting the best records costs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import polars as pl
from benchmarks.tables import table

from studies.census_models import (
    CLASSIFIERS,
    SPLITS,
    Found,
    Scores,
    learned,
    mean,
    people,
    plain_scores,
    split,
)
from studies.distributions import distribution
from studies.forgotten import (
    Change,
    Value,
    add_noise,
    chance,
    forget,
    forget_first,
    most_valuable,
    oddness,
)
from studies.outlier_curves import WHO, beside, curves
from studies.pictures import Drawn, Panel, picture
from studies.places import Places
from studies.published_scores import points, shown

FRACTIONS = (0.2, 0.4, 0.6, 0.8, 1.0)
OUTLIERS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)  # published: from 0.1, by 0.05
COLORS = ("before", "after", "chosen")
PUBLISHED = {  # the file name of a value in the published scores, where it is there
    "marital-status: Married-civ-spouse": "marital-status_Married-civ-spouse",
    "education-num above average": "education-num_10",
    "capital-gain above average": "capital-gain_2000",
}


@dataclass(frozen=True)
class Result:
    """What remains after a change of the records.

    Attributes:
        change: What was done: forget, noise, outliers or random.
        about: To whom.
        fraction: To which share of them.
        records: How many records were left of all.
        scores: Of each classifier: for those who are left, and for everybody.
        spread: Of each classifier: the standard deviation of its F1 for those who are left.
    """

    change: str
    about: str
    fraction: float
    records: int
    scores: Mapping[str, Mapping[str, Scores]]
    spread: Mapping[str, float]


def study(places: Places) -> str:
    """Do it all, draw it, and write the page."""
    frame = people(places)
    values, found = most_valuable(frame), Found(places.work / "forgetting.jsonl")
    results = experiments(frame, values, found)
    drawn = {
        "forgetting": picture(TITLE, _values(results)),
        "forgetting-outliers": picture(OUTLIERS_TITLE, curves(places, results)),
        "forgetting-distribution": distribution(frame),
    }
    for name, svg in drawn.items():
        (places.pages / f"{name}.svg").write_text(svg, encoding="utf-8")
    (places.work / "forgetting.json").write_text(json.dumps(means(results)), encoding="utf-8")
    return page(places, values, results, found.minutes)


TITLE = "F1 after some of the people with the most valuable values are forgotten"
OUTLIERS_TITLE = "F1 after outliers, or people by chance, are forgotten, ours and published"


def experiments(
    frame: pl.DataFrame, values: Sequence[Value], found: Found, splits: int = SPLITS
) -> list[Result]:
    """The original, fifteen tables with forgotten people, and the extensions."""
    asked: list[tuple[tuple[str, str, float], Change]] = [
        (("original", "", 0.0), lambda part, _: part)
    ]
    for value in values:
        asked += [
            (("forget", value.name, fraction), forget(value, fraction)) for fraction in FRACTIONS
        ]
    for value in values:
        asked += [
            (("noise", value.name, fraction), add_noise(value, fraction))
            for fraction in FRACTIONS[::2]
        ]
    orders = {"outliers": oddness(frame), "random": chance(len(frame))}
    for fraction in OUTLIERS:
        asked += [
            ((name, "", fraction), forget_first(order, fraction)) for name, order in orders.items()
        ]
    return [_asked(named, frame, change, (found, splits)) for named, change in asked]


def _asked(
    named: tuple[str, str, float], frame: pl.DataFrame, change: Change, how: tuple[Found, int]
) -> Result:
    """Learn from the records after a change; predict those who are left, and everybody."""
    found, splits = how
    parts = [
        found.once((*named, len(frame), seed), lambda seed=seed: _split(frame, change, seed))
        for seed in range(splits)
    ]
    scores = {
        name: {
            side: mean([Scores.read(part["scores"][name][side]) for part in parts])
            for side in ("left", "everybody")
        }
        for name in CLASSIFIERS
    }
    f1 = {name: [part["scores"][name]["left"][0][2] for part in parts] for name in CLASSIFIERS}
    spread = {name: float(np.std(of)) for name, of in f1.items()}
    return Result(*named, round(np.mean([part["records"] for part in parts])), scores, spread)


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


def page(places: Places, values: Sequence[Value], results: Sequence[Result], minutes: str) -> str:
    """The page of the study: its words are beside this file."""
    words = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    original = next(one for one in results if one.change == "original")
    return words.substitute(
        records=f"{original.records:,}",
        minutes=minutes,
        splits=SPLITS,
        spread=f"{100 * max(original.spread.values()):.1f}",
        values=table(("value", "coefficient"), [(v.name, f"{v.coefficient:.2f}") for v in values]),
        original=table(
            ("classifier", "F1 of >50K", "± over splits", "F1 of both"), _originals(original)
        ),
        forget=table(_head("left"), _lines(places, results, original, "forget", "left")),
        everybody=table(_head("all"), _lines(places, results, original, "forget", "everybody")),
        noise=table(_head("all"), _lines(places, results, original, "noise", "everybody")),
        outliers=table(("forgotten", *CLASSIFIERS), _order_lines(results, original)),
        beside_outliers=beside(places, results, "outliers"),
        beside_chance=beside(places, results, "random"),
        worst=f"{-_worst(results, original, 'left'):.1f}",
        worst_everybody=f"{-_worst(results, original, 'everybody'):.1f}",
    )


def _head(who: str) -> tuple[str, ...]:
    beside = ("gradient boosting, published",) if who == "left" else ()
    return ("value", "fraction", "records", *CLASSIFIERS, *beside)


def _originals(original: Result) -> list[tuple[str, ...]]:
    return [
        (name, *(f"{number:.3f}" for number in (
            scores["left"].rich[2], original.spread[name], scores["left"].both[2]
        )))
        for name, scores in original.scores.items()
    ]  # fmt: skip


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
