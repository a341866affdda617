"""What workers have swept and remember: questions about other k, limits and weights, at once.

A worker keeps the last few sweeps in memory, each under the id of its job. Whoever asks for one
that is not there any more sweeps again.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shoal.data.files import read
from shoal.errors import StudyError
from shoal.progress import Progress, Watch
from shoal.report.frontier import figures
from shoal.search.frontier.answers import Frontier
from shoal.service.candidates import at
from shoal.service.frontier import swept
from shoal.service.keys.section import study_error
from shoal.service.verbs import as_study, source_of

MOST, BYTES = 8, 1 << 31
_SWEPT: OrderedDict[str, Frontier] = OrderedDict()
_CHANGING = threading.Lock()


class SweepQuestion(BaseModel):
    """What may be asked of a sweep.

    Attributes:
        k: The smallest class that may be released.
        suppression_limit: The largest share of suppressed records; the study's by default.
        weights: How much columns count, where it is not as in the study.
        candidates: How many of the best candidates are listed, too.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    k: Annotated[int, Ge(1), Le(65_536)]
    suppression_limit: Annotated[float, Ge(0), Le(1)] | None = None
    weights: dict[str, Annotated[float, Ge(0), Le(1e6)]] = Field(default={}, max_length=1000)
    candidates: Annotated[int, Ge(0), Le(10_000)] = 0


def sweep(id: str, study: Path, maximum_k: int, watch: Watch) -> dict[str, Any]:
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
        while len(_SWEPT) > 1 and (len(_SWEPT) > MOST or _bytes() > BYTES):
            _SWEPT.popitem(last=False)


def answered(id: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The best candidate at one k and limit; KeyError if the sweep is not here any more."""
    try:
        asked = SweepQuestion.model_validate(dict(given))
    except ValidationError as error:
        raise study_error(error) from None
    with _CHANGING:
        _SWEPT.move_to_end(id)
        found = _SWEPT[id]
    if asked.k > found.maximum_k:
        raise StudyError(f"The sweep knows every k up to {found.maximum_k:,}. Ask for a wider one.")
    limit = None if asked.suppression_limit is None else str(asked.suppression_limit)
    told = {"k": asked.k, "suppression_limit": asked.suppression_limit}
    best = found.answer(asked.k, limit, None, asked.weights)
    count = asked.candidates
    listed = at(found, asked.k, limit, asked.weights, most=count) if count else []
    return {
        **told,
        "best": None if best is None else figures(found, best),
        **({"candidates": listed} if count else {}),
    }


def _bytes() -> int:
    return sum(one.swept.bytes for one in _SWEPT.values())
