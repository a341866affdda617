"""Finds the encoding of a text that is neither UTF-8 nor UTF-16.

Cells with characters beyond ASCII are collected from the whole file. `charset-normalizer` says in
which encodings they make sense. Of these, we keep the encodings in which all letters belong to the
alphabet of one language. If they agree on every character, the encoding is found. If they do not,
or if part of the file is UTF-8, a person has to name it: a wrong guess would change names.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from shoal.errors import DataError

if TYPE_CHECKING:
    from charset_normalizer import CharsetMatch

# Encodings in which exports of hospitals have been seen, the most common first.
_KNOWN = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp932",
    "euc_jp", "gb18030", "big5", "cp949", "cp874", "iso8859_2", "iso8859_5", "iso8859_7",
    "iso8859_9", "iso8859_15", "koi8_r",
)  # fmt: skip
# Encodings of DOS and the old Macintosh; most of their letters are bytes that others use for signs.
_OLD = ("cp850", "cp852", "cp866", "cp437", "mac_roman")
_OLD_LETTERS = re.compile(rb"[\x80-\x9f]")
# English texts often have only ° and µ beyond ASCII, which all encodings of Windows share.
_UNITS = re.compile(rb"[\x00-\x7f\xb0\xb5]*")
# No character of an encoding with several bytes contains one of these as a byte.
_BETWEEN_CELLS = re.compile(rb'[,;\t\r\n"]+')
_MULTIBYTE = {"cp932", "euc_jp", "gb18030", "big5", "cp949"}
_COLLECTED = 1 << 16  # bytes of distinct cells: enough for every statistic on letters
_BY_CHANCE = 0.1  # the share of cells in two-byte encodings that may look like UTF-8
_CLOSE = 0.1  # scores that differ by less do not decide

_ALPHABETS = tuple(
    frozenset(letters)
    for letters in (
        "äöüßé", "àâæçéèêëîïôœùûüÿ", "áéíñóúüçàèïò", "áâãàçéêíóôõúü", "àèéìíîòóùú",
        "åäöæøéü", "áæéíðóöþúý", "áéëïóöüèê", "ąćęłńóśźż", "áäčďéěíĺľňóôŕřšťúůýž", "áéíóöőúüű",
        "čćđšž", "ăâîșțşţ", "çğıi̇öşüâîû", "ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž",
        "абвгдежзийклмнопрстуфхцчшщъыьэюяё", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
        "абвгдђежзијклљмнњопрстћуфхцчџш", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
    )
)  # fmt: skip
_SIGNS = frozenset("°µ€§²³¹½¼¾±·×÷–—„“”‚‘’«»‹›…•†‰™©®´¨¿¡ªº£¥¶\xa0\xad")
_HEBREW_ARABIC_THAI = r"\u0590-\u06ff\u0e00-\u0e7f"
_EAST_ASIAN = r"\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef"
_OTHER_SCRIPT = re.compile(rf"[{_HEBREW_ARABIC_THAI}{_EAST_ASIAN}]")
# Found in no language: a word of two scripts, or a sign in the middle of a word.
_MIXED = re.compile(
    rf"(?i)[a-z](?=[\u0370-\u052f{_HEBREW_ARABIC_THAI}{_EAST_ASIAN}])"
    rf"|[\u0370-\u052f{_HEBREW_ARABIC_THAI}{_EAST_ASIAN}](?=[a-z])"
    r"|[^\W\d_][±÷×½¼¾¹²³£¥§¶†‰¿¡«»„“”•·](?=[^\W\d_])|[®™±÷½¼¾¹²³¶†‰](?=[^\W\d_])"
)


@dataclass(frozen=True)
class _Cells:
    """The distinct cells of a file with characters beyond ASCII; only the first 64 KiB or so.

    Attributes:
        utf8: Those that are UTF-8, each with the number of the first line on which it occurs.
        others: Those that are not, likewise.
    """

    utf8: dict[bytes, int]
    others: dict[bytes, int]


def guess_encoding(path: Path, opened: Callable[[BinaryIO], BinaryIO]) -> str:
    """The encoding of a file that is neither UTF-8 nor UTF-16; a `DataError` if it is not certain.

    Args:
        path: The file.
        opened: Takes the open file and returns one with its decompressed bytes.
    """
    with path.open("rb") as file:
        cells = _collect_cells(opened(file))
    readings = _readings(b"\n".join(cells.others))
    mixed = len(cells.utf8) > _BY_CHANCE * len(cells.others)
    if mixed or (cells.utf8 and not readings.keys() & _MULTIBYTE):
        raise DataError(_partly_utf8_problem(path.name, cells))
    if len(readings) != 1:
        raise DataError(_unsure_problem(path.name, readings))
    return next(iter(readings))


def _readings(raw: bytes) -> dict[str, str]:
    """The encodings that make sense, the most common first, each with the text that it gives.

    Of encodings that give the same text, only the most common is there.
    """
    if _UNITS.fullmatch(raw):
        return {"cp1252": raw.decode("cp1252")}
    texts = {str(match) for match in _best_matches(_plausible_matches(raw))}
    readings: dict[str, str] = {}
    for name in (*_KNOWN, *_OLD):
        text = _decode(raw, name)
        if text in texts and text not in readings.values():
            readings[name] = text
    return readings


def _collect_cells(file: Iterable[bytes]) -> _Cells:
    """The cells of all lines until enough bytes are collected, and at least one of each kind."""
    cells, size = _Cells({}, {}), 0
    for number, line in enumerate(file, start=1):
        if line.isascii():
            continue
        for cell in _beyond_ascii(line):
            kind = cells.utf8 if _is_utf8(cell) else cells.others
            if cell not in kind and (size < _COLLECTED or not kind):
                kind[cell] = number
                size += len(cell)
    return cells


def _beyond_ascii(line: bytes) -> Iterator[bytes]:
    """The cells of a line with characters beyond ASCII."""
    return (cell for cell in _BETWEEN_CELLS.split(line) if not cell.isascii())


def _is_utf8(cell: bytes) -> bool:
    try:
        cell.decode()
    except UnicodeDecodeError:
        return False
    return True


def _plausible_matches(text: bytes) -> "list[CharsetMatch]":
    """The readings that make sense, the best first: those in one language before all others."""
    from charset_normalizer import from_bytes  # noqa: PLC0415  (most files are UTF-8)

    asked = [*_KNOWN, *(_OLD if _OLD_LETTERS.search(text) else ())]
    matches = from_bytes(
        text, steps=max(5, len(text) // 512), cp_isolation=asked, preemptive_behaviour=False,
        enable_fallback=False,
    )  # fmt: skip
    return sorted(
        matches,
        key=lambda match: (not _fits_one_language(str(match)), match.chaos, -match.coherence),
    )


def _best_matches(matches: "list[CharsetMatch]") -> "list[CharsetMatch]":
    """The best reading, and all others that are about as good but give other texts."""
    if not matches:
        return []
    best = matches[0]
    close = [
        match
        for match in matches
        if _fits_one_language(str(match)) == _fits_one_language(str(best))
        and match.chaos - best.chaos < _CLOSE
        and best.coherence - match.coherence < _CLOSE
    ]
    different = list({str(match): match for match in reversed(close)}.values())[::-1]
    # Bytes rarely pair up into characters by chance, so a single reading of pairs wins.
    paired = [match for match in different if _is_paired(match)]
    return paired if len(paired) == 1 else different


def _is_paired(match: "CharsetMatch") -> bool:
    """Whether most characters of a reading take two bytes."""
    beyond = sum(not sign.isascii() for sign in str(match))
    return beyond > 8 and len(match.raw) - len(str(match)) > 0.8 * beyond


def _fits_one_language(text: str) -> bool:
    """Whether all letters beyond ASCII belong to one language, in words of one script."""
    used = {sign for sign in text.lower() if not sign.isascii()} - _SIGNS
    if len(_MIXED.findall(text)) > text.count("\n") // 4:
        return False
    if used and all(_OTHER_SCRIPT.match(sign) for sign in used):
        return True
    return any(used <= alphabet for alphabet in _ALPHABETS)


def _decode(raw: bytes, name: str) -> str | None:
    """The text of the bytes in an encoding; None if they are not in it."""
    try:
        return raw.decode(name)
    except UnicodeDecodeError:
        return None


def _partly_utf8_problem(name: str, cells: _Cells) -> str:
    """The message for a file of which some lines are UTF-8 and others are not."""
    utf8, others = min(cells.utf8.values()), min(cells.others.values())
    return (
        f"{name} is partly UTF-8: line {utf8} is, line {others} is not. Read in one encoding,"
        " letters of the other would be wrong. Mend the lines, or export the file again as UTF-8;"
        " if it is in one encoding nevertheless, say which: `encoding`."
    )


def _unsure_problem(name: str, readings: dict[str, str]) -> str:
    """The message for an uncertain encoding: shows letters that would differ, never a cell."""
    letters = {encoding: set(text) for encoding, text in readings.items()}
    alike = set.intersection(*letters.values()) if letters else set()
    choices = ", ".join(
        f"{encoding} (letters {' '.join(sorted(used - alike - _SIGNS)[:8])})"
        for encoding, used in list(letters.items())[:4]
    )
    could = f" It could be {choices}." if choices else ""
    return (
        f"{name} is neither UTF-8 nor UTF-16, and its encoding is not certain.{could}"
        " Say which: set `encoding`, or save the file as UTF-8."
    )
