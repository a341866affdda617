"""FHIR R4 (https://hl7.org/fhir/R4/): patients, encounters and conditions as tables of texts.

A file is a Bundle or NDJSON (one resource a line), compressed or not; a folder holds such files.
Names, telecom, streets and identifiers other than the resource's own are not read at all.
"""

from pathlib import Path

import polars as pl

from shoal.data.fhir.condition import CONDITION
from shoal.data.fhir.encounter import ENCOUNTER
from shoal.data.fhir.patient import PATIENT
from shoal.data.fhir.resources import resources
from shoal.errors import DataError, StudyError

TABLES = {"Patient": PATIENT, "Encounter": ENCOUNTER, "Condition": CONDITION}


def read_fhir(path: Path, resource: str) -> pl.DataFrame:
    """One record for each resource of a kind, in the order of the files."""
    found = [one for one in resources(path) if one.get("resourceType") == resource]
    if not found:
        raise DataError(f"{path.name} has no {resource}. Set `resource` to what it holds.")
    columns = TABLES[resource].items()
    return pl.DataFrame(
        [pl.Series(name, [read(one) for one in found], pl.String) for name, read in columns]
    )


def resource_of(path: Path, resource: str | None) -> str:
    """The kind of resource that is meant: patients, or the only kind there is."""
    if resource is not None:
        return resource
    kinds = {str(one.get("resourceType")) for one in resources(path)} & set(TABLES)
    if "Patient" in kinds or len(kinds) == 1:
        return "Patient" if "Patient" in kinds else kinds.pop()
    if kinds:
        raise StudyError(f"{path.name}: set `resource` to one of {', '.join(sorted(kinds))}.")
    raise DataError(f"{path.name} has no FHIR resource of a known kind ({', '.join(TABLES)}).")
