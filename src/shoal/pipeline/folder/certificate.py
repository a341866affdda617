"""The verb `certificate`, and the certificate that every run writes.

A run folder holds the certificate three times: `certificate.json` has its facts, the HTML page and
the PDF show them. `summary.json`, which stays with the steward, holds the fingerprints of all
three; `added.jsonl` holds those of certificates that were written again.
"""

import contextlib
import json
from pathlib import Path

from shoal.data.file_system import write_complete
from shoal.data.input_identity import fingerprint
from shoal.errors import DataError, StudyError
from shoal.pipeline.folder.added import write_down
from shoal.report.certificate_page import render_certificate
from shoal.report.certificate_pdf import HOW_TO_GET, PdfError, can_write, render_pdf
from shoal.report.types.certificate import Certificate
from shoal.verify.run_folder import RELEASED, RunFolder, certificate_finding

__all__ = ["HOW_TO_GET", "can_write", "certificate", "certify"]

FACTS = "certificate.json"
FORMS = (".json", ".html", ".pdf")


def certify(folder: Path, facts: Certificate) -> dict[str, str | None]:
    """Write a certificate into a run folder in all forms; returns the fingerprints of its files.

    The PDF may be left out, if it cannot be made here.
    """
    paths = [folder / f"certificate{form}" for form in FORMS]
    for path in paths:
        # If the PDF cannot be made, the run goes on: the page says the same.
        with contextlib.suppress(PdfError):
            write_certificate(facts, path)
    return {path.name: fingerprint(path) for path in paths if path.exists()}


def certificate(run: Path, out: Path | None = None) -> list[Path]:
    """Write the certificate of a run again, or somewhere else; returns the files.

    Refused if the facts or the release were changed since the run.

    Args:
        run: The run folder.
        out: A file (.pdf, .html or .json); None writes page and PDF into the run folder.
    """
    broken = certificate_finding(RunFolder.of(run)).reason
    if any(name in broken for name in (FACTS, *RELEASED)):
        raise DataError(broken)
    facts = _facts(run)
    forms = FORMS[1:] if can_write() else FORMS[1:2]
    places = [run / f"certificate{form}" for form in forms] if out is None else [out]
    return [write_down(write_certificate(facts, path), "certificate") for path in places]


def write_certificate(facts: Certificate, path: Path) -> Path:
    """Write a certificate in the form that the suffix of the file asks for; returns the file."""
    forms = {
        ".json": _as_json,
        ".html": lambda given: render_certificate(given).encode(),
        ".pdf": render_pdf,
    }
    if path.suffix.lower() not in forms:
        raise StudyError(f"{path} ends in none of {', '.join(FORMS)}: choose one of these.")
    write_complete(path, forms[path.suffix.lower()](facts))
    return path


def _facts(run: Path) -> Certificate:
    """The facts of a run's certificate; an error if the folder has none."""
    if not (run / FACTS).is_file():
        raise StudyError(
            f"{run} holds no {FACTS}. Expected a run folder as `shoal run --out` writes it; runs of"
            " older versions have no certificate: run the study again."
        )
    return _json(run / FACTS)


def _json(path: Path) -> Certificate:
    """The facts in a file; an error if it cannot be read."""
    try:
        facts: Certificate = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        raise DataError(f"{path} cannot be read; it was changed since the run.") from None
    return facts


def _as_json(facts: Certificate) -> bytes:
    """The facts as the bytes of a JSON file."""
    return (json.dumps(facts, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()
