"""The research subset and the population of an ARX project."""

from pathlib import Path

import polars as pl

from shoal.data.arx.archive import Archive
from shoal.data.arx.java_stream import JavaObject
from shoal.data.arx.project import SUBSET, ArxProject
from shoal.data.files import read
from shoal.data.files.csv_writer import write_csv
from shoal.data.regions import REGIONS
from shoal.data.source import Source
from shoal.errors import DataError
from shoal.study.keys.plain import DataKeys, PopulationKeys

CHOSEN = "subset.csv"
NAMES = {"EUROPEAN_UNION": "EU", "UK": "UK", "USA": "USA", "BRASIL": "Brazil"}
NEED_SUBSET = ("inclusion", ")-map", "-presence", "(journalist)")


def is_subset_lost(project: ArxProject) -> bool:
    """Whether a promise is about a subset, and the project does not tell who is in it."""
    needed = any(one.lower().endswith(NEED_SUBSET) for one in project.promises)
    return needed and _rows(project) is None and SUBSET not in project.entries


def write_subset(
    project: ArxProject, frame: pl.DataFrame, archive: Archive, out: Path, data: DataKeys
) -> DataKeys | None:
    """Write the records of the subset, and say how to read them; None if all are in it.

    `data` says how the whole table is read.
    """
    if SUBSET in archive:
        with (out / CHOSEN).open("wb") as target:
            archive.copy(SUBSET, target)
        keys: DataKeys = {**data, "path": CHOSEN}
        if read(Source.of(keys, out)).records < frame.height:
            return keys
        (out / CHOSEN).unlink()
        return None
    chosen = _chosen_lines(project, frame.height)
    if chosen is None:
        return None
    write_csv(frame.filter(chosen), out / CHOSEN)
    return {"path": CHOSEN, "format": "csv", "separator": ","}


def _chosen_lines(project: ArxProject, records: int) -> pl.Series | None:
    """One flag per record, from the bits of the Java object; None if all are in the subset."""
    rows = _rows(project)
    if rows is None:
        return None
    words = [word & (1 << 64) - 1 for word in rows.fields["array"]]
    if rows.fields.get("length") != records or len(words) * 64 < records:
        raise DataError("The research subset of the ARX project is of another table than its own.")
    flags = pl.Series([bool(words[at >> 6] >> (at & 63) & 1) for at in range(records)])
    return None if flags.all() else flags


def _rows(project: ArxProject) -> JavaObject | None:
    """The Java object that holds the subset; None if there is none, or nobody is in it."""
    config = project.find("ModelConfiguration")
    rows = config.fields.get("researchSubset") if config else None
    words = rows.fields.get("array") if isinstance(rows, JavaObject) else None
    return rows if isinstance(words, list) and any(words) else None


def population_of(project: ArxProject) -> PopulationKeys | None:
    """The population of the estimators; None if the project does not tell it."""
    known = project.find("ARXPopulationModel")
    if known is None:
        return None
    region = known.fields.get("region")
    if isinstance(region, str) and region != "NONE":
        name = NAMES.get(region, region.replace("_", " ").title())
        return {"region": name} if name in REGIONS else None
    size, fraction = known.fields.get("populationSize"), known.fields.get("sampleFraction")
    if isinstance(size, int | float) and size >= 1:
        return {"size": int(size)}
    return {"fraction": fraction} if isinstance(fraction, float) and 0 < fraction <= 1 else None
