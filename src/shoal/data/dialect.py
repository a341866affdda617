r"""How a CSV file is written, found out from its beginning.

The separator is the candidate that cuts the most records into as many cells as the header;
quoted cells are taken out first, so that what is inside them does not count.
"""

import re
from dataclasses import dataclass

from shoal.data.encoding import encoding_of

SEPARATORS = (",", ";", "\t", "|")

# Enough characters to see many records; a hostile file cannot make the patterns slow.
_BEGINNING = 1 << 17


@dataclass(frozen=True)
class Dialect:
    """How the cells of a CSV file are told apart and read."""

    separator: str
    quote: str
    encoding: str
    decimal: str


def sniff(
    sample: bytes,
    separator: str | None = None,
    quote: str | None = None,
    encoding: str | None = None,
    decimal: str | None = None,
) -> Dialect:
    """The dialect of a file that begins with these bytes; what is given is not questioned."""
    encoding = encoding or encoding_of(sample)
    text = sample.decode(encoding, errors="ignore").removeprefix("\ufeff")
    beginning = text[:_BEGINNING]
    quote = _quote(beginning) if quote is None else quote
    lines = _lines(beginning, quote)
    separator = separator or max(SEPARATORS, key=lambda mark: _evenness(lines, mark))
    return Dialect(separator, quote, encoding, decimal or _decimal(text, separator))


def _quote(text: str) -> str:
    """A double quote, unless only single quotes enclose cells."""
    return "'" if '"' not in text and re.search(_quoted("'"), text) else '"'


def _quoted(quote: str) -> str:
    """Matches a cell in quotes, between separators or line ends."""
    mark = re.escape(quote)
    return rf"(?<![^,;\t|\n]){mark}(?:[^{mark}]|{mark}{mark})*{mark}(?![^,;\t|\r\n])"


def _lines(text: str, quote: str) -> list[str]:
    """The first records without what is in quotes; the last one may be cut, so it is left out."""
    if quote:
        text = re.sub(_quoted(quote), "", text)
    lines = [line for line in text.split("\n") if line.strip()]
    return lines[:-1] if len(lines) > 2 else lines


def _evenness(lines: list[str], mark: str) -> tuple[float, int]:
    """The share of records with as many cells as the header, then the number of cells."""
    marks = lines[0].count(mark) if lines else 0
    if not marks:
        return 0.0, 0
    return sum(line.count(mark) == marks for line in lines) / len(lines), marks


def _decimal(text: str, separator: str) -> str:
    """A comma if more cells are numbers with a comma than numbers with a point."""
    if separator == ",":
        return "."
    edge = re.escape(separator) + r"\"'\n\r"
    number = rf"(?<![^{edge}])[+-]?\d+{{mark}}\d+(?![^{edge}])"
    points, commas = (len(re.findall(number.format(mark=mark), text)) for mark in (r"\.", ","))
    return "," if commas > points else "."
