"""Which encoding a text file is in, judged by its first bytes.

A byte order mark decides. Without one, zero bytes at every other place betray UTF-16, valid UTF-8
is UTF-8, and everything else is taken for Windows-1252, the superset of Latin-1 that spreadsheet
programs write.
"""

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def encoding_of(sample: bytes) -> str:
    """The encoding of a text that begins with these bytes."""
    for mark, encoding in _MARKS:
        if sample.startswith(mark):
            return encoding
    return _utf16(sample) or ("utf-8" if _is(sample, "utf-8") else _eight_bit(sample))


def _utf16(sample: bytes) -> str | None:
    """UTF-16 without a mark: in Western text, nearly every second byte is zero."""
    start = sample[:1024]
    half = len(start) // 2
    if half and start[1::2].count(0) > 0.8 * half:
        return "utf-16-le"
    if half and start[0::2].count(0) > 0.8 * half:
        return "utf-16-be"
    return None


def _eight_bit(sample: bytes) -> str:
    """Windows-1252 leaves five bytes undefined; Latin-1 none."""
    return "cp1252" if _is(sample, "cp1252") else "latin-1"


def _is(sample: bytes, encoding: str) -> bool:
    """Whether the bytes are valid so far; a character may be cut at the end of the sample."""
    try:
        codecs.getincrementaldecoder(encoding)().decode(sample, final=False)
    except UnicodeDecodeError:
        return False
    return True
