"""What went wrong in a job, as plain JSON; contains no value of the data and no path."""

import os
import traceback
from pathlib import Path

from shoal.errors import FAULT, Canceled, Problem, ShoalError, problem

MEMORY = "The job needed more memory than it may have. Nothing was kept. Try fewer records."


def problem_from_error(error: BaseException, home: Path) -> Problem:
    """The kind, exit code and sentences of an error; of a bug in Shoal only its kind.

    Args:
        error: What was raised.
        home: The folder of the workspace, which is removed from the sentences.
    """
    if isinstance(error, ShoalError):
        sentences = [without_paths(text, home) for text in error.problems]
        sentences = sentences or ["The job failed. Nothing was kept."]
        return problem(type(error).__name__, error.exit_code, sentences)
    if isinstance(error, MemoryError):
        return problem("TooLarge", 3, [MEMORY])
    return problem(FAULT, ShoalError.exit_code, [_fault(error)])


def worker_died_problem() -> Problem:
    """The problem of a job whose worker has died."""
    sentence = (
        "The worker of this job was killed or has crashed, perhaps because it needed more memory"
        " than it may have. Nothing was kept. Start it again."
    )
    return problem("Killed", ShoalError.exit_code, [sentence])


def server_ended_problem() -> Problem:
    """The problem of a job that was running when its server ended."""
    sentence = "The server ended while this job was going on. Nothing was kept. Start it again."
    return problem("Killed", ShoalError.exit_code, [sentence])


def timeout_problem(seconds: float) -> Problem:
    """The problem of a job that took too long."""
    sentence = f"The job took longer than {seconds:g} seconds and was stopped. Nothing was kept."
    return problem("OutOfTime", ShoalError.exit_code, [sentence])


def cancellation_problem() -> Problem:
    """The problem of a job that its owner has canceled."""
    return problem("Canceled", Canceled.exit_code, ["The job was canceled. Nothing was kept."])


def without_paths(text: str, home: Path) -> str:
    """The text with paths of the workspace shortened, so that it does not say where that is."""
    return text.replace(f"{home}{os.sep}", "").replace(str(home), "the workspace")


def _fault(error: BaseException) -> str:
    """The sentence about a bug in Shoal; with the places in the code if SHOAL_DEBUG is 1."""
    kind = type(error).__name__
    if os.environ.get("SHOAL_DEBUG") == "1":
        frames = "".join(traceback.format_tb(error.__traceback__))
        return f"A fault of Shoal ({kind}).\n{frames}"
    return f"A fault of Shoal ({kind}). Nothing was kept."
