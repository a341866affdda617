"""The verb `certificate`, and whether a release and its certificate still belong together.

A run folder holds the certificate three times: `certificate.json` are its facts, the HTML page and
the PDF show them. `summary.json`, which stays with the steward, knows the fingerprints of all.
"""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shoal.errors import DataError, StudyError
from shoal.report.certificate_page import page
from shoal.report.certificate_pdf import HOW_TO_GET, PdfError, can_write, pdf
from shoal.service.input_identity import fingerprint
from shoal.verify import Finding

__all__ = ["HOW_TO_GET", "can_write", "certificate", "certificate_findings", "certify"]

FACTS = "certificate.json"
FORMS = (".json", ".html", ".pdf")


def certify(folder: Path, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Write a certificate into a run; gives the fingerprints of its files and of the release."""
    paths = [folder / f"certificate{form}" for form in FORMS]
    for path in paths:
        # A release is not lost because its PDF cannot be set; the page says the same.
        with contextlib.suppress(PdfError):
            write_certificate(facts, path)
    return _released(facts["release"]) | {
        path.name: fingerprint(path) for path in paths if path.exists()
    }


def certificate(run: Path, out: Path | None = None) -> list[Path]:
    """Write the certificate of a run again, or somewhere else; gives the files.

    Args:
        run: The run folder.
        out: A file (.pdf, .html or .json); None writes page and PDF into the run folder.
    """
    broken = [finding.reason for finding in certificate_findings(run) if not finding.holds]
    if any(FACTS in reason or "release" in reason for reason in broken):
        raise DataError(*broken)
    facts = _facts(run)
    if out is not None:
        return [write_certificate(facts, out)]
    forms = FORMS[1:] if can_write() else FORMS[1:2]
    made = [write_certificate(facts, run / f"certificate{form}") for form in forms]
    summary = _json(run / "summary.json")
    summary["files"] |= {path.name: fingerprint(path) for path in made}
    written = json.dumps(summary, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    _replace(run / "summary.json", written.encode())
    return made


def write_certificate(facts: Mapping[str, Any], path: Path) -> Path:
    """Write a certificate in the form that the name of the file asks for."""
    forms = {".json": _as_json, ".html": lambda found: page(found).encode(), ".pdf": pdf}
    if path.suffix.lower() not in forms:
        raise StudyError(f"{path} ends in none of {', '.join(FORMS)}: choose one of these.")
    return _replace(path, forms[path.suffix.lower()](facts))


def certificate_findings(run: Path, release: Path | None = None) -> list[Finding]:
    """Whether release and certificate are those that were written; nothing for older runs.

    Args:
        run: The run folder.
        release: The file that is looked at as its release; the one in the folder if not given.
    """
    files = _json(run / "summary.json").get("files") if (run / "summary.json").is_file() else None
    if not isinstance(files, Mapping):
        return []
    places = {name: run / name for name in files}
    if release is not None:
        places |= {name: release for name in files if name.startswith("release.")}
    wrong = [name for name in files if fingerprint(places[name]) != files[name]]
    if (run / FACTS).is_file() and FACTS not in wrong:
        named = _released(_json(run / FACTS).get("release", {}))
        wrong += [name for name in named if files.get(name) != named[name]]
    return [Finding("certificate", not wrong, " ".join(map(_changed, dict.fromkeys(wrong))))]


def _changed(name: str) -> str:
    if name.startswith("release"):
        return f"{name} is not the file that the certificate names: it was changed or replaced."
    return f"{name} was changed or removed since the run was written."


def _released(release: Mapping[str, Any]) -> dict[str, Any]:
    """The files of a release and their fingerprints, as a certificate names them."""
    file = {release["file"]: release["sha256"]} if release.get("file") else {}
    return file | dict(release.get("beside") or {})


def _facts(run: Path) -> dict[str, Any]:
    if not (run / FACTS).is_file():
        raise StudyError(
            f"{run} holds no {FACTS}. Expected a run folder as `shoal run --out` writes it; runs of"
            " older versions have no certificate: run the study again."
        )
    return _json(run / FACTS)


def _json(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        raise DataError(f"{path} cannot be read; it was changed since the run.") from None
    return found


def _as_json(facts: Mapping[str, Any]) -> bytes:
    return (json.dumps(facts, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


def _replace(path: Path, content: bytes) -> Path:
    """Write a file as a whole or not at all."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise DataError(f"{path} cannot be written: {error.strerror}.") from None
    return path
