"""Sweeps in the memory of a worker answer questions about other k, limits and weights at once.

A sweep has looked at every candidate of a study. A worker keeps the last few in memory, each under
the id of its job. Whoever asks about one that is no longer there has to sweep again.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from shoal.data.files import read
from shoal.errors import StudyError
from shoal.pipeline.prepare.source import source_of
from shoal.progress import Progress, Watch
from shoal.report.frontier import figures
from shoal.report.types.frontier import FrontierReport
from shoal.search.frontier.answers import Frontier
from shoal.server.actions.sweep_question import SweepQuestion
from shoal.service.candidate_figures import NoPoint, Point, SweepAnswer
from shoal.service.frontier import sweep_study
from shoal.service.judged import Judged, judge_candidates
from shoal.study.given import as_study
from shoal.study.keys.section import study_error

MOST, BYTES = 8, 1 << 31  # sweeps in memory, and bytes of all together
_SWEEPS: OrderedDict[str, Frontier] = OrderedDict()
_LAST: dict[tuple[object, ...], Judged] = {}
_CHANGING = threading.Lock()


def sweep(id: str, study: Path, maximum_k: int, watch: Watch) -> FrontierReport:
    """The frontier of a study, up to a largest k; its sweep is remembered under this id."""
    keys = as_study(study)
    watch(Progress("read", 0, 1))
    source = source_of(keys)
    report, frontier = sweep_study(
        keys, read(source), source.decimal or ".", maximum_k=maximum_k, watch=watch
    )
    remember(id, frontier)
    return report


def remember(id: str, frontier: Frontier) -> None:
    """Keep a sweep in memory; drop the oldest ones if there are too many or they are too large."""
    with _CHANGING:
        _SWEEPS[id] = frontier
        _LAST.clear()
        while len(_SWEEPS) > 1 and (len(_SWEEPS) > MOST or _bytes_in_memory() > BYTES):
            _SWEEPS.popitem(last=False)


def answer_question(id: str, given: Mapping[str, Any]) -> SweepAnswer:
    """The answer to a question about a sweep; KeyError if the sweep is no longer in memory.

    Args:
        id: The id of the job that swept.
        given: The question, as a `SweepQuestion` takes it; StudyError if it is wrong.
    """
    began = time.thread_time()
    try:
        asked = SweepQuestion.model_validate(dict(given))
    except ValidationError as error:
        raise study_error(error, given) from None
    with _CHANGING:
        _SWEEPS.move_to_end(id)
        frontier = _SWEEPS[id]
    most = frontier.maximum_k
    if max(asked.k, *asked.curve, 1) > most:
        raise StudyError(f"The sweep knows every k up to {most:,}. Ask for a wider one.")
    limit = None if asked.suppression_limit is None else str(asked.suppression_limit)
    every = _judge(frontier, asked.k, limit, asked.weights)
    best = every.best()
    closely = asked.closely
    if closely == "best":
        closely = None if best is None else best.levels
    answer = _list_candidates(every, asked, None if best is None else figures(frontier, best))
    if closely is not None:
        answer["closely"] = every.figures_by_column(every.row(closely))
    if asked.curve:
        answer["curve"] = _curve(frontier, asked, limit)
    answer["cpu_seconds"] = time.thread_time() - began
    return answer


def _judge(frontier: Frontier, k: int, limit: str | None, weights: Mapping[str, float]) -> Judged:
    """Every candidate at one k; the last result is remembered, since questions come in groups."""
    key = (id(frontier), k, limit, tuple(sorted(weights.items())))
    last = _LAST.get(key)
    if last is None or last.swept is not frontier:
        last = judge_candidates(frontier, k, limit, weights)
        _LAST.clear()
        _LAST[key] = last
    return last


def _curve(frontier: Frontier, asked: SweepQuestion, limit: str | None) -> list[Point | NoPoint]:
    """The best candidate at each of the other k that were asked for."""
    answers = {k: frontier.answer(k, limit, None, asked.weights) for k in asked.curve}
    return [
        {"k": k, **figures(frontier, best)} if best else {"k": k, "levels": None}
        for k, best in answers.items()
    ]


def _list_candidates(every: Judged, asked: SweepQuestion, best: Point | None) -> SweepAnswer:
    """The answer with the lists of candidates that were asked for.

    Args:
        every: All candidates at the k, limit and weights of the question.
        asked: The question.
        best: The best candidate; None if there is no release.
    """
    lattice, encoded = every.asked.lattice, every.asked.encoded
    answer: SweepAnswer = {
        "k": asked.k,
        "suppression_limit": asked.suppression_limit,
        "best": best,
        "lattice": {"minimum": list(lattice.minimum), "maximum": list(lattice.maximum)},
        "columns": every.names,
        "records": encoded.records,
    }
    if asked.candidates:
        where = asked.where
        order = every.order(every.within(where.levels, where.accepted, where.loss), asked.sort)
        listed = order[asked.skip : asked.skip + asked.candidates]
        answer["candidates"] = [every.figures_at(int(row)) for row in listed]
        answer["matching"], answer["accepted"] = len(order), int(every.is_accepted.sum())
    if asked.stairs:
        answer["stairs"] = every.stairs()
    if asked.about:
        answer["about"] = every.figures_of_several(asked.about)
    return answer


def _bytes_in_memory() -> int:
    return sum(frontier.swept.bytes for frontier in _SWEEPS.values())
