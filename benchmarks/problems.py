"""The problems that are measured: a grid of our own, and those of the oracle with its times."""

import json
from dataclasses import dataclass, field
from decimal import Decimal
from math import isclose
from typing import Any

from benchmarks.datasets import ADULT_8, SHARED, Dataset, adult, fars
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Outcome, Problem

LIMITS = ("0", "0.05", "1")
PROMISES = ({"model": "k-anonymity", "k": 5},)
AGGREGATES = ("geometric-mean", "arithmetic-mean", "sum", "maximum", "rank")
# Sections of the oracle that ask for the best candidate, and keys that ask for something else.
ORACLE = SHARED.parent / "oracle" / "arx.json"
OTHER_SECTIONS = {"node probes on Adult", "local recoding"}
OTHER_KEYS = {"microaggregation", "hierarchies", "algorithm", "local_recoding", "probe", "node"}


@dataclass(frozen=True)
class Question:
    """A problem before encoding, which is part of what is measured.

    Attributes:
        reference: The oracle's search: CPU milliseconds, score.
    """

    name: str
    dataset: Dataset
    privacy: tuple[dict[str, Any], ...]
    quality: dict[str, Any]
    limit: str
    weights: dict[str, float] = field(default_factory=dict)
    milliseconds: float | None = None
    score: float | tuple[float, ...] | None = None

    def problem(self) -> Problem:
        """Encode the table and ask."""
        data = self.dataset
        texts = {name: data.frame[name] for name in data.columns}
        encoded = encode(texts, data.hierarchies, weights=self.weights)
        heights = tuple(column.height for column in encoded.columns)
        return Problem(
            encoded,
            Lattice((0,) * len(heights), heights),
            tuple(map(privacy_models.build, self.privacy)),
            quality_models.build(self.quality),
            Decimal(self.limit),
        )

    def is_answered_by(self, outcome: Outcome) -> bool:
        """Whether an outcome has the score of the reference."""
        if self.score is None:
            return True
        if isinstance(self.score, tuple):  # rank: the losses from the largest to the smallest
            ours = tuple(sorted(self._weighted(outcome), reverse=True))
            pairs = zip(ours, sorted(self.score, reverse=True), strict=True)
            return all(isclose(*pair, rel_tol=1e-9, abs_tol=1e-9) for pair in pairs)
        return isclose(outcome.loss, self.score, rel_tol=1e-9, abs_tol=1e-9)

    def _weighted(self, outcome: Outcome) -> list[float]:
        largest = max(self.weights.values(), default=1.0)
        weights = {name: self.weights.get(name, largest) / largest for name in self.dataset.columns}
        return [weights[name] * loss for name, loss in outcome.loss_by_column.items()]


def grid(datasets: list[Dataset], *, quick: bool) -> list[Question]:
    """Every table with every limit, promise and loss that is available."""
    return [
        Question(data.name, data, (promise,), quality, limit)
        for data in datasets
        for promise in PROMISES
        for quality in losses(quick=quick)
        for limit in LIMITS
    ]


def losses(*, quick: bool) -> list[dict[str, Any]]:
    """The losses that are available: all ways to combine columns, and every other model."""
    aggregates = AGGREGATES[:1] if quick else AGGREGATES
    others = [{"model": name} for name in quality_models if name != "loss" and _is_plain(name)]
    return [{"model": "loss", "aggregate": name} for name in aggregates] + others


def oracle() -> list[Question]:
    """The oracle's problems with k-anonymity and loss, each with its reference time and score."""
    problems = json.loads(ORACLE.read_text())["problems"]
    return [_question(problem) for problem in problems if _is_ours(problem)]


def _is_plain(name: str) -> bool:
    return not quality_models.schema(name).get("required")


def _is_ours(problem: dict[str, Any]) -> bool:
    config = problem["config"]
    promises = [promise["type"] for promise in config.get("privacy_models", ())]
    return (
        promises == ["k_anonymity"]
        and config["quality_model"]["type"] == "loss"
        and problem["section"] not in OTHER_SECTIONS
        and not OTHER_KEYS & set(config)
    )


def _question(problem: dict[str, Any]) -> Question:
    config, result = problem["config"], problem["result"]
    columns = tuple(config["quasi_identifiers"])
    data = {"adult": adult, "fars": fars}[config["dataset"]](columns)
    quality = config["quality_model"]
    aggregate = quality["aggregate"].replace("_", "-")
    rank = aggregate == "rank"
    return Question(
        problem["id"],
        data,
        ({"model": "k-anonymity", "k": config["privacy_models"][0]["k"]},),
        {"model": "loss", "gs_factor": quality.get("gs_factor", 0.5), "aggregate": aggregate},
        repr(config["suppression_limit"]),
        config.get("attribute_weights") or {},
        result["search_cpu_ms"],
        tuple(json.loads(result["score"])) if rank else result["score"],
    )


def adult_8() -> Dataset:
    return adult(ADULT_8)
