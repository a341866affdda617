"""Scaling expressions such as `log(x + 1)` turn numbers into features (docs/theory/learning.md).

An expression has the one variable `x`, numbers, + - * / ^, parentheses and a few functions. The
small parser below reads it; it is never evaluated as Python code.

Example:
    >>> parse_expression("x^2 / 2").apply(np.array([2.0, 4.0])).tolist()
    [2.0, 8.0]
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from shoal.engine.arrays import Floats
from shoal.errors import StudyError, did_you_mean

Function = Callable[[Floats], Floats]
LONGEST = 200  # characters; also keeps the parser from descending too deep

FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        "abs": np.abs,
        "cbrt": np.cbrt,
        "ceil": np.ceil,
        "exp": np.exp,
        "floor": np.floor,
        "log": np.log,
        "log10": np.log10,
        "log2": np.log2,
        "sqrt": np.sqrt,
    }
)
OPERATORS: Mapping[str, Callable[[Floats, Floats], Floats]] = MappingProxyType(
    {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "^": np.power}
)
TOKEN = re.compile(r"\s*((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[A-Za-z_]\w*|[-+*/^()])")


@dataclass(frozen=True)
class Expression:
    """A parsed expression.

    Attributes:
        text: The expression as it was written.
        function: Computes it for an array.
        steps: The same for a stack machine: operands come before their operator.
    """

    text: str
    function: Function = field(repr=False, compare=False)
    steps: tuple[str | float, ...] = field(default=(), repr=False, compare=False)

    def apply(self, numbers: Floats) -> Floats:
        """The value of the expression for each number; NaN or infinite if it is not defined."""
        with np.errstate(all="ignore"):
            return np.broadcast_to(self.function(numbers), numbers.shape).astype(np.float64)


def parse_expression(text: str) -> Expression:
    """Parse an expression; StudyError says where it cannot be read."""
    if len(text) > LONGEST:
        raise StudyError(f"an expression has at most {LONGEST} characters, found {len(text)}.")
    reader = _Reader(text, _tokens(text))
    function = reader.sum()
    if reader.left:
        raise reader.syntax_error("an operator or the end")
    if "x" not in reader.seen:
        raise StudyError(f"{text!r} is the same for every number: it has no `x`.")
    return Expression(text, function, tuple(reader.steps))


def _tokens(text: str) -> list[str]:
    """The numbers, names, operators and parentheses of an expression."""
    tokens, at = [], 0
    while text[at:].strip():
        token = TOKEN.match(text, at)
        if token is None:
            place = len(text) - len(text[at:].lstrip()) + 1
            raise StudyError(
                f"{text!r} cannot be read from character {place} on. Expected x, a number,"
                f" + - * / ^ ( ) or a function ({', '.join(FUNCTIONS)})."
            )
        tokens.append(token[1])
        at = token.end()
    return tokens


@dataclass
class _Reader:
    """Reads tokens from left to right by recursive descent; methods go from loose to tight.

    Each method reads as much as it can, returns the function of it, and appends its steps.

    Attributes:
        text: The expression, for errors.
        tokens: Its tokens.
        at: The place of the next token.
        seen: Holds `x` once it was read.
        steps: What was read, operands before their operator.
    """

    text: str
    tokens: list[str]
    at: int = 0
    seen: set[str] = field(default_factory=set)
    steps: list[str | float] = field(default_factory=list)

    @property
    def left(self) -> bool:
        """Whether tokens are left."""
        return self.at < len(self.tokens)

    def syntax_error(self, expected: str) -> StudyError:
        """The error, to be raised, for something else than was expected here."""
        where = f"part {self.at + 1}" if self.left else "the end"
        return StudyError(f"{self.text!r}: expected {expected} at {where}.")

    def sum(self) -> Function:
        """A sum or a difference, or less."""
        return self._chain("+-", self._product)

    def _product(self) -> Function:
        """A product or a quotient, or less."""
        return self._chain("*/", self._read_signed)

    def _chain(self, operators: str, operand: Callable[[], Function]) -> Function:
        """Operands from left to right, as long as one of these operators follows."""
        function = operand()
        while (operator := self._take(operators)) is not None:
            function = _combine(operator, function, operand())
            self.steps.append(operator)
        return function

    def _read_signed(self) -> Function:
        """A power with any number of signs before it."""
        sign = self._take("+-")
        if sign is None:
            return self._power()
        inner = self._read_signed()
        if sign == "+":
            return inner
        self.steps.append("negative")
        return lambda x: -inner(x)

    def _power(self) -> Function:
        """A power, or its base alone: x^2^3 is x^(2^3), and -x^2 is -(x^2)."""
        base = self._single()
        if not self._take("^"):
            return base
        raised = _combine("^", base, self._read_signed())
        self.steps.append("^")
        return raised

    def _single(self) -> Function:
        """x, a number, a function with its argument, or a parenthesis."""
        if self._take("("):
            return self._read_parenthesis()
        if not self.left or self.tokens[self.at] in "+-*/^)":
            raise self.syntax_error("x, a number or a function")
        word = self.tokens[self.at]
        self.at += 1
        if word == "x":
            self.seen.add(word)
            self.steps.append(word)
            return lambda x: x
        if word[0].isdigit() or word[0] == ".":
            constant = np.float64(word)
            self.steps.append(float(word))
            return lambda x: np.full_like(x, constant)
        return self._call(word)

    def _call(self, name: str) -> Function:
        """A function with its argument; its name was read."""
        if name not in FUNCTIONS:
            raise StudyError(
                f"{self.text!r}: there is no {name!r}.{did_you_mean(name, [*FUNCTIONS, 'x'])}"
            )
        if not self._take("("):
            raise self.syntax_error(f"a parenthesis after {name}")
        function, inner = FUNCTIONS[name], self._read_parenthesis()
        self.steps.append(name)
        return lambda x: function(inner(x))

    def _read_parenthesis(self) -> Function:
        """What stands in a parenthesis that was opened."""
        inner = self.sum()
        if not self._take(")"):
            raise self.syntax_error("a closing parenthesis")
        return inner

    def _take(self, tokens: str) -> str | None:
        """Step over the next token and return it, if it is one of these; else None."""
        if self.left and self.tokens[self.at] in tokens:
            self.at += 1
            return self.tokens[self.at - 1]
        return None


def _combine(operator: str, left: Function, right: Function) -> Function:
    """The function of two functions that an operator joins."""
    function = OPERATORS[operator]
    return lambda x: function(left(x), right(x))
