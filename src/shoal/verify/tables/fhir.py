"""The verifier's own reading of FHIR: where in a resource each column stands.

Several paths are tried in order. A path ending in `!10` or `!19` keeps that many characters (the
day or the second, as the clock on the spot showed it), one ending in `!id` keeps what stands last.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import zstandard

from shoal.errors import DataError

_WORDS = ("{0}.text", "{0}.coding.0.display", "{0}.coding.0.code")
_US_CORE = "extension.=http://hl7.org/fhir/us/core/StructureDefinition/us-core-"
_EXTENSION = ".extension.=text.valueString", ".extension.=ombCategory.valueCoding.display"


def _words(path: str) -> tuple[str, ...]:
    """The paths to the words of a coded value, the best first."""
    return tuple(form.format(path) for form in _WORDS)


COLUMNS: dict[str, dict[str, tuple[str, ...]]] = {
    "Patient": {
        "patient_id": ("id",),
        "gender": ("gender",),
        "birth_date": ("birthDate",),
        "death_date": ("deceasedDateTime!10",),
        "marital_status": _words("maritalStatus"),
        "race": tuple(f"{_US_CORE}race{end}" for end in _EXTENSION),
        "ethnicity": tuple(f"{_US_CORE}ethnicity{end}" for end in _EXTENSION),
        "language": _words("communication.0.language"),
        "city": ("address.0.city",),
        "state": ("address.0.state",),
        "postal_code": ("address.0.postalCode",),
        "country": ("address.0.country",),
    },
    "Encounter": {
        "encounter_id": ("id",),
        "patient_id": ("subject.reference!id",),
        "class": ("class.code",),
        "type": _words("type.0"),
        "start": ("period.start!19",),
        "end": ("period.end!19",),
        "reason": _words("reasonCode.0"),
    },
    "Condition": {
        "condition_id": ("id",),
        "patient_id": ("subject.reference!id",),
        "encounter_id": ("encounter.reference!id",),
        "code": ("code.coding.0.code",),
        "code_system": ("code.coding.0.system",),
        "condition": _words("code"),
        "clinical_status": ("clinicalStatus.coding.0.code",),
        "onset": ("onsetDateTime!19",),
        "abatement": ("abatementDateTime!19",),
        "recorded": ("recordedDate!19",),
    },
}


def read_fhir(path: Path, resource: str) -> pl.DataFrame:
    """The table of all resources of a kind in a file, or in a folder of files; cells are texts."""
    endings = (".json", ".ndjson", ".jsonl", ".json.gz", ".ndjson.gz")
    inside = sorted(path.iterdir()) if path.is_dir() else []
    files = [file for file in inside if file.name.endswith(endings)] or [path]
    try:
        items = [item for file in files for tree in _trees(file) for item in _resources(tree)]
    except (ValueError, AttributeError, TypeError):
        raise DataError(f"{path.name} cannot be read as FHIR.") from None
    chosen = [item for item in items if item.get("resourceType") == resource]
    columns = COLUMNS[resource]
    rows = {name: [_first(item, paths) for item in chosen] for name, paths in columns.items()}
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String))


def _trees(file: Path) -> list[Any]:
    """The trees of JSON in a file: one, or one per line."""
    raw = file.read_bytes()
    if raw.startswith(b"\x1f\x8b"):
        raw = gzip.decompress(raw)
    if raw.startswith(b"\x28\xb5\x2f\xfd"):
        raw = zstandard.ZstdDecompressor().stream_reader(raw).read()
    text = raw.decode("utf-8-sig")
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.split("\n") if line.strip()]


def _resources(tree: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401  (a tree of JSON)
    """The resources in a tree: those of a bundle, or the tree itself."""
    if tree.get("resourceType") != "Bundle":
        yield tree
        return
    for entry in tree.get("entry") or []:
        if entry.get("resource") is not None:
            yield from _resources(entry["resource"])


def _first(resource: dict[str, Any], paths: tuple[str, ...]) -> str | None:
    """The first text that one of the paths leads to; None without one."""
    texts = (_text_at(resource, path) for path in paths)
    return next((text for text in texts if text), None)


def _text_at(node: Any, path: str) -> str | None:  # noqa: ANN401  (a tree of JSON)
    """The text to which a path leads, cut as the path says; None if there is none."""
    path, _, cut = path.partition("!")
    url = path.find("=http")
    steps = path.split(".") if url < 0 else _steps_with_url(path)
    for step in steps:
        node = _step(node, step)
    if node is None or isinstance(node, dict | list):
        return None
    text = str(node).lower() if isinstance(node, bool) else str(node)
    if cut == "id":
        return text.replace(":", "/").split("/")[-1]
    return text[: int(cut)] if cut else text


def _steps_with_url(path: str) -> list[str]:
    """The steps of a path with a URL, which is one step in spite of its points."""
    before, url = path.split(".=http", 1)
    name, *after = ("http" + url).split(".extension.", 1)
    return [*before.split("."), "=" + name, *(["extension", *after[0].split(".")] if after else [])]


def _step(node: Any, step: str) -> Any:  # noqa: ANN401  (a tree of JSON)
    """The node one step further, by name, by place in a list or by URL; None if there is none."""
    if step.startswith("=") and isinstance(node, list):
        return next((extension for extension in node if extension.get("url") == step[1:]), None)
    if step.isdigit() and isinstance(node, list):
        return node[int(step)] if int(step) < len(node) else None
    return node.get(step) if isinstance(node, dict) else None
