"""Acute inflammation of the urinary system: the first case study of Eicher et al. 2020.

Its page has the paper's figures beside ours; doi:10.1186/s12911-020-1041-3, figures 6 to 8.
"""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template

from benchmarks.tables import table

from studies.acute_settings import (
    BLADDER,
    CHOSEN,
    NEPHRITIS,
    OTHERS,
    SIZES,
    TABLE,
    TEMPERATURE,
    Reading,
    Result,
    result,
)
from studies.acute_skills import PAPER_SKILL, PROGRAM, READINGS, SPLITS, areas, skills_table
from studies.pictures import Drawn, Panel, picture
from studies.places import Places

# Relative area under the curve that the paper tells, for the bladder.
PAPER_AUC = {5: 1.0, 10: 1.0, 15: 1.0, 20: 0.8772, 25: 0.4837}
# Figure 7 at k = 15: missing, generalization intensity, granularity, entropy, squared error.
WHOLE, NOTHING = (0.083333, 0.916667, 0.916667, 1.0, 0.916667), (1.0, 0.0, 0.0, 0.0, 0.0)
PAPER_15 = {
    "temperature": (0.083333, 0.0, 0.916667, None, 0.525311),
    "nausea": WHOLE,
    "lumbar_pain": NOTHING,
    "urine_pushing": WHOLE,
    "micturition_pains": NOTHING,
    "burning_of_urethra": NOTHING,
    BLADDER: WHOLE,
    NEPHRITIS: WHOLE,
}
REMOVED, LEFT_OUT = [name for name, told in PAPER_15.items() if told == NOTHING], 10
MEASURES = {
    "missing": "missing",
    "generalization_intensity": "intensity",
    "granularity": "granularity",
    "non_uniform_entropy": "entropy",
    "squared_error": "squared error",
}


Tried = dict[Reading, list[Result]]


def study(places: Places) -> str:
    """Every reading and k; pictures are written beside the page."""
    source = places.table(TABLE)
    result(source, SIZES[0], trees=1)  # what is loaded and compiled once is not counted
    found = [result(source, k) for k in SIZES]
    others = {
        reading: [result(source, k, reading, (BLADDER,)) for k in SIZES] for reading in OTHERS
    }
    pictures = {"roc": roc_picture(found), "risk": risk_picture(at(found, 15))}
    for name, drawn in pictures.items():
        path = places.pages / f"acute-inflammation-{name}.svg"
        path.write_text(drawn, encoding="utf-8")
    began = time.process_time()
    skills = skills_table(source, {one.k: one.scores[BLADDER]["brier_skill"] for one in found})
    curves = areas(source, PROGRAM)
    return page(found, others, (skills, curves), time.process_time() - began)


def page(
    found: list[Result],
    others: Tried,
    skills: tuple[str, Mapping[int, float]],
    skills_seconds: float,
) -> str:
    """The page of the study: its words are beside this file."""
    words = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    before, after = at(found, 15).risks
    return words.substitute(
        bladder=scores_table(found, BLADDER, paper=True),
        nephritis=scores_table(found, NEPHRITIS, paper=False),
        columns=columns_table(at(found, 15)),
        readings=readings_table({CHOSEN: found} | others),
        skills=skills[0],
        areas=", ".join(f"{skills[1][k]:.0%}" for k in SIZES),
        tried=len(READINGS),
        splits=SPLITS,
        skills_seconds=f"{skills_seconds:.0f}",
        before=f"{max(before):.1%}",
        after=f"{max(after):.2%}",
        slowest=f"{max(one.cpu_seconds for one in found):.1f}",
    )


def at(results: Sequence[Result], k: int) -> Result:
    """The result of one k."""
    return next(one for one in results if one.k == k)


def readings_table(tried: Tried) -> str:
    """One line per reading: the areas it gives, and whether figure 7 is as it says."""
    head = ("reading", *(f"k = {k}" for k in SIZES), "columns of figure 7", "squared error")
    told = ("the paper", *(f"{PAPER_AUC[k]:.2%}" for k in SIZES), "yes", "52.53%")
    return table(head, [told, *(_reading(reading, found) for reading, found in tried.items())])


