"""What can go wrong, as a tree; each branch has its exit code.

ShoalError                  3  a fault of ours
├── StudyError              2  the study is wrong
│   └── NotYetAvailable     2  the study asks for something that is planned but not built
├── DataError               2  the data or a hierarchy is wrong
├── NoReleaseError          1  the study is well formed, but no release can satisfy it
│   └── UndecidedError      1  a person must decide something before anything is released
├── VerificationError       3  the independent check refused the release; nothing was kept
└── Canceled              130  the person stopped the run

Messages say what was found, what was expected and what to try. They name columns and counts,
never a value from the data.
"""

from bisect import bisect_left
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from typing import TypedDict

from shoal.grammar import agree

__all__ = [
    "FAULT",
    "LISTED",
    "LONGEST",
    "Canceled",
    "DataError",
    "NoReleaseError",
    "NotYetAvailable",
    "Problem",
    "ShoalError",
    "StudyError",
    "UndecidedError",
    "VerificationError",
    "agree",
    "did_you_mean",
    "first_of",
    "problem",
]

FAULT = "Fault"
LISTED = 100  # the most problems, or known words, in one message
LONGEST = 200  # characters of a word that is compared with others


class ShoalError(Exception):
    """Something went wrong; `problems` lists every finding, the message joins them."""

    exit_code = 3

    def __init__(self, *problems: str) -> None:
        self.problems = tuple(map(agree, problems))
        super().__init__("\n".join(self.problems))


class StudyError(ShoalError):
    """The study is wrong."""

    exit_code = 2


class NotYetAvailable(StudyError):
    """The study asks for something that is planned but not built."""


class DataError(ShoalError):
    """The data or a hierarchy is wrong."""

    exit_code = 2


class NoReleaseError(ShoalError):
    """The study is well formed, but no release can satisfy it."""

    exit_code = 1


class UndecidedError(NoReleaseError):
    """A person must decide something before anything is released."""


class VerificationError(ShoalError):
    """The independent check refused the release; nothing was kept."""


class Canceled(ShoalError):
    """The person stopped the run."""

    exit_code = 130


class Problem(TypedDict):
    """An error as every face (command line, REST, web) hands it to a program."""

    kind: str
    exit_code: int
    message: str
    problems: list[str]


def problem(kind: str, exit_code: int, sentences: Iterable[str]) -> Problem:
    """An error as every face (command line, REST, web) hands it to a program."""
    problems = [*sentences]
    message = "\n".join(problems)
    return {"kind": kind, "exit_code": exit_code, "message": message, "problems": problems}


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint to end a message with: the known word nearest to an unknown one, or all of them."""
    known = sorted(known)
    near = get_close_matches(word[:LONGEST], _around(word, known), n=1, cutoff=0.6)
    if near:
        return f" Did you mean {near[0]!r}?"
    more = ", …" if len(known) > LISTED else ""
    return f" Known: {', '.join(known[:LISTED])}{more}." if known else ""


def _around(word: str, known: list[str]) -> list[str]:
    """The words to compare with: all, or those that sort next to the word if they are many."""
    if len(known) <= LISTED:
        return known
    at = bisect_left(known, word)
    return known[max(0, at - LISTED // 2) : at + LISTED // 2]


def first_of(problems: Iterable[str]) -> list[str]:
    """The first problems of a list that may be long: hundreds of them usually have one cause."""
    first = list(islice(problems, LISTED + 1))
    return (
        first if len(first) <= LISTED else [*first[:LISTED], "There are more problems like these."]
    )
