"""Which encoding a text file is in, judged by its first bytes.

A byte order mark decides. Without one, zero bytes at every other place betray UTF-16, and valid
UTF-8 is UTF-8. Everything else takes a closer look (`shoal.data.legacy_encoding`).
"""

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# The most common first; there are more (`shoal.data.legacy_encoding`), which may be given, too.
COMMON = (
    "utf-8", "utf-16", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256",
    "cp1257", "iso8859_2", "iso8859_15", "cp932", "euc_jp", "gb18030", "big5", "cp949", "koi8_r",
    "cp850", "cp852", "cp866", "mac_roman",
)  # fmt: skip
_CERTAIN = {"utf-8", "utf-8-sig", "utf-16", "ascii"}


def encoding_of(sample: bytes) -> str | None:
    """The Unicode encoding of a text that begins with these bytes; None if it is not Unicode."""
    for mark, encoding in _MARKS:
        if sample.startswith(mark):
            return encoding
    return _utf16(sample) or ("utf-8" if _is_utf8(sample) else None)


def encoding_note(name: str, encoding: str) -> str | None:
    """What to tell people about an encoding that was guessed; None if it is certain."""
    if codecs.lookup(encoding).name in _CERTAIN:
        return None
    return (
        f"{name} was read as {encoding}, which was found out by looking at it. If letters are"
        " wrong, set `encoding` to the one it was saved in."
    )


def _utf16(sample: bytes) -> str | None:
    """UTF-16 without a mark: in Western text, nearly every second byte is zero."""
    start = sample[:1024]
    half = len(start) // 2
    if half and start[1::2].count(0) > 0.8 * half:
        return "utf-16-le"
    if half and start[0::2].count(0) > 0.8 * half:
        return "utf-16-be"
    return None


def _is_utf8(sample: bytes) -> bool:
    """Whether the bytes are valid so far; a character may be cut at the end of the sample."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample, final=False)
    except UnicodeDecodeError:
        return False
    return True
