"""Parses the conditions that select records: `age >= 18 and (sex = Female or "my visit" != 2019)`.

The language is our own, because a query may come from anywhere and must not be able to do more
than compare. Fields are bare or in double quotes, texts are bare or in single quotes; `and` binds
more tightly than `or`. A missing value satisfies no comparison.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from shoal.errors import StudyError

OPERATORS = ("<=", ">=", "!=", "=", "<", ">")
WORDS = ("and", "or", "not")
DEEPEST = 100  # nested parentheses and negations
_TOKEN = re.compile(
    r"""\s*(?:(?P<operator><=|>=|!=|=|<|>)|(?P<bracket>[()])|'(?P<text>(?:[^']|'')*)'"""
    r"""|"(?P<name>(?:[^"]|"")*)"|(?P<word>[^\s()<>=!'"]+))"""
)


@dataclass(frozen=True)
class Comparison:
    """A comparison of a field with a value.

    Attributes:
        field: The name of the column.
        operator: One of OPERATORS.
        value: The value that the field is compared with, as text.
        quoted: Whether the value was in quotes, so that it is certainly a text.
    """

    field: str
    operator: str
    value: str
    quoted: bool = False


@dataclass(frozen=True)
class Negation:
    """A condition that must not hold."""

    part: "Condition"


@dataclass(frozen=True)
class Junction:
    """Conditions that must all hold (`and`), or at least one of them (`or`)."""

    word: str
    parts: tuple["Condition", ...]


Condition: TypeAlias = Comparison | Negation | Junction


def parse_query(text: str) -> Condition:
    """The condition that a query describes; a `StudyError` if it cannot be read."""
    reader = _Reader(list(_tokens(text)))
    condition = reader.read_any()
    reader.refuse_rest()
    return condition


def fields_of(condition: Condition) -> list[str]:
    """The columns that a condition looks at, each once."""
    if isinstance(condition, Comparison):
        return [condition.field]
    parts = condition.parts if isinstance(condition, Junction) else (condition.part,)
    return list(dict.fromkeys(name for part in parts for name in fields_of(part)))


@dataclass(frozen=True)
class _Token:
    """A part of a query.

    Attributes:
        kind: A group of `_TOKEN`, or "junction" for `and`, `or` and `not`.
        text: The part without its quotes.
    """

    kind: str
    text: str


def _tokens(text: str) -> Iterator[_Token]:
    """The parts of a query, in order."""
    at, text = 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise StudyError("The query has a quote that does not end, or a `!` without `=`.")
        kind = str(match.lastgroup)
        part = match[kind].replace("''", "'") if kind == "text" else match[kind]
        part = part.replace('""', '"') if kind == "name" else part
        is_word = kind == "word" and part.lower() in WORDS
        yield _Token("junction", part.lower()) if is_word else _Token(kind, part)
        at = match.end()


class _Reader:
    """Recursive descent: each method reads one kind of expression, where the last one ended."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens, self._at, self._depth = tokens, 0, 0

    def read_any(self) -> Condition:
        """Conditions joined by `or`."""
        return self._read_junction("or", self.read_all)

    def read_all(self) -> Condition:
        """Conditions joined by `and`."""
        return self._read_junction("and", self.read_one)

    def read_one(self) -> Condition:
        """A negation, something in parentheses, or a comparison."""
        if self._take("junction", "not"):
            return Negation(self._read_nested(self.read_one))
        if self._take("bracket", "("):
            inside = self._read_nested(self.read_any)
            if not self._take("bracket", ")"):
                raise self._syntax_error("a closing parenthesis")
            return inside
        field = self._next(("word", "name"), "a column")
        operator = self._next(("operator",), "one of " + " ".join(OPERATORS))
        value = self._next(("word", "text", "name"), "a value")
        return Comparison(field.text, operator.text, value.text, quoted=value.kind != "word")

    def refuse_rest(self) -> None:
        """Raise an error if anything is left over."""
        if self._at < len(self._tokens):
            raise self._syntax_error("`and`, `or` or the end")

    def _read_nested(self, part: Callable[[], Condition]) -> Condition:
        """Read a nested condition; one that is too deep is refused before Python's stack ends."""
        if self._depth == DEEPEST:
            raise StudyError(
                f"The query has more than {DEEPEST} parentheses or `not` within each other."
                " Write it with fewer."
            )
        self._depth += 1
        inside = part()
        self._depth -= 1
        return inside

    def _read_junction(self, word: str, part: Callable[[], Condition]) -> Condition:
        """Read one part or several with the word between them; one part is returned by itself."""
        parts = [part()]
        while self._take("junction", word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Junction(word, tuple(parts))

    def _take(self, kind: str, text: str) -> bool:
        """Go past the next token and return True if it is this one; otherwise stay."""
        there = self._at < len(self._tokens) and self._tokens[self._at] == _Token(kind, text)
        self._at += there
        return there

    def _next(self, kinds: tuple[str, ...], wanted: str) -> _Token:
        """Go past the next token and return it; an error if it is of another kind.

        `wanted` says in the error what was expected.
        """
        if self._at >= len(self._tokens) or self._tokens[self._at].kind not in kinds:
            raise self._syntax_error(wanted)
        self._at += 1
        return self._tokens[self._at - 1]

    def _syntax_error(self, wanted: str) -> StudyError:
        """The error that says where, by number only: the query may quote values."""
        there = f"part {self._at + 1}" if self._at < len(self._tokens) else "the end"
        return StudyError(f"The query cannot be read at {there}: expected {wanted}.")
