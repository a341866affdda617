"""Breast cancer cytology: the second case study of Eicher et al. 2020.

Its page has the paper's figures beside ours; doi:10.1186/s12911-020-1041-3, figures 9 and 10.
"""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from string import Template
from typing import Any

from benchmarks.tables import table

from shoal.privacy.differential_privacy import DifferentialPrivacy
from studies.acute_inflammation import risk_profile
from studies.cytology_settings import (
    COVERED,
    DELTA,
    EPSILONS,
    FIXED,
    READINGS,
    RECORDS,
    SEARCHED,
    TABLE,
    Reading,
    Result,
    result,
)
from studies.pictures import Drawn, Panel, picture
from studies.places import Places

REPETITIONS, BEST_OF = 25, 5
FEWER = 15  # draws of each reading that was not chosen
# What the paper tells of five models at epsilon = 1: least, most, mean.
PAPER = {
    "AUC": (0.858, 0.9227, 0.8828),
    "relative AUC": (0.6163, 0.8396, 0.7480),
    "Brier skill": (-3.45, -1.38, -2.66),
}
PAPER_INPUT = 0.992
Found = Mapping[float, Sequence[Result]]
Tried = Sequence[tuple[Reading, Sequence[Result]]]


def study(places: Places) -> str:
    """Every epsilon again and again; pictures are written beside the page."""
    # Each draw spends; the account of a study is its own, not that of the project.
    os.environ.setdefault("SHOAL_WORKSPACE", str(places.work / "workspace"))
    source = places.table(TABLE)
    result(source, 1, SEARCHED)  # what is loaded and compiled once is not counted
    fixed, searched = drawn(source, FIXED), drawn(source, SEARCHED)
    covered = {1: [result(source, 1, COVERED) for _ in range(REPETITIONS)]}
    pictures = {
        "roc": roc_picture(searched),
        "risk": risk_picture(best(searched[1])),
        "areas": area_picture(fixed, searched),
    }
    for name, svg in pictures.items():
        (places.pages / f"breast-cancer-{name}.svg").write_text(svg, encoding="utf-8")
    tried = [(one, [result(source, 1, one) for _ in range(FEWER)]) for one in READINGS]
    return page(fixed, searched, covered, tried)


def drawn(source: Path, way: Mapping[str, Any]) -> Found:
    """As many draws of each epsilon as are repeated."""
    return {
        epsilon: [result(source, epsilon, way) for _ in range(REPETITIONS)] for epsilon in EPSILONS
    }


def page(fixed: Found, searched: Found, covered: Found, tried: Tried) -> str:
    """The page of the study: its words are beside this file."""
    words = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    top = best(searched[1])
    return words.substitute(
        fixed=scores_table(fixed),
        searched=scores_table(searched),
        covered=scores_table(covered),
        against=paper_table(fixed[1], searched[1]),
        columns=columns_table(searched[1]),
        repetitions=str(REPETITIONS),
        fewer=FEWER,
        categories=READINGS[0].categories,
        readings=readings_table(tried),
        median_fixed=f"{median(auc_of(fixed[1])):.1%}",
        median_searched=f"{median(auc_of(searched[1])):.1%}",
        input=f"{top.malignant['original']['auc']:.2%}",
        before=f"{max(top.risks[0]):.0%}",
        after=f"{max(top.risks[1], default=0):.2%}",
        kept=", ".join(top.kept) or "none",
        slowest=f"{slowest(fixed, searched, covered):.1f}",
        **{f"share_{name}": f"{share(epsilon):.0%}" for name, epsilon in NAMED.items()},
    )


NAMED = {"2": 2, "1": 1, "05": 0.5, "01": 0.1}


def share(epsilon: float) -> float:
    """The smallest class that is released, as a share of the records that are drawn on average."""
    promise = DifferentialPrivacy(epsilon=epsilon, delta=DELTA, degree="none")
    return float(promise.k / (promise.beta * RECORDS))


def slowest(*ways: Found) -> float:
    """The processor seconds of the slowest draw."""
    return max(one.cpu_seconds for way in ways for found in way.values() for one in found)


def best(found: Sequence[Result]) -> Result:
    """The best of the first five, as the paper reports it."""
    return max(found[:BEST_OF], key=lambda one: one.auc)


def auc_of(found: Sequence[Result]) -> list[float]:
    """The area under the curve of each draw."""
    return [one.auc for one in found]


def scores_table(ways: Found) -> str:
    """One line per epsilon."""
    head = ["ε", "median AUC", "lowest", "highest", "best of five", "median relative AUC"]
    head += ["median Brier skill", "drawn", "released", "classes"]
    return table(head, [_line(epsilon, found) for epsilon, found in ways.items()])


