"""What went wrong in a job, as plain JSON for every face; never a value of the data, nor a path."""

import os
import traceback
from pathlib import Path

from shoal.errors import FAULT, Canceled, Problem, ShoalError, problem

MEMORY = "The job needed more memory than it may have. Nothing was kept. Try fewer records."


def problem_of(error: BaseException, home: Path) -> Problem:
    """The kind, exit code and sentences of an error; of a fault of ours only its kind.

    Args:
        error: What was raised.
        home: The workspace; where it is concerns nobody.
    """
    if isinstance(error, ShoalError):
        told = [without_paths(text, home) for text in error.problems]
        told = told or ["The job failed. Nothing was kept."]
        return problem(type(error).__name__, error.exit_code, told)
    if isinstance(error, MemoryError):
        return problem("TooLarge", 3, [MEMORY])
    return problem(FAULT, ShoalError.exit_code, [_fault(error)])


def killed() -> Problem:
    """What is said about a job whose worker has died."""
    told = (
        "The worker of this job was killed or has crashed, perhaps because it needed more memory"
        " than it may have. Nothing was kept. Start it again."
    )
    return problem("Killed", ShoalError.exit_code, [told])


def restarted() -> Problem:
    """What is said about a job that was going on when its server ended."""
    told = "The server ended while this job was going on. Nothing was kept. Start it again."
    return problem("Killed", ShoalError.exit_code, [told])


def out_of_time(seconds: float) -> Problem:
    """What is said about a job that took too long."""
    told = f"The job took longer than {seconds:g} seconds and was stopped. Nothing was kept."
    return problem("OutOfTime", ShoalError.exit_code, [told])


def canceled() -> Problem:
    """What is said about a job that its owner has stopped."""
    return problem("Canceled", Canceled.exit_code, ["The job was canceled. Nothing was kept."])


def without_paths(text: str, home: Path) -> str:
    """A sentence in which files of the workspace have their short names."""
    return text.replace(f"{home}{os.sep}", "").replace(str(home), "the workspace")


def _fault(error: BaseException) -> str:
    kind = type(error).__name__
    if os.environ.get("SHOAL_DEBUG") == "1":
        frames = "".join(traceback.format_tb(error.__traceback__))
        return f"A fault of Shoal ({kind}).\n{frames}"
    return f"A fault of Shoal ({kind}). Nothing was kept."
