"""Formulas as MathML, which browsers typeset themselves: a few functions instead of tags."""

import re
from html import escape

TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|\S")
FUNCTIONS = {"ln", "log", "max", "min", "exp"}


def math(*parts: str) -> str:
    """A whole formula."""
    return f'<math display="block"><mrow>{"".join(parts)}</mrow></math>'


def t(text: str) -> str:
    """Letters, numbers and signs in a row; words are set upright."""
    return "".join(_token(one) for one in TOKEN.findall(text))


def sub(of: str, below: str) -> str:
    """An index."""
    return f"<msub>{_row(of)}{_row(below)}</msub>"


def sup(of: str, above: str) -> str:
    """A power."""
    return f"<msup>{_row(of)}{_row(above)}</msup>"


def frac(above: str, below: str) -> str:
    """A fraction."""
    return f"<mfrac>{_row(above)}{_row(below)}</mfrac>"


def total(over: str, sign: str = "∑") -> str:
    """A sum, or a product, over something."""
    return f'<munder><mo movablelimits="false">{sign}</mo>{_row(over)}</munder>'


def text(words: str) -> str:
    """Words in a formula."""
    return f"<mtext>&nbsp;{escape(words)}&nbsp;</mtext>"


def _row(part: str) -> str:
    return f"<mrow>{part if part.startswith('<') else t(part)}</mrow>"


def _token(token: str) -> str:
    if token[0].isdigit():
        return f"<mn>{token}</mn>"
    if token in FUNCTIONS:
        return f"<mi>{token}</mi><mo>&#x2061;</mo>"
    return f"<mi>{token}</mi>" if token.isalpha() else f"<mo>{escape(token)}</mo>"
