"""Files that later verbs add to a run folder, written down in `added.jsonl`, one line per file.

`shoal verify` refuses a folder with files that nobody wrote down. A line is never changed: each
holds the fingerprint of the line before, and the first that of `summary.json`.
"""

import hashlib
import json
from pathlib import Path

from shoal.data.file_system import hold_lock
from shoal.data.input_identity import fingerprint
from shoal.errors import DataError

ADDED = "added.jsonl"
_RUN = ("summary.json", "study.yaml")


def write_page(path: Path, text: str, verb: str) -> None:
    """Write a text that a verb made, and note it as `write_down` does; or say why it cannot be."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error.strerror}.") from None
    write_down(path, verb)


def write_down(path: Path, verb: str) -> Path:
    """Note a file that a verb wrote in `added.jsonl`, if it is in a run folder; returns the file.

    The run folder is locked meanwhile. A run folder is the nearest parent with summary and study.
    """
    full = path.resolve()
    parents = full.parents
    run = next((each for each in parents if all((each / name).is_file() for name in _RUN)), None)
    if run is not None:
        with hold_lock(run):
            _append(run, full.relative_to(run).as_posix(), verb)
    return path


def _append(run: Path, name: str, verb: str) -> None:
    """Add a line that holds the fingerprint of the line before; the caller holds the lock."""
    lines = (run / ADDED).read_bytes().splitlines() if (run / ADDED).exists() else []
    before = hashlib.sha256(lines[-1]).hexdigest() if lines else fingerprint(run / _RUN[0])
    line = {"file": name, "sha256": fingerprint(run / name), "verb": verb, "before": before}
    with (run / ADDED).open("ab") as file:
        file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
