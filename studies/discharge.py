"""The discharge experiment of Prasser et al. 2017 (CBMS): scores against prediction accuracy."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import Template

import numpy as np
from benchmarks.tables import table
from scipy.stats import spearmanr

from shoal.engine.arrays import Counts, Floats
from studies.discharge_accuracy import (
    BASELINE,
    ORIGINAL,
    Accuracies,
    Judge,
    collect,
    relative,
    stratified,
)
from studies.discharge_scores import NAMES, Scored, all_scores
from studies.pictures import Drawn, Panel, picture
from studies.places import Places
from studies.questions import TABLES, Question

STRATA = 1000
DOTS = 100  # in each direction of a picture
MOST = 100  # of the candidates that a model likes best are looked at together
# The paper: relative accuracies of the other models' optima, and of classification's ("almost").
PAPER_OTHERS, PAPER_BEST = (0.05, 0.2), 0.9
BANDS = (-np.inf, 0.05, 0.2, 0.5, 0.8, np.inf)
LIMITS = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02)
USUAL = 0.05  # what the built-in example allows to suppress
WORDS = {
    "example": "the built-in example",
    "sparcs": "stays in hospitals of New York State (SPARCS 2020)",
    "adult": "Adult",
}


@dataclass(frozen=True, eq=False)
class Experiment:
    """One table: its scores, and the accuracy of the candidates that were asked.

    Attributes:
        question: The table.
        scored: What the quality models say.
        known: Accuracies so far.
    """

    question: Question
    scored: Scored
    known: dict[int, float]

    @property
    def records(self) -> int:
        """The number of records."""
        return self.question.problem.encoded.records

    @cached_property
    def found(self) -> dict[int, float]:
        """Relative accuracies."""
        return relative(self.known)

    @cached_property
    def sample(self) -> list[int]:
        """All candidates, or those of the sample that were asked."""
        if len(self.found) == self.question.size:
            return sorted(self.found)
        return [place for place in sample_of(self.scored) if place in self.found]

    def best(self, name: str, limit: float = 1.0) -> int:
        """The best candidate of a quality model that suppresses at most so many."""
        return self.scored.best(name, limit, self.records)

    def within(self, limit: float) -> list[int]:
        """The candidates that were asked and suppress at most so many."""
        return [
            place for place in self.found if self.scored.suppressed[place] <= limit * self.records
        ]


def study(places: Places) -> str:
    """Score every candidate, ask as many as there is time for, and show both."""
    done = []
    for name, question_of in TABLES.items():
        try:
            question = question_of(places)
        except SystemExit as absent:  # the others can be asked all the same
            print(f"{name}: {absent}")
            continue
        done.append(experiment(question, places))
        path = places.pages / f"discharge-{name}.svg"
        path.write_text(scatter(done[-1]), encoding="utf-8")
    return page(done)


def experiment(question: Question, places: Places) -> Experiment:
    """The optima of all models first, then the samples, then all others, until time is over."""
    scored = all_scores(question.problem)
    records = question.problem.encoded.records
    best = [scored.best(name, limit, records) for name in NAMES for limit in LIMITS]
    so_far = Accuracies(places.work / f"accuracy-{question.name}.csv")
    first = *best, *sample_of(scored), *usual_of(scored, records)
    asked = dict.fromkeys([*first, *range(question.size)])
    collect(Judge(question), asked, so_far, places.seconds)
    return Experiment(question, scored, so_far.known())


def sample_of(scored: Scored) -> list[int]:
    """One candidate of each stratum of the classification score."""
    return stratified(scored.scores[NAMES[0]], STRATA)


def usual_of(scored: Scored, records: int) -> list[int]:
    """The same among the candidates that suppress as few as is usual."""
    few: Counts = np.flatnonzero(scored.suppressed <= USUAL * records)
    return stratified(scored.scores[NAMES[0]], STRATA, few, sample_of(scored))


def page(done: Sequence[Experiment]) -> str:
    """The page of the study: its words are beside this file."""
    words = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    largest = max(done, key=lambda one: one.question.size)
    return words.substitute(
        candidates=f"{largest.question.size:,}",
        cpu=f"{largest.scored.cpu_seconds:.0f}",
        strata=f"{STRATA:,}",
        usual=f"{USUAL:.0%}",
        tables=table(TABLES_HEAD, [_facts(one) for one in done]),
        optimum=table(LIMITS_HEAD, [line for one in done for line in _limits(one)]),
        best=table(BEST_HEAD, [line for one in done for line in _models(one)]),
        pictures="\n\n".join(_shown(one) for one in done),
        columns=table(COLUMNS_HEAD, [line for one in done for line in _columns(one)]),
        shares=table(SHARES_HEAD, [line for one in done for line in _shares(one)]),
        most=MOST,
        paper_others=" to ".join(f"{share:.0%}" for share in PAPER_OTHERS),
        paper_best=f"{PAPER_BEST:.0%}",
    )


TABLES_HEAD = ("table", "records", "candidates", "asked", "baseline", "input")
LIMITS_HEAD = (
    *("table", "suppressed at most", "optimum", "best asked", "points of relative accuracy"),
    *("points of accuracy", "asked"),
)
BEST_HEAD = (
    *("table", "quality model", "levels", "suppressed", "relative accuracy"),
    *(f"within {USUAL:.0%}", f"best {MOST}", "Spearman", f"Spearman within {USUAL:.0%}"),
)
SHARES_HEAD = (
    *("table", "candidates", "asked", "at most 5%", "5% to 20%", "20% to 50%"),
    *("50% to 80%", "above 80%"),
)
COLUMNS_HEAD = ("table", "column", "level 0", "level 1", "level 2", "level 3", "level 4")


def _facts(one: Experiment) -> list[object]:
    shown = [f"{one.known[place]:.2%}" for place in (BASELINE, ORIGINAL)]
    counts = [f"{count:,}" for count in (one.records, one.question.size, len(one.found))]
    return [WORDS[one.question.name], *counts, *shown]


def _limits(one: Experiment) -> list[list[object]]:
    """The classification model's optimum beside the best that was asked."""
    width = one.known[ORIGINAL] - one.known[BASELINE]
    lines: list[list[object]] = []
    for limit in LIMITS:
        optimum, asked = one.best(NAMES[0], limit), one.within(limit)
        if optimum not in one.found:
            continue
        most = max(one.found[place] for place in asked)
        behind = most - one.found[optimum]
        lines.append([
            one.question.name, f"{limit:.0%}", f"{one.found[optimum]:.2%}", f"{most:.2%}",
            f"{100 * behind:.2f}", f"{100 * behind * width:.2f}", f"{len(asked):,}",
        ])  # fmt: skip
    return lines


