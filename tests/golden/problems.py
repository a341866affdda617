"""Problems with known answers: `problems.json`, read and written."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from golden.tables import column
from reference import Answer, Question, suppressed_mask

PATH = Path(__file__).parent / "problems.json"


def golden_problems() -> list[dict[str, Any]]:
    """Every problem of the file."""
    problems: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["problems"]
    return problems


def question_of(problem: Mapping[str, Any]) -> Question:
    """The problem as the reference takes it."""
    return Question(
        tuple(column(problem["table"], **settings) for settings in problem["columns"]),
        problem["k"],
        problem["limit"],
        problem["aggregate"],
        problem["gs_factor"],
    )


def as_answer(question: Question, answer: Answer | None) -> dict[str, Any] | None:
    """The reference's answer as it is kept; None if nothing is acceptable."""
    if answer is None:
        return None
    return {
        "levels": list(answer.levels),
        "loss": float(answer.loss),
        "losses": [float(loss) for loss in answer.losses],
        "suppressed_records": answer.suppressed_records,
        "suppressed": digest(suppressed_mask(question, answer)),
    }


def digest(mask: Iterable[bool]) -> str:
    """Which records are suppressed: their numbers, as a fingerprint."""
    numbers = ",".join(str(record) for record, suppressed in enumerate(mask) if suppressed)
    return hashlib.sha256(numbers.encode()).hexdigest()[:16]
