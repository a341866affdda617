"""Contraceptive method choice: the third case study of Eicher et al. 2020.

Its page has the paper's figures beside ours; doi:10.1186/s12911-020-1041-3, figure 11.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from benchmarks.tables import table

from studies.acute_inflammation import risk_profile
from studies.contraceptive_settings import STAKES, TABLE, Result, result
from studies.pictures import Drawn, Panel, picture
from studies.places import Places

# Relative area under the curve and Brier skill that the paper tells: least, most, mean.
PAPER_AUC = (0.7733, 1.0, 0.9035)
PAPER_SKILL = (-0.04, 0.0, -0.02)
PAPER_INPUT = 0.7182
# Other readings of "cell and record suppression" that were tried, as changes of the study.
READINGS: Mapping[str, Mapping[str, Any]] = {
    "one level for all records, no cell suppression": {"recoding": "global"},
    "suppression as dear as generalization in each pass": {
        "recoding": {"mode": "iterated", "fraction": 0, "gs_factor": 0.5}
    },
    "granularity instead of payout": {"quality": {"model": "loss"}},
}


def study(places: Places) -> str:
    """Every stake; pictures are written beside the page."""
    source = places.table(TABLE)
    result(source, STAKES[-1], recoding="global")  # what is loaded and compiled once
    found = [result(source, stake) for stake in STAKES]
    others = {
        name: [result(source, stake, **changes) for stake in STAKES]
        for name, changes in READINGS.items()
    }
    pictures = {
        "roc": roc_picture(found),
        "risk": risk_picture(found),
        "payouts": payout_picture(found),
    }
    for name, drawn in pictures.items():
        path = places.pages / f"contraceptive-method-{name}.svg"
        path.write_text(drawn, encoding="utf-8")
    return page(found, others)


def page(found: Sequence[Result], others: Mapping[str, Sequence[Result]]) -> str:
    """The page of the study: its words are beside this file."""
    words = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    first = found[0].scores["original"]["auc"], found[0].no_use["original"]["auc"]
    return words.substitute(
        scores=scores_table(found),
        against=paper_table(found),
        payouts=payout_table(found),
        readings=readings_table({"this page": found, **others}),
        input_mean=f"{first[0]:.2%}",
        input_no_use=f"{first[1]:.2%}",
        mean=f"{mean([one.scores['relative_auc'] for one in found]):.2%}",
        before=f"{max(found[-1].risks[0]):.0%}",
        after=f"{max(found[-1].risks[1]):.1%}",
        average_before=f"{mean(found[-1].risks[0]):.1%}",
        average_after=f"{mean(found[-1].risks[1]):.1%}",
        slowest=f"{max(one.cpu_seconds for one in found):.1f}",
    )


def scores_table(found: Sequence[Result]) -> str:
    """One line per stake."""
    head = ["G", "relative AUC", "relative AUC, no use", "Brier skill", "relative accuracy"]
    head += ["suppressed records", "classes", "average risk", "processor seconds"]
    return table(head, [_line(one) for one in found])


def _line(one: Result) -> list[object]:
    return [
        str(one.stake),
        f"{one.scores['relative_auc']:.2%}",
        f"{one.relative_auc:.2%}",
        f"{one.scores['brier_skill']:.3f}",
        f"{one.scores['relative_accuracy']:.2%}",
        one.summary["suppressed_records"],
        one.summary["classes"]["count"],
        f"{one.summary['risk']['after']['average']:.1%}",
        f"{one.cpu_seconds:.1f}",
    ]


def paper_table(found: Sequence[Result]) -> str:
    """What the paper tells of all stakes together, beside ours."""
    auc = [one.scores["relative_auc"] for one in found]
    skill = [one.scores["brier_skill"] for one in found]
    lines = [
        ["relative AUC, lowest to highest", f"{min(auc):.2%} – {max(auc):.2%}", _span(PAPER_AUC)],
        ["relative AUC, mean", f"{mean(auc):.2%}", f"{PAPER_AUC[2]:.2%}"],
        ["Brier skill, lowest to highest", f"{min(skill):.2f} – {max(skill):.2f}", "-0.04 – 0.00"],
        ["Brier skill, mean", f"{mean(skill):.2f}", f"{PAPER_SKILL[2]:.2f}"],
        ["AUC of the input", f"{found[0].no_use['original']['auc']:.2%}", f"{PAPER_INPUT:.2%}"],
    ]
    return table(["", "ours", "paper"], lines)


def _span(ends: tuple[float, float, float]) -> str:
    return f"{ends[0]:.2%} – {ends[1]:.2%}"


def payout_table(found: Sequence[Result]) -> str:
    """What both players get."""
    head = ["G", "publisher, most possible", "publisher, input", "publisher, release"]
    head += ["adversary, input", "adversary, release", "people found, input", "people found"]
    lines = []
    for one in found:
        game = one.summary["game"]
        sides = [game[side][who] for who in ("publisher", "adversary") for side in SIDES]
        people = [round(game[side]["found"]) for side in SIDES]
        lines.append([str(one.stake), round(game["maximum"]), *map(round, sides), *people])
    return table(head, lines)


SIDES = ("before", "after")


def readings_table(readings: Mapping[str, Sequence[Result]]) -> str:
    """The relative area of each reading, stake by stake."""
    head = ["reading", *(f"G = {stake}" for stake in STAKES), "mean", "mean Brier skill"]
    lines = []
    for name, found in readings.items():
        auc = [one.scores["relative_auc"] for one in found]
        skill = mean([one.scores["brier_skill"] for one in found])
        cells = [f"{part:.1%}" for part in (*auc, mean(auc))]
        lines.append([name, *cells, f"{skill:.2f}"])
    return table(head, lines)


def mean(numbers: Sequence[float]) -> float:
    """Of some numbers."""
    return sum(numbers) / len(numbers)


def roc_picture(found: Sequence[Result]) -> str:
    """Figure 11: a panel for each stake."""
    panels = [
        Panel(f"gain = loss = {one.stake}", "false positive rate", "true positive rate", _roc(one))
        for one in found
    ]
    return picture("ROC curves, women who use no method", panels)


def _roc(one: Result) -> list[Drawn]:
    sides = {"baseline": "baseline", "original": "before", "released": "after"}
    named = {"baseline": "most frequent class", "original": "input", "released": "release"}
    return [Drawn(named[side], color, one.no_use[side]["roc"]) for side, color in sides.items()]


def risk_picture(found: Sequence[Result]) -> str:
    """How many records have at most each risk, before and after."""
    panels = [
        Panel(
            f"gain = loss = {one.stake}",
            "re-identification risk",
            "share of records",
            [
                Drawn("input", "before", risk_profile(one.risks[0])),
                Drawn("release", "after", risk_profile(one.risks[1])),
            ],
        )
        for one in found
    ]
    return picture("Re-identification risks before and after", panels)


def payout_picture(found: Sequence[Result]) -> str:
    """Payouts of both players against the stake, in millions."""
    panels = [
        Panel(
            f"payout of the {who}",
            "gain = loss, in thousands",
            "millions",
            [
                Drawn("input", "before", _against_stake(found, "before", who)),
                Drawn("release", "after", _against_stake(found, "after", who)),
            ],
            x=(0, STAKES[-1] / 1000),
            y=ends,
        )
        for who, ends in (("publisher", (-1.0, 2.0)), ("adversary", (0.0, 3.0)))
    ]
    return picture("Payouts of both players", panels)


def _against_stake(found: Sequence[Result], side: str, who: str) -> list[tuple[float, float]]:
    return [(one.stake / 1000, one.summary["game"][side][who] / 1e6) for one in found]
