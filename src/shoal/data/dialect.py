r"""Finds out how a CSV file is written, from its beginning.

The separator is the candidate that cuts the most records into as many cells as the header;
quoted cells are taken out first, so that separators inside them do not count. If the header has
no separator, the table has one column. Blank lines, comments, and the line `sep=;` by which
spreadsheet programs tell each other the separator may come before the header.
"""

import re
from dataclasses import dataclass

SEPARATORS = (",", ";", "\t", "|")

# Enough characters to see many records; a hostile file cannot make the patterns slow.
_BEGINNING = 1 << 17


@dataclass(frozen=True)
class Dialect:
    """How the cells of a CSV file are separated and read.

    Attributes:
        separator: The character between two cells.
        quote: The character that encloses cells; empty if there is none.
        encoding: The name of the encoding.
        decimal: The decimal mark of numbers: a point or a comma.
        skip: How many lines stand before the header.
        comment: The text with which comment lines begin; empty if there are none.
    """

    separator: str
    quote: str
    encoding: str
    decimal: str
    skip: int = 0
    comment: str = ""


def sniff(
    sample: bytes,
    separator: str | None = None,
    quote: str | None = None,
    encoding: str = "utf-8",
    decimal: str | None = None,
    skip: int | None = None,
    comment: str | None = None,
) -> Dialect:
    """The dialect of a file that begins with these bytes; arguments given are taken as they are.

    Encoding and comments are not found out: without them, it is UTF-8 without comments.
    """
    text = sample.decode(encoding, errors="ignore").removeprefix("\ufeff")
    announced, before = _preamble(text, comment or "")
    skip = before if skip is None else skip
    text = after_lines(text, skip)
    beginning = text[:_BEGINNING]
    quote = _quote(beginning) if quote is None else quote
    lines = [line for line in _lines(beginning, quote) if not is_comment(line, comment or "")]
    separator = separator or announced or _separator(lines)
    decimal = decimal or _decimal(text, separator)
    return Dialect(separator, quote, encoding, decimal, skip, comment or "")


def after_lines(text: str, count: int) -> str:
    """The text without its first `count` lines; empty if it has no more."""
    start = 0
    for _ in range(count):
        start = text.find("\n", start) + 1 or len(text)
    return text[start:]


def is_comment(line: str, comment: str) -> bool:
    """Whether a line is a comment; an empty `comment` means that the file has none."""
    return bool(comment) and line.startswith(comment)


def _preamble(text: str, comment: str) -> tuple[str | None, int]:
    """The separator of a line `sep=`, or None; and how many lines stand before the header."""
    separator, before = None, 0
    for line in text[:_BEGINNING].split("\n")[:-1]:
        sep = re.fullmatch(r"sep=(.)", line.strip('\r"'), re.IGNORECASE)
        if not sep and not is_comment(line, comment) and line.strip():
            break
        separator, before = (sep[1] if sep else separator), before + 1
    return separator, before


def _separator(lines: list[str]) -> str:
    """The separator that cuts records best; one that does not occur, if nothing cuts the header."""
    best = max(SEPARATORS, key=lambda mark: _evenness(lines, mark))
    if _evenness(lines, best)[1]:
        return best
    unused = (mark for mark in SEPARATORS if not any(mark in line for line in lines))
    return next(unused, best)


def _quote(text: str) -> str:
    """A double quote, unless only single quotes enclose cells."""
    return "'" if '"' not in text and re.search(_quoted_cell_pattern("'"), text) else '"'


def _quoted_cell_pattern(quote: str) -> str:
    """A pattern that matches a cell in quotes, between separators or line ends."""
    mark = re.escape(quote)
    return rf"(?<![^,;\t|\n]){mark}(?:[^{mark}]|{mark}{mark})*{mark}(?![^,;\t|\r\n])"


def _lines(text: str, quote: str) -> list[str]:
    """The first lines, with quoted cells cut out; blank ones are left out.

    So is the last of more than two, because the sample may end within it.
    """
    if quote:
        text = re.sub(_quoted_cell_pattern(quote), "", text)
    lines = [line for line in text.split("\n") if line.strip(" \r")]  # a tab may be a separator
    return lines[:-1] if len(lines) > 2 else lines


def _evenness(lines: list[str], mark: str) -> tuple[float, int]:
    """The share of lines with as many separators as the header, then their number in the header."""
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
