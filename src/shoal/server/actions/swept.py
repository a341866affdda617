"""What workers have swept and remember: questions about other k, limits and weights, at once.

A worker keeps the last few sweeps in memory, each under the id of its job. Whoever asks for one
that is not there any more sweeps again.
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
from shoal.search.frontier.answers import Answer, Frontier
from shoal.server.actions.sweep_question import SweepQuestion
from shoal.service.candidate_figures import NoPoint, Point, SweepAnswer
from shoal.service.frontier import swept
from shoal.service.judged import Judged, judged
from shoal.study.given import as_study
from shoal.study.keys.section import study_error

MOST, BYTES = 8, 1 << 31
_SWEPT: OrderedDict[str, Frontier] = OrderedDict()
_LAST: dict[tuple[object, ...], Judged] = {}
_CHANGING = threading.Lock()


def sweep(id: str, study: Path, maximum_k: int, watch: Watch) -> FrontierReport:
    """The frontier of a study; what was swept is remembered under an id."""
    asked = as_study(study)
    watch(Progress("read", 0, 1))
    source = source_of(asked)
    found, made = swept(
        asked, read(source), source.decimal or ".", maximum_k=maximum_k, watch=watch
    )
    remember(id, made)
    return found


def remember(id: str, made: Frontier) -> None:
    """Keep a sweep; the oldest go where there are too many, or too much."""
    with _CHANGING:
        _SWEPT[id] = made
        _LAST.clear()
        while len(_SWEPT) > 1 and (len(_SWEPT) > MOST or _bytes() > BYTES):
            _SWEPT.popitem(last=False)


def answered(id: str, given: Mapping[str, Any]) -> SweepAnswer:
    """The best candidate at one k and limit; KeyError if the sweep is not here any more."""
    began = time.thread_time()
    try:
        asked = SweepQuestion.model_validate(dict(given))
    except ValidationError as error:
        raise study_error(error) from None
    with _CHANGING:
        _SWEPT.move_to_end(id)
        found = _SWEPT[id]
    if max(asked.k, *asked.curve, 1) > found.maximum_k:
        raise StudyError(f"The sweep knows every k up to {found.maximum_k:,}. Ask for a wider one.")
    limit = None if asked.suppression_limit is None else str(asked.suppression_limit)
    every = _judged(found, asked.k, limit, asked.weights)
    best = every.best()
    closely = asked.closely
    if closely == "best":
        closely = None if best is None else best.levels
    told = _looked_at(every, asked, None if best is None else _point(found, best))
    if closely is not None:
        told["closely"] = every.closely(every.row(closely))
    if asked.curve:
        told["curve"] = _curve(found, asked, limit)
    told["cpu_seconds"] = time.thread_time() - began
    return told


def _judged(found: Frontier, k: int, limit: str | None, weights: Mapping[str, float]) -> Judged:
    """Every candidate at one k; the last one is remembered, since questions come in groups."""
    key = (id(found), k, limit, tuple(sorted(weights.items())))
    last = _LAST.get(key)
    if last is None or last.swept is not found:
        last = judged(found, k, limit, weights)
        _LAST.clear()
        _LAST[key] = last
    return last


def _curve(found: Frontier, asked: SweepQuestion, limit: str | None) -> list[Point | NoPoint]:
    """The best candidate of other k."""
    answers = {k: found.answer(k, limit, None, asked.weights) for k in asked.curve}
    return [
        {"k": k, **_point(found, best)} if best else {"k": k, "levels": None}
        for k, best in answers.items()
    ]


def _point(found: Frontier, best: Answer) -> Point:
    return figures(found, best)


def _looked_at(every: Judged, asked: SweepQuestion, best: Point | None) -> SweepAnswer:
    lattice, encoded = every.asked.lattice, every.asked.encoded
    told: SweepAnswer = {
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
        told["candidates"] = [every.one(int(row)) for row in listed]
        told["matching"], told["accepted"] = len(order), int(every.accepted.sum())
    if asked.stairs:
        told["stairs"] = every.stairs()
    if asked.about:
        told["about"] = every.about(asked.about)
    return told


def _bytes() -> int:
    return sum(one.swept.bytes for one in _SWEPT.values())
