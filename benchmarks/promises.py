"""Promises about sensitive columns, and entropy, beside the oracle's times; every answer compared.

Where our answer differs on purpose (docs/decisions), the difference is shown, not counted as wrong.
"""

import json
from dataclasses import dataclass, field
from decimal import Decimal
from math import isclose
from typing import Any

from benchmarks.datasets import Dataset, adult, fars, hierarchy_file, read_hierarchy
from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.problems import ORACLE, OTHER_KEYS
from benchmarks.tables import geometric_mean, table
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import Outcome, Problem, strategies

TITLE = "Beside the reference: promises about values, and entropy"
HEAD = ("class", "limit", "problems", "geometric mean", "smallest", "target")
ROWS = ("problem", "looked at", "ours ms", "reference ms", "ratio", "score")
SLACK = 2.0  # milliseconds by which ours may be slower: the reference is a single draw
# Names of the oracle's models, and of their parameters, that differ from ours.
MODELS = {
    "k_anonymity": {"model": "k-anonymity"},
    "distinct_l_diversity": {"model": "distinct-l-diversity"},
    "entropy_l_diversity_shannon": {"model": "entropy-l-diversity"},
    "entropy_l_diversity_grassberger": {
        "model": "entropy-l-diversity",
        "estimator": "grassberger",
    },
    "recursive_c_l_diversity": {"model": "recursive-l-diversity"},
    "t_closeness_equal_distance": {"model": "t-closeness", "distance": "equal"},
    "t_closeness_ordered_distance": {"model": "t-closeness", "distance": "ordered"},
    "t_closeness_hierarchical_distance": {"model": "t-closeness", "distance": "hierarchical"},
    "delta_disclosure_privacy": {"model": "delta-disclosure"},
    "basic_beta_likeness": {"model": "basic-beta-likeness"},
    "enhanced_beta_likeness": {"model": "enhanced-beta-likeness"},
}
LOSSES = {"loss": "loss", "non_uniform_entropy": "non-uniform-entropy"}
TARGETS = {
    ("l-diversity", "above 0"): "15",
    ("t-closeness", "between"): "15",
    ("t-closeness", "1"): "4",
    ("k, entropy", "above 0"): "10",
}


@dataclass(frozen=True)
class Asked:
    """One problem of the oracle in our words."""

    name: str
    dataset: Dataset
    privacy: tuple[dict[str, Any], ...]
    quality: dict[str, Any]
    limit: str
    milliseconds: float
    score: float
    weights: dict[str, float] = field(default_factory=dict)

    def problem(self) -> Problem:
        """Encode the table and ask."""
        data = self.dataset
        texts = {name: data.frame[name] for name in data.columns}
        columns = sorted({asked["column"] for asked in self.privacy if "column" in asked})
        encoded = encode(
            texts,
            data.hierarchies,
            sensitive={name: data.frame[name] for name in columns},
            trees={name: tree for name in columns if (tree := self._tree(name)) is not None},
            weights=self.weights,
        )
        heights = tuple(column.height for column in encoded.columns)
        return Problem(
            encoded,
            Lattice((0,) * len(heights), heights),
            tuple(map(privacy_models.build, self.privacy)),
            quality_models.build(self.quality),
            Decimal(self.limit),
        )

    def _tree(self, column: str) -> Hierarchy | None:
        folder = "fars" if self.dataset.name == "FARS" else "adult"
        asked = any(promise.get("distance") == "hierarchical" for promise in self.privacy)
        return read_hierarchy(hierarchy_file(folder, column)) if asked else None

    @property
    def kind(self) -> tuple[str, str]:
        """The class that a problem counts in, and its limit."""
        names = [promise["model"] for promise in self.privacy]
        others = [name for name in names if name != "k-anonymity"]
        found = others[0] if others else "k, entropy"
        if found.endswith("l-diversity"):
            found = "l-diversity"
        return found, {0.0: "0", 1.0: "1"}.get(float(self.limit), "between")