def _line(epsilon: float, found: Sequence[Result]) -> list[object]:
    auc = auc_of(found)
    scores = [median(one.scores[key] for one in found) for key in ("relative_auc", "brier_skill")]
    drawn = [one.summary["input"]["records"] for one in found]
    released = [len(one.risks[1]) for one in found]
    classes = [one.summary["classes"]["count"] for one in found]
    return [
        str(epsilon),
        *(f"{value:.2%}" for value in (median(auc), min(auc), max(auc), best(found).auc)),
        f"{scores[0]:.2%}",
        f"{scores[1]:.2f}",
        *(round(median(numbers)) for numbers in (drawn, released, classes)),
    ]


def paper_table(fixed: Sequence[Result], searched: Sequence[Result]) -> str:
    """What the paper tells of five models at epsilon = 1, beside ours."""
    lines = []
    for name, (low, high, mean) in PAPER.items():
        sides = [_measured(name, found) for found in (fixed, searched)]
        shown = [_span(name, min(side), max(side), sum(side) / len(side)) for side in sides]
        lines.append([name, *shown, _span(name, low, high, mean)])
    own = searched[0].malignant["original"]["auc"]
    lines.append(["AUC of the input", f"{own:.2%}", f"{own:.2%}", f"{PAPER_INPUT:.1%}"])
    return table(["at ε = 1", "fixed levels", "searched levels", "paper"], lines)


def _measured(name: str, found: Sequence[Result]) -> list[float]:
    keys = {"relative AUC": "relative_auc", "Brier skill": "brier_skill"}
    return auc_of(found) if name == "AUC" else [one.scores[keys[name]] for one in found]


def _span(name: str, low: float, high: float, mean: float) -> str:
    form = "{:.2f}" if name == "Brier skill" else "{:.1%}"
    return " – ".join(form.format(end) for end in (low, high)) + f", mean {form.format(mean)}"


def readings_table(tried: Tried) -> str:
    """What each reading gives at epsilon = 1, and its categories."""
    head = ["reading", "categories", "median AUC", "lowest", "highest"]
    return table(head, [_reading(reading, auc_of(found)) for reading, found in tried])


def _reading(reading: Reading, auc: Sequence[float]) -> list[object]:
    shown = (f"{value:.1%}" for value in (median(auc), min(auc), max(auc)))
    return [reading.words, reading.categories, *shown]


def columns_table(found: Sequence[Result]) -> str:
    """How often the search kept each column."""
    often = Counter(name for one in found for name in one.kept)
    return table(
        ["column", "kept in"], [[name, f"{n} of {len(found)}"] for name, n in often.most_common()]
    )


def roc_picture(searched: Found) -> str:
    """Figure 9: a panel for each epsilon, the best of five draws."""
    panels = [
        Panel(f"ε = {epsilon}", "false positive rate", "true positive rate", _roc(best(found)))
        for epsilon, found in searched.items()
    ]
    return picture("ROC curves of malignancy, best of five draws", panels)


def _roc(one: Result) -> list[Drawn]:
    sides = {"baseline": "baseline", "original": "before", "released": "after"}
    named = {"baseline": "most frequent class", "original": "input", "released": "release"}
    return [Drawn(named[side], color, one.malignant[side]["roc"]) for side, color in sides.items()]


def risk_picture(one: Result) -> str:
    """Figure 10: how many records have at most each risk, before and after."""
    panels = [
        Panel(title, "re-identification risk", "share of records", [Drawn(name, color, profile)])
        for title, name, color, profile in (
            ("input", "records of the input", "before", risk_profile(one.risks[0])),
            ("release, ε = 1", "released records", "after", risk_profile(one.risks[1])),
        )
    ]
    return picture("Re-identification risks before and after", panels)


def area_picture(fixed: Found, searched: Found) -> str:
    """Every draw as a point, and the medians."""
    panels = [
        Panel(
            title,
            "ε",
            "area under the curve",
            [
                Drawn("one draw", "before", _points(found), joined=False, size=1.8),
                Drawn("median", "after", [(e, median(auc_of(found[e]))) for e in found]),
            ],
            x=(0, 2),
            y=(0.4, 1),
        )
        for title, found in (("fixed levels", fixed), ("searched levels", searched))
    ]
    return picture("Areas under the curve of all draws", panels)


def _points(found: Found) -> list[tuple[float, float]]:
    return [(epsilon, one.auc) for epsilon in found for one in found[epsilon]]