def _models(one: Experiment) -> list[list[object]]:
    """What each model's best candidate is worth, and how its score goes with accuracy."""
    samples = one.sample, one.within(USUAL)
    lines: list[list[object]] = []
    for name in NAMES:
        best, few = one.best(name), one.best(name, USUAL)
        levels = one.question.problem.lattice.at(best)
        lines.append([
            one.question.name, name, " ".join(map(str, levels)),
            f"{one.scored.suppressed[best] / one.records:.1%}", _relative(one, best),
            _relative(one, few), _range_of_best(one, name),
            *(_spearman(one, name, sample) for sample in samples),
        ])  # fmt: skip
    return lines


def _relative(one: Experiment, place: int) -> str:
    return f"{one.found[place]:.2%}" if place in one.found else "–"


def _range_of_best(one: Experiment, name: str) -> str:
    """The lowest and highest relative accuracy of the candidates that a model likes best."""
    best = np.argsort(one.scored.scores[name], kind="stable")[:MOST]
    found = [one.found[place] for place in best.tolist() if place in one.found]
    return f"{min(found):.0%} – {max(found):.0%}" if found else "–"


def _shares(one: Experiment) -> list[list[object]]:
    """How many candidates predict how well: all that were asked, and those that suppress few."""
    lines: list[list[object]] = []
    for words, asked in (("all", [*one.found]), (f"within {USUAL:.0%}", one.within(USUAL))):
        counts, _ = np.histogram([one.found[place] for place in asked], BANDS)
        shown = (f"{count / len(asked):.1%}" for count in counts)
        lines.append([one.question.name, words, f"{len(asked):,}", *shown])
    return lines


def _spearman(one: Experiment, name: str, sample: Sequence[int]) -> str:
    accuracies = np.array([one.found[place] for place in sample])
    return f"{correlated(one.scored.scores[name][sample], accuracies):.2f}"


def _columns(one: Experiment) -> list[list[object]]:
    """The mean relative accuracy by the level of the columns that matter most."""
    problem, asked = one.question.problem, one.within(USUAL)
    levels = np.array([problem.lattice.at(place) for place in asked])
    accuracies = np.array([one.found[place] for place in asked])
    means = [
        [_mean(accuracies[levels[:, at] == level]) for level in range(size)]
        for at, size in enumerate(problem.lattice.shape)
    ]
    order = sorted(range(len(means)), key=lambda at: np.nanmin(means[at]) - np.nanmax(means[at]))
    return [
        [one.question.name, problem.encoded.columns[at].name, *_padded(means[at])]
        for at in order[:2]
    ]


def _mean(numbers: Floats) -> float:
    return float(numbers.mean()) if len(numbers) else float("nan")


def _padded(means: Sequence[float]) -> list[str]:
    width = len(COLUMNS_HEAD) - 2
    shown = ["–" if np.isnan(mean) else f"{mean:.1%}" for mean in means]
    return shown + [""] * (width - len(means))


def _shown(one: Experiment) -> str:
    name = one.question.name
    return f"![{WORDS[name]}: relative accuracy against five scores](discharge-{name}.svg)"


def correlated(one: Floats, other: Floats) -> float:
    """Spearman's correlation of ranks."""
    return float(spearmanr(one, other).statistic)


def thinned(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """One point of each small square: tens of thousands would hide each other and fill a file."""
    return [*{(round(DOTS * x), round(DOTS * y)): (x, y) for x, y in points}.values()]


def scatter(one: Experiment) -> str:
    """Figure 4: relative accuracy against each score, which is divided by its largest value."""
    asked, few = sorted(one.found), set(one.within(USUAL))
    panels = []
    for name in NAMES:
        shares = one.scored.scores[name] / one.scored.scores[name].max()
        points = {place: (float(shares[place]), max(one.found[place], 0.0)) for place in asked}
        best = [points[place] for place in asked if place == one.best(name)]
        drawn = [
            Drawn(f"more than {USUAL:.0%} suppressed", "before",
                  thinned(points[place] for place in asked if place not in few), joined=False),
            Drawn(f"at most {USUAL:.0%}", "after",
                  thinned(points[place] for place in asked if place in few), joined=False),
            Drawn("best by the score", "chosen", best, joined=False, size=4),
        ]  # fmt: skip
        panels.append(Panel(name, "score (share of the largest)", "relative accuracy", drawn))
    return picture(f"Relative accuracy against scores: {WORDS[one.question.name]}", panels)