@dataclass(frozen=True)
class Row:
    """One problem, measured."""

    asked: Asked
    outcome: Outcome
    ours: float

    @property
    def ratio(self) -> float:
        return self.asked.milliseconds / self.ours

    @property
    def score(self) -> str:
        """How our score compares."""
        ours, theirs = self.outcome.loss, self.asked.score
        if isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-9):
            return "same"
        return f"{ours:.6g}, theirs {theirs:.6g}"


def section(options: Options) -> str:
    """The means of every class, then one line per problem."""
    rows = []
    for asked in oracle()[:: 8 if options.quick else 1]:
        measured = warm(lambda asked=asked: solve(asked), options.repeat)
        rows.append(Row(asked, measured.result, 1000 * measured.cpu))
        options.say(f"{asked.name} {rows[-1].ours:.1f} ms, ratio {rows[-1].ratio:.1f}")
    slower = [row.asked.name for row in rows if row.ours > row.asked.milliseconds + SLACK]
    return (
        "The reference is one call's CPU time in a warm Java process; ours is the least of several"
        " (encode, search, and the outcome).\n\n"
        f"{table(HEAD, _means(rows))}\nSlower than the reference by more than {SLACK:g} ms:"
        f" {', '.join(slower) or 'none'}.\n\n{table(ROWS, map(line_of, rows))}"
    )


def solve(asked: Asked) -> Outcome:
    """Encode and search."""
    return strategies.build({"strategy": "optimal"}).run(asked.problem(), ignore_progress)


def oracle() -> list[Asked]:
    """The oracle's problems about sensitive columns, or with entropy as the loss."""
    problems = json.loads(ORACLE.read_text())["problems"]
    return [_asked(problem) for problem in problems if _is_ours(problem)]


def _is_ours(problem: dict[str, Any]) -> bool:
    config = problem["config"]
    promises = [promise["type"] for promise in config.get("privacy_models", ())]
    quality = config.get("quality_model", {}).get("type")
    return (
        bool(promises)
        and set(promises) <= set(MODELS)
        and quality in LOSSES
        and (promises != ["k_anonymity"] or quality != "loss")
        and not {*OTHER_KEYS, "research_subset"} & set(config)
    )


def _asked(problem: dict[str, Any]) -> Asked:
    config, result = problem["config"], problem["result"]
    data = {"adult": adult, "fars": fars}[config["dataset"]](tuple(config["quasi_identifiers"]))
    quality = config["quality_model"]
    return Asked(
        problem["id"],
        data,
        tuple(map(_promise, config["privacy_models"])),
        {
            "model": LOSSES[quality["type"]],
            "gs_factor": quality.get("gs_factor", 0.5),
            "aggregate": quality["aggregate"].replace("_", "-"),
        },
        repr(config["suppression_limit"]),
        result["search_cpu_ms"],
        result["score"],
        config.get("attribute_weights") or {},
    )


def _promise(asked: dict[str, Any]) -> dict[str, Any]:
    same = {"column" if key == "attribute" else key: value for key, value in asked.items()}
    return {**MODELS[same.pop("type")], **same}


def _means(rows: list[Row]) -> list[tuple[object, ...]]:
    kinds = sorted({row.asked.kind for row in rows})
    for name in sorted({name for name, _ in kinds}):
        kinds.append((name, "above 0"))
    means = []
    for name, limit in sorted(kinds):
        limits = {"between", "1"} if limit == "above 0" else {limit}
        ratios = [
            row.ratio for row in rows if row.asked.kind[0] == name and row.asked.kind[1] in limits
        ]
        if ratios:
            target = TARGETS.get((name, limit), "")
            means.append((name, limit, len(ratios), geometric_mean(ratios), min(ratios), target))
    return means


def line_of(row: Row) -> tuple[object, ...]:
    """A problem in one line of a table."""
    looked = row.outcome.candidates_checked
    return row.asked.name, looked, row.ours, row.asked.milliseconds, row.ratio, row.score
