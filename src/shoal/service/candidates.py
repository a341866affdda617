"""The verb `candidates`: the loss of every candidate of a study, the best first."""

from collections.abc import Iterator
from typing import TypedDict

import numpy as np

from shoal.errors import NotYetAvailable, StudyError
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.ways.choice import read_input
from shoal.privacy.k_anonymity import KAnonymity
from shoal.progress import Progress, Watch, ignore_progress
from shoal.report.summary import STEWARD, plain
from shoal.search.frontier.answers import Frontier, Share, frontier_of
from shoal.search.problem import Problem
from shoal.service.candidate_figures import Candidate
from shoal.service.frontier import refuse_without_levels
from shoal.service.judged import judge_candidates
from shoal.study.given import StudyLike, as_study

FORMAT = 1
LARGEST = 50_000  # candidates that are looked at one by one


class CandidateReport(TypedDict):
    """The best candidates of a study."""

    format: int
    note: str
    lattice_size: int
    suppression_limit: float
    candidates: list[Candidate]


def candidates(
    study: StudyLike, *, most: int = 1000, watch: Watch = ignore_progress
) -> CandidateReport:
    """The best candidates of a study; those that it does not accept come last.

    Args:
        study: The study.
        most: How many are listed.
        watch: Called now and then; raises Canceled to stop.
    """
    asked = as_study(study)
    refuse_without_levels(
        asked,
        "A list of candidates tells how good each is. That is more than `differential-privacy`"
        " may tell about the data, so there is none.",
        "Candidates are levels for all records. A study with a `method` or local recoding has"
        " none; run it instead.",
    )
    watch(Progress("read", 0, 1))
    given = read_input(asked)
    watch(Progress("encode", 0, 1))
    problem = problem_of(prepare(given))
    try:
        frontier = frontier_of(problem, maximum_k=max(_k(problem), 2), watch=watch)
        best = best_candidates(frontier, _k(problem), most=most)
    except NotYetAvailable:
        best = _one_by_one(problem, most, watch)
    return {
        "format": FORMAT,
        "note": STEWARD,
        "lattice_size": problem.lattice.size,
        "suppression_limit": float(problem.suppression_limit),
        "candidates": best,
    }


def best_candidates(
    swept: Frontier,
    k: int,
    limit: Share | None = None,
    weights: dict[str, float] | None = None,
    *,
    most: int = 1000,
) -> list[Candidate]:
    """The best candidates at one k, without grouping again.

    Args:
        swept: The frontier.
        k: The least size of a class.
        limit: The share of records that may be suppressed; None for that of the study.
        weights: Weights of columns; None for those of the study.
        most: How many are listed.
    """
    every = judge_candidates(swept, k, limit, weights)
    return [every.figures_at(int(row)) for row in every.order()[:most]]


def _one_by_one(problem: Problem, most: int, watch: Watch) -> list[Candidate]:
    """The best candidates, each grouped by itself, for models that no sweep supports."""
    size = problem.lattice.size
    if size > LARGEST:
        raise StudyError(
            f"The study has {size:,} candidates; at most {LARGEST:,} are looked at one by one."
            " Narrow `min_level` and `max_level`."
        )
    return sorted(_judge_each(problem, watch), key=_rank)[:most]


def _judge_each(problem: Problem, watch: Watch) -> Iterator[Candidate]:
    """The figures of every candidate."""
    names = [column.name for column in problem.encoded.columns]
    low, high = problem.quality.range(problem.encoded)
    for number, levels in enumerate(problem.lattice):
        watch(Progress("search", number, problem.lattice.size))
        candidate, classes = problem.judge(levels)
        loss = problem.quality.loss(candidate).loss
        kept = classes.sizes[~candidate.suppressed]
        share = (loss - low) / (high - low) if high > low else 0.0
        yield {
            "levels": dict(zip(names, levels, strict=True)),
            "loss": plain(float(loss)),
            "loss_normalized": plain(float(share)),
            "suppressed_records": int(candidate.suppressed_records),
            "smallest_class": int(kept.min()) if kept.size else None,
            "accepted": bool(problem.accepts(candidate)),
        }


def _rank(candidate: Candidate) -> tuple[bool, float, int]:
    """Accepted candidates first, then by loss, then by the sum of levels."""
    loss = np.inf if candidate["loss"] is None else candidate["loss"]
    return not candidate["accepted"], loss, sum(candidate["levels"].values())


def _k(problem: Problem) -> int:
    """The largest k that the study promises; 1 without k-anonymity."""
    promised = [promise.k for promise in problem.privacy if isinstance(promise, KAnonymity)]
    return max(promised, default=1)
