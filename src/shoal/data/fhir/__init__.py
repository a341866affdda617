"""FHIR R4 (https://hl7.org/fhir/R4/): patients, encounters and conditions as tables of texts.

A file is a Bundle or NDJSON (one resource a line), compressed or not; a folder holds such files.
Names, telecom, streets and identifiers other than the resource's own are not read at all.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data.fhir.condition import CONDITION
from shoal.data.fhir.encounter import ENCOUNTER
from shoal.data.fhir.patient import PATIENT
from shoal.data.text_file import open_text
from shoal.errors import DataError, StudyError

TABLES = {"Patient": PATIENT, "Encounter": ENCOUNTER, "Condition": CONDITION}
Resource = dict[str, Any]
_NAMES = ("*.json", "*.ndjson", "*.jsonl", "*.json.gz", "*.ndjson.gz")


def read_fhir(path: Path, resource: str) -> pl.DataFrame:
    """One record for each resource of a kind, in the order of the files; all cells are texts."""
    known = [each for each in _resources(path) if each.get("resourceType") == resource]
    if not known:
        raise DataError(f"{path.name} has no {resource}. Set `resource` to what it holds.")
    columns = TABLES[resource].items()
    return pl.DataFrame(
        [pl.Series(name, [read(each) for each in known], pl.String) for name, read in columns]
    )


def resource_of(path: Path, resource: str | None) -> str:
    """The kind of resource to read: the one asked for, patients, or the only kind there is."""
    if resource is not None:
        return resource
    kinds = {str(each.get("resourceType")) for each in _resources(path)} & set(TABLES)
    if "Patient" in kinds or len(kinds) == 1:
        return "Patient" if "Patient" in kinds else kinds.pop()
    if kinds:
        raise StudyError(f"{path.name}: set `resource` to one of {', '.join(sorted(kinds))}.")
    raise DataError(f"{path.name} has no FHIR resource of a known kind ({', '.join(TABLES)}).")


def _resources(path: Path) -> list[Resource]:
    """All resources in a file, or in the files of a folder by name."""
    if not path.is_dir():
        return _read_file(path, path.stat().st_mtime_ns if path.exists() else 0)
    files = sorted(file for name in _NAMES for file in path.glob(name))
    if not files:
        raise DataError(f"The folder {path.name} has no FHIR files ({', '.join(_NAMES)}).")
    return [resource for file in files for resource in _resources(file)]


@lru_cache(maxsize=1)
def _read_file(path: Path, changed: int) -> list[Resource]:
    """The resources in a file, which is read twice: for its kinds and for its records.

    `changed`, the time of its last change, keeps the cache from giving old content.
    """
    with open_text(path, "utf-8") as text:
        content = text.read()
    try:
        return list(_flatten(_parse(content)))
    except (ValueError, AttributeError, TypeError, RecursionError):
        # The parser's own message is left out: it may quote values.
        raise DataError(f"{path.name} is neither a FHIR Bundle nor FHIR in NDJSON.") from None


def _parse(content: str) -> Iterator[Any]:
    """The JSON of a file: one document, or else one per line."""
    try:
        yield json.loads(content)
    except ValueError:
        yield from (json.loads(line) for line in content.splitlines() if line.strip())


def _flatten(resources: Iterator[Any]) -> Iterator[Resource]:
    """The resources, with those in a Bundle instead of it; a Bundle may hold Bundles."""
    for resource in resources:
        if not isinstance(resource.get("resourceType"), str):
            raise TypeError
        if resource["resourceType"] == "Bundle":
            entries = (entry.get("resource") for entry in resource.get("entry") or ())
            yield from _flatten(entry for entry in entries if entry is not None)
        else:
            yield resource
