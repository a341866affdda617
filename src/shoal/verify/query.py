"""The verifier's own reading of queries: tokens to postfix order, then one stack per record set.

Dijkstra's shunting yard; the rest of the program reads queries by recursive descent.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shoal.errors import StudyError

Bools = NDArray[np.bool_]
_PARTS = re.compile(
    r"""'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([()])|(<=|>=|!=|[<>=])|([^\s()<>=!'"]+)"""
)
_STRENGTH = {"or": 1, "and": 2, "not": 3}


@dataclass(frozen=True)
class Test:
    """One comparison: a column, an operator, a text, and whether the text stood in quotes."""

    column: str
    operator: str
    text: str
    quoted: bool


def to_postfix(query: str) -> list[Test | str]:
    """The tests of a query in postfix order: each of `and`, `or`, `not` after its operands.

    StudyError if the query cannot be read, here and in all functions below.
    """
    done: list[Test | str] = []
    waiting: list[str] = []
    for part in _tests(query):
        if isinstance(part, Test):
            done.append(part)
        elif part == "(":
            waiting.append(part)
        elif part == ")":
            while waiting and waiting[-1] != "(":
                done.append(waiting.pop())
            _refuse(not waiting)
            waiting.pop()
        else:
            while part != "not" and waiting and _STRENGTH.get(waiting[-1], 0) >= _STRENGTH[part]:
                done.append(waiting.pop())
            waiting.append(part)
    _refuse("(" in waiting)
    return done + waiting[::-1]


def columns_of(query: str) -> list[str]:
    """The columns that a query looks at, each once."""
    return list(dict.fromkeys(part.column for part in to_postfix(query) if isinstance(part, Test)))


def evaluate(parts: list[Test | str], test: Callable[[Test], Bools]) -> Bools:
    """Which records satisfy a query.

    Args:
        parts: The query in postfix order.
        test: From a test to one flag per record.
    """
    stack: list[Bools] = []
    for part in parts:
        _refuse(isinstance(part, str) and len(stack) < (1 if part == "not" else 2))
        if isinstance(part, Test):
            stack.append(test(part))
        elif part == "not":
            stack.append(~stack.pop())
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(left & right if part == "and" else left | right)
    _refuse(len(stack) != 1)
    return stack[0]


def _tests(query: str) -> Iterator[Test | str]:
    """The parts of a query: comparisons as tests, and words and brackets between them."""
    parts = [match.groups() for match in _PARTS.finditer(query)]
    at = 0
    while at < len(parts):
        single, double, bracket, operator, word = parts[at]
        if bracket or (word or "").lower() in _STRENGTH:
            yield bracket or word.lower()
            at += 1
            continue
        _refuse(single is not None or bool(operator) or at + 2 >= len(parts))
        (_, _, _, comparison, _), value = parts[at + 1], parts[at + 2]
        text, quoted = _text(value)
        _refuse(not comparison or text is None)
        yield Test(_column_name(double, word), comparison, str(text), quoted)
        at += 3


def _text(parts: tuple[str | None, ...]) -> tuple[str | None, bool]:
    """The text of a value and whether it stood in quotes; None if it is no value."""
    single, double, _, _, word = parts
    if single is not None:
        return single.replace("''", "'"), True
    return (word, False) if double is None else (double.replace('""', '"'), True)


def _column_name(double: str | None, word: str | None) -> str:
    """The name of a column, which may stand in double quotes."""
    return str(word) if double is None else double.replace('""', '"')


def _refuse(wrong: bool) -> None:
    """Raise StudyError if something is wrong."""
    if wrong:
        raise StudyError("The query of the study's `subset` cannot be read.")
