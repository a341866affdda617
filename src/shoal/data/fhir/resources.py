"""The resources in Bundles and NDJSON files."""

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from shoal.data.text_file import open_text
from shoal.errors import DataError

Resource = dict[str, Any]
_NAMES = ("*.json", "*.ndjson", "*.jsonl", "*.json.gz", "*.ndjson.gz")


def resources(path: Path) -> list[Resource]:
    """All resources in a file, or in the files of a folder by name."""
    if not path.is_dir():
        return _of_file(path, path.stat().st_mtime_ns if path.exists() else 0)
    files = sorted(file for name in _NAMES for file in path.glob(name))
    if not files:
        raise DataError(f"The folder {path.name} has no FHIR files ({', '.join(_NAMES)}).")
    return [one for file in files for one in resources(file)]


@lru_cache(maxsize=1)
def _of_file(path: Path, changed: int) -> list[Resource]:
    """Kept, because a file is asked twice: for its kinds, and for one of them; until it changes."""
    with open_text(path, "utf-8") as text:
        content = text.read()
    try:
        return list(_flat(_parsed(content)))
    except (ValueError, AttributeError, TypeError, RecursionError):
        # The parser's own message is left out: it may quote what it found.
        raise DataError(f"{path.name} is neither a FHIR Bundle nor FHIR in NDJSON.") from None


def _parsed(content: str) -> Iterator[Any]:
    try:
        yield json.loads(content)
    except ValueError:
        yield from (json.loads(line) for line in content.splitlines() if line.strip())


def _flat(found: Iterator[Any]) -> Iterator[Resource]:
    """Bundles give their entries; a Bundle may hold Bundles."""
    for one in found:
        if not isinstance(one.get("resourceType"), str):
            raise TypeError
        if one["resourceType"] == "Bundle":
            entries = (entry.get("resource") for entry in one.get("entry") or ())
            yield from _flat(entry for entry in entries if entry is not None)
        else:
            yield one
