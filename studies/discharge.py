"""The discharge experiment of Prasser et al. 2017 (CBMS): scores against prediction accuracy."""

from pathlib import Path
from string import Template

import numpy as np
from benchmarks.tables import table
from scipy.stats import spearmanr

from shoal.engine.arrays import Floats
from studies.discharge_accuracy import (
    BASELINE,
    ORIGINAL,
    Accuracies,
    collect,
    relative,
    stratified,
)
from studies.discharge_scores import NAMES, Question, all_scores
from studies.pictures import Drawn, Panel, picture
from studies.places import Places

STRATA = 1000
Scores = dict[str, Floats]


def study(places: Places) -> str:
    """Score every candidate, ask as many as there is time for, and show both."""
    question = Question.of_example(places.work / "example")
    scores, cpu = all_scores(question.problem)
    best = {name: int(np.argmin(scores[name])) for name in NAMES}
    sample = stratified(scores[NAMES[0]], STRATA)
    so_far = Accuracies(places.work / "discharge-accuracy.csv")
    collect(question, dict.fromkeys([*best.values(), *sample]), so_far, places.seconds)
    known = so_far.known()
    path = places.pages / "discharge-scores.svg"
    path.write_text(scatter(scores, relative(known), best), encoding="utf-8")
    return page(question, scores, known, (best, sample), cpu)


def page(
    question: Question,
    scores: Scores,
    known: dict[int, float],
    chosen: tuple[dict[str, int], list[int]],
    cpu: float,
) -> str:
    """The page of the study: its words are beside this file."""
    best, sample = chosen
    found = relative(known)
    asked = [place for place in sample if place in found]
    words = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    return words.substitute(
        records=f"{question.problem.encoded.records:,}",
        candidates=f"{question.size:,}",
        cpu=f"{cpu:.0f}",
        sampled=f"{len(found):,}",
        strata=f"{STRATA:,}",
        baseline=f"{known[BASELINE]:.2%}",
        original=f"{known[ORIGINAL]:.2%}",
        best=best_table(question, scores, found, best, asked),
        most=f"{max(found.values()):.2%}",
        chosen=f"{found[best[NAMES[0]]]:.2%}",
    )


def best_table(
    question: Question,
    scores: Scores,
    found: dict[int, float],
    best: dict[str, int],
    asked: list[int],
) -> str:
    """One line per quality model."""
    head = (
        "quality model",
        "levels of its optimum",
        "suppressed",
        "relative accuracy",
        "correlation",
    )
    return table(head, [_line(question, name, scores, found, best, asked) for name in NAMES])


def _line(
    question: Question,
    name: str,
    scores: Scores,
    found: dict[int, float],
    best: dict[str, int],
    asked: list[int],
) -> list[object]:
    levels = question.problem.lattice.at(best[name])
    suppressed = question.problem.candidate(levels).suppressed_records
    correlation = correlated(scores[name][asked], np.array([found[place] for place in asked]))
    return [
        name,
        " ".join(map(str, levels)),
        suppressed,
        f"{found[best[name]]:.2%}" if best[name] in found else None,
        f"{correlation:.2f}",
    ]


def correlated(one: Floats, other: Floats) -> float:
    """Spearman's correlation of ranks."""
    return float(spearmanr(one, other).statistic)


def scatter(scores: Scores, found: dict[int, float], best: dict[str, int]) -> str:
    """Figure 4: relative accuracy against each score, which is divided by its largest value."""
    asked = sorted(found)
    low = min(0.0, *found.values())
    panels = []
    for name in NAMES:
        shares = scores[name] / scores[name].max()
        cloud = [(float(shares[place]), found[place]) for place in asked]
        first = [point for place, point in zip(asked, cloud, strict=True) if place == best[name]]
        drawn = [
            Drawn("candidates", "before", cloud, joined=False),
            Drawn("best by the score", "chosen", first, joined=False, size=4),
        ]
        panels.append(
            Panel(name, "score (share of the largest)", "relative accuracy", drawn, y=(low, 1))
        )
    return picture("Relative accuracy against scores", panels)
