"""Losses of classes beside the oracle's times, problem by problem; answers are compared, too."""

import json
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from benchmarks.datasets import adult, fars
from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.problems import ORACLE, Question
from benchmarks.reference import HEAD, SLACK, Row
from benchmarks.tables import geometric_mean, table
from benchmarks.warm import solve
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Problem

TITLE = "Beside the reference: losses of classes"
# The oracle's name of each loss; settings that make it the same loss; what is asked for.
LOSSES: dict[str, tuple[dict[str, Any], str]] = {
    "kl_divergence": ({"model": "kl-divergence", "arx_compatible": True}, "40"),
    "discernibility": ({"model": "discernibility"}, "12"),
    "discernibility_monotonic": ({"model": "discernibility", "monotonic": True}, "–"),
    "average_equivalence_class_size": ({"model": "average-class-size"}, "6"),
    "classification": ({"model": "classification", "arx_compatible": True}, "10"),
    "ambiguity": ({"model": "ambiguity"}, "–"),
    "entropy_based_information_loss": ({"model": "entropy-based-loss"}, "–"),
}


@dataclass(frozen=True)
class Prediction(Question):
    """A question about a loss that may predict a column.

    Attributes:
        target: The column; empty where none is predicted.
    """

    target: str = ""

    def problem(self) -> Problem:
        """Encode the table with the target and ask."""
        data = self.dataset
        encoded = encode(
            {name: data.frame[name] for name in data.columns},
            data.hierarchies,
            targets={name: data.frame[name] for name in {self.target} - {""}},
        )
        heights = tuple(column.height for column in encoded.columns)
        return Problem(
            encoded,
            Lattice((0,) * len(heights), heights),
            tuple(map(privacy_models.build, self.privacy)),
            quality_models.build(self.quality),
            Decimal(self.limit),
        )


def section(options: Options) -> str:
    """The means of every loss, then one line per problem of the oracle."""
    found: dict[str, list[Row]] = {}
    for loss, question in asked()[:: 6 if options.quick else 1]:
        rows = found.setdefault(loss, [])
        rows.append(_row(question, options.repeat))
        options.say(f"{question.name} {rows[-1].ours:.1f} ms, ratio {rows[-1].ratio:.1f}")
    return (
        "The reference is one call's CPU time in a warm Java process; ours is the least of several"
        " (encode, search, and the outcome).\n\n"
        + _means(found)
        + "\n"
        + table(HEAD, [row for rows in found.values() for row in rows])
    )


def asked() -> list[tuple[str, Question]]:
    """The oracle's problems with k-anonymity and these losses."""
    problems = json.loads(ORACLE.read_text())["problems"]
    return [
        (problem["config"]["quality_model"]["type"], _question(problem))
        for problem in problems
        if _is_ours(problem["config"])
    ]


def _is_ours(config: dict[str, Any]) -> bool:
    promises = [promise["type"] for promise in config.get("privacy_models", ())]
    return promises == ["k_anonymity"] and config["quality_model"]["type"] in LOSSES


def _question(problem: dict[str, Any]) -> Question:
    config, result = problem["config"], problem["result"]
    asked, target = config["quality_model"], config.get("response_variable", "")
    quality = dict(LOSSES[asked["type"]][0])
    if "gs_factor" in asked:
        quality["gs_factor"] = asked["gs_factor"]
    if target:
        quality["targets"] = (target,)
    return Prediction(
        problem["id"],
        {"adult": adult, "fars": fars}[config["dataset"]](tuple(config["quasi_identifiers"])),
        ({"model": "k-anonymity", "k": config["privacy_models"][0]["k"]},),
        quality,
        repr(config["suppression_limit"]),
        milliseconds=result["search_cpu_ms"],
        score=float(result["score"]),
        target=target,
    )


def _row(question: Question, repeat: int) -> Row:
    measured = warm(lambda: solve(question), repeat)
    ms, reference = 1000 * measured.cpu, question.milliseconds or 0.0
    return Row(
        question.name,
        f"{float(question.limit):g}",
        question.problem().lattice.size,
        measured.result.candidates_checked,
        ms,
        reference,
        reference / ms,
        "yes" if question.is_answered_by(measured.result) else "NO",
    )


def _means(found: dict[str, list[Row]]) -> str:
    head = ("loss", "count", "geometric mean", "smallest", "target", "limit 0: mean", "smallest")
    lines = []
    for loss, rows in found.items():
        some = [row.ratio for row in rows if row.limit != "0"]
        none = [row.ratio for row in rows if row.limit == "0"]
        means = geometric_mean(some), min(some, default=None)
        at_zero = geometric_mean(none), min(none, default=None)
        lines.append((loss.replace("_", " "), len(some), *means, LOSSES[loss][1], *at_zero))
    rows = [row for rows in found.values() for row in rows]
    slower = ", ".join(row.name for row in rows if row.ours > row.reference + SLACK) or "none"
    wrong = ", ".join(row.name for row in rows if row.same != "yes") or "none"
    return (
        f"{table(head, lines)}\nDifferent optimum: {wrong}. Slower than the reference by more than"
        f" {SLACK:g} ms: {slower}.\n"
    )
