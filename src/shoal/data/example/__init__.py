"""A synthetic hospital discharge table with its hierarchies and its study: see docs/example.md.

The table follows Table I of Prasser, Eicher, Bild, Spengler & Kuhn: columns, number of records and
the three classes of charge are those of "A Tool for Optimizing De-Identified Health Data for Use in
Statistical Classification" (sections V and VI). The content is invented and frozen: the same bytes
on every platform.
"""

from importlib import resources
from pathlib import Path

import numpy as np
import polars as pl
from numpy.random import PCG64

from shoal.data.example.dice import Ints, random_order
from shoal.data.example.patients import ETHNICITIES, RACES, SEXES, Patients, draw_patients
from shoal.data.example.places import COUNTIES, HOSPITALS, ZIP_CODES
from shoal.data.example.stays import CHARGES, QUARTERS, draw_stays

__all__ = ["discharge", "write_example"]

RECORDS = 39_676
SEED = 39_676


def discharge() -> pl.DataFrame:
    """The synthetic hospital discharge table; every column is text, nothing is missing."""
    dice = PCG64(SEED)
    patients = draw_patients(dice, RECORDS)
    stays = draw_stays(dice, patients)
    return pl.DataFrame(
        {
            "patient_id": _number_texts("P", 100_000 + random_order(dice, RECORDS)),
            "hospital_id": _pick_names([name for name, _, _ in HOSPITALS], stays.hospital),
            "age": _number_texts("", patients.age),
            "sex": _pick_names(SEXES, patients.sex),
            "ethnicity": _pick_names(ETHNICITIES, patients.ethnicity),
            "race": _pick_names(RACES, patients.race),
            "zip": _zips(patients),
            "county": _pick_names([county.name for county in COUNTIES], patients.county),
            "length_of_stay": _number_texts("", stays.days),
            "admission_quarter": _pick_names(QUARTERS, stays.quarter),
            "charge": _pick_names(CHARGES, stays.charge),
        }
    )


def write_example(folder: Path) -> Path:
    """Write the example as a folder in which a study can be run; returns the path of the study.

    The folder gets discharge.csv, hierarchies/*.csv and study.yaml. It is created if it is missing;
    files of these names in it are replaced.
    """
    shipped = resources.files("shoal.data.example")
    hierarchies = folder / "hierarchies"
    hierarchies.mkdir(parents=True, exist_ok=True)
    discharge().write_csv(folder / "discharge.csv")
    for file in shipped.joinpath("hierarchies").iterdir():
        (hierarchies / file.name).write_bytes(file.read_bytes())
    study = folder / "study.yaml"
    study.write_bytes(shipped.joinpath("study.yaml").read_bytes())
    return study


def _pick_names(names: list[str] | tuple[str, ...], positions: Ints) -> pl.Series:
    """The name at each position."""
    return pl.Series(names, dtype=pl.String).gather(positions)


def _number_texts(prefix: str, numbers: Ints) -> pl.Series:
    """Each number as text after a prefix."""
    return prefix + pl.Series(numbers).cast(pl.String)


def _zips(patients: Patients) -> pl.Series:
    """The ZIP code of each patient; `patients.zip_code` is a position within the county."""
    first = np.cumsum([0, *(len(codes) for codes in ZIP_CODES)])
    every = [code for codes in ZIP_CODES for code in codes]
    return _pick_names(every, first[patients.county] + patients.zip_code)
