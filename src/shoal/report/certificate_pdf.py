"""The certificate as a PDF, by Typst: offline, with Typst's own fonts.

Texts are handed over as data, never as markup, so a column named like a command stays a strange
name. The same certificate gives the same bytes: its only date is that of the run.
"""

import contextlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any

from shoal.errors import ShoalError
from shoal.report.certificate_sections import certificate_texts
from shoal.report.templates import HERE
from shoal.report.types.certificate import Certificate

HOW_TO_GET = "A PDF needs Typst: pip install 'shoal[pdf]'."
LONGEST = 16  # characters of a word; longer ones may be broken
SOFT = "\u200b"
# Texts that people copy: nothing may be inserted into them.
COPIED = frozenset({"command", "sha256", "number", "title"})
# What Typst's own fonts cover: Latin, Greek, Cyrillic and signs of mathematics.
COVERED = ((0x00, 0x52F), (0x1E00, 0x22FF), (0x2500, 0x27BF))


class PdfError(ShoalError):
    """A PDF cannot be made here."""


def can_write() -> bool:
    """Whether Typst is installed."""
    return find_spec("typst") is not None


def render_pdf(facts: Certificate) -> bytes:
    """The bytes of the certificate as a PDF; PdfError without Typst, or if Typst fails."""
    if not can_write():
        raise PdfError(HOW_TO_GET)
    import typst  # noqa: PLC0415  (an extra, and heavy)

    texts = allow_breaks(certificate_texts(facts))
    made = datetime.fromisoformat(str(facts["created"])).astimezone(UTC)
    texts["date"] = [made.year, made.month, made.day]
    data = json.dumps(texts, ensure_ascii=False)
    for standard in ("a-2a", None):  # PDF/A, tagged for screen readers, if the fonts allow it
        with contextlib.suppress(typst.TypstError, ValueError):
            return bytes(
                typst.compile(
                    (HERE / "certificate.typ").read_bytes(),
                    format="pdf",
                    # Fonts of the computer are used only for scripts that Typst's fonts lack.
                    ignore_system_fonts=is_covered(data),
                    sys_inputs={"data": data},
                    timestamp=int(made.timestamp()),
                    pdf_standards=standard or [],
                )
            )
    raise PdfError("Typst could not set the certificate; the HTML page says the same.")


def is_covered(text: str) -> bool:
    """Whether Typst's own fonts have every character."""
    return all(
        any(first <= ord(each) <= last for first, last in COVERED) for each in frozenset(text)
    )


def allow_breaks(value: Any) -> Any:  # noqa: ANN401  (any part of the texts)
    """The same texts, with places at which long words may be broken."""
    if isinstance(value, Mapping):
        return {key: part if key in COPIED else allow_breaks(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [allow_breaks(part) for part in value]
    return " ".join(map(_break_word, value.split(" "))) if isinstance(value, str) else value


def _break_word(word: str) -> str:
    """A long word with invisible places to break, after marks and after every 16 characters."""
    if len(word) <= LONGEST:
        return word
    return "".join(
        letter + (SOFT if letter in "_-./,:;" or at % LONGEST == LONGEST - 1 else "")
        for at, letter in enumerate(word)
    )
