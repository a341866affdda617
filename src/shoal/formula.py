"""Formulas as MathML, which browsers typeset themselves: a few functions instead of tags.

Example:
    >>> formula(row("|E| ≥ k"))
    '<math display="block"><mrow><mo>|</mo><mi>E</mi><mo>|</mo><mo>≥</mo><mi>k</mi></mrow></math>'
"""

import re

TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|\S")
FUNCTIONS = {"ln", "log", "max", "min", "exp"}


def formula(*parts: str) -> str:
    """A whole formula."""
    return f'<math display="block"><mrow>{"".join(parts)}</mrow></math>'


def row(text: str) -> str:
    """Letters, numbers and signs in a row; words are set upright."""
    return "".join(_token(token) for token in TOKEN.findall(text))


def sub(of: str, below: str) -> str:
    """A letter with an index below it."""
    return f"<msub>{_group(of)}{_group(below)}</msub>"


def sup(of: str, above: str) -> str:
    """A base with an exponent above it."""
    return f"<msup>{_group(of)}{_group(above)}</msup>"


def frac(above: str, below: str) -> str:
    """A fraction."""
    return f"<mfrac>{_group(above)}{_group(below)}</mfrac>"


def total(over: str, sign: str = "∑") -> str:
    """A sum, or a product, over something."""
    return f'<munder><mo movablelimits="false">{sign}</mo>{_group(over)}</munder>'


def words(text: str) -> str:
    """Words in a formula."""
    return f"<mtext>&nbsp;{_escape(text)}&nbsp;</mtext>"


def _group(part: str) -> str:
    return f"<mrow>{part if part.startswith('<') else row(part)}</mrow>"


def _token(token: str) -> str:
    if token[0].isdigit():
        return f"<mn>{token}</mn>"
    if token in FUNCTIONS:
        return f"<mi>{token}</mi><mo>&#x2061;</mo>"
    return f"<mi>{token}</mi>" if token.isalpha() else f"<mo>{_escape(token)}</mo>"


def _escape(text: str) -> str:
    """The text without tags; importing `html` would load a list of all entities."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