def _reading(reading: Reading, found: Sequence[Result]) -> tuple[str, ...]:
    figure = at(found, 15)
    error = figure.summary["utility"]["columns"][TEMPERATURE]["squared_error"]
    areas = (one.scores[BLADDER]["relative_auc"] for one in found)
    same = figure.removed == REMOVED and figure.summary["suppressed_records"] == LEFT_OUT
    return (
        reading.words,
        *("–" if area is None else f"{area:.2%}" for area in areas),
        "yes" if same else "no",
        f"{error:.2%}",
    )


def scores_table(results: Sequence[Result], target: str, *, paper: bool) -> str:
    """One line per k; the paper's figures beside ours where it tells any."""
    found = [_line(one, target) | (_paper(one.k) if paper else {}) for one in results]
    head = [name for name in ORDER if name in found[0]]
    return table(head, [[line[name] for name in head] for line in found])


def _paper(k: int) -> dict[str, str]:
    return {"paper: AUC": f"{PAPER_AUC[k]:.2%}", "paper: skill": f"{PAPER_SKILL[k]:.2f}"}


def _line(one: Result, target: str) -> dict[str, object]:
    scores = one.scores[target]
    skill = scores["brier_skill"]
    return {
        "k": str(one.k),
        "relative AUC": f"{scores['relative_auc']:.2%}",
        "Brier skill": "–" if skill is None else f"{skill:.2f}",
        "relative accuracy": f"{scores['relative_accuracy']:.2%}",
        "Brier, input": f"{scores['original']['brier']:.3f}",
        "Brier, release": f"{scores['released']['brier']:.3f}",
        "suppressed": one.summary["suppressed_records"],
        "removed": ", ".join(one.removed) or "none",
    }


ORDER = (
    *("k", "relative AUC", "paper: AUC", "Brier skill", "paper: skill", "relative accuracy"),
    *("Brier, input", "Brier, release", "suppressed", "removed"),
)


def columns_table(one: Result) -> str:
    """Figure 7: every column, ours and, after a slash, the paper's."""
    measured = one.summary["utility"]["columns"]
    lines = [
        [name, *map(_both, (measured[name][key] for key in MEASURES), told)]
        for name, told in PAPER_15.items()
    ]
    return table(["column (ours / paper)", *MEASURES.values()], lines)


def _both(ours: float | None, paper: float | None) -> str:
    return " / ".join("–" if number is None else f"{number:.2%}" for number in (ours, paper))


def roc_picture(results: Sequence[Result]) -> str:
    """Figure 6: a panel for each k."""
    panels = [
        Panel(f"k = {one.k}", "false positive rate", "true positive rate", _curves(one))
        for one in results
    ]
    return picture("ROC curves, inflammation of the urinary bladder", panels)


def _curves(one: Result) -> list[Drawn]:
    yes = next(found for found in one.scores[BLADDER]["by_class"] if found["class"] == "yes")
    sides = {"baseline": "baseline", "original": "before", "released": "after"}
    named = {"baseline": "most frequent class", "original": "input", "released": "release"}
    return [Drawn(named[side], color, yes[side]["roc"]) for side, color in sides.items()]


def risk_picture(one: Result) -> str:
    """Figure 8: how many records have at most each risk, before and after."""
    panels = [
        Panel(title, "re-identification risk", "share of records", drawn)
        for title, drawn in (
            ("input", [Drawn("records at this risk", "before", risk_profile(one.risks[0]))]),
            (
                f"release, k = {one.k}",
                [Drawn("released records", "after", risk_profile(one.risks[1]))],
            ),
        )
    ]
    return picture("Re-identification risks before and after", panels)


def risk_profile(risks: Sequence[float]) -> list[tuple[float, float]]:
    """The share of records with at most each risk, as steps."""
    total, points, height = len(risks), [(0.0, 0.0)], 0.0
    for risk in sorted(set(risks)):
        points.append((risk, height))
        height = sum(other <= risk for other in risks) / total
        points.append((risk, height))
    return [*points, (1.0, height)]
