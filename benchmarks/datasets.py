"""The tables that are measured: Adult, FARS, the built-in example, and Adult grown to any size."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl

from shoal.data.example import write_example
from shoal.hierarchies import build_hierarchy, builders
from shoal.hierarchies.hierarchy import Hierarchy

ADULT_8 = (
    *("sex", "age", "race", "marital-status"),
    *("education", "native-country", "workclass", "salary-class"),
)
ADULT_9 = (*ADULT_8, "occupation")
FARS = (
    *("iage", "irace", "ideathmon", "ideathday"),
    *("isex", "ihispanic", "istatenum", "iinjury"),
)
SURVIVORS = ("hospital_county", "age_group", "sex", "race", "ethnicity")
SHARED = Path(os.environ.get("SHOAL_DATA", Path(__file__).parents[2] / "shared" / "data"))
REDRAWN = 0.15  # share of cells drawn again when a table is grown
CHUNK = 1_000_000  # records made at a time


@dataclass(frozen=True)
class Dataset:
    """A table with the hierarchy of each quasi-identifier, all in memory."""

    name: str
    frame: pl.DataFrame
    hierarchies: Mapping[str, Hierarchy]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self.hierarchies)

    def only(self, columns: tuple[str, ...], name: str) -> "Dataset":
        return Dataset(name, self.frame, {column: self.hierarchies[column] for column in columns})


@cache
def adult(columns: tuple[str, ...] = ADULT_9) -> Dataset:
    return _shared("adult", "adult_arx.csv", columns, f"Adult-{len(columns)}")


@cache
def fars(columns: tuple[str, ...] = FARS) -> Dataset:
    return _shared("fars", "fars.csv.gz", columns, "FARS")


@cache
def survivors() -> Dataset:
    """Elective hospital stays in New York; five hierarchies are files, three are built."""
    folder = SHARED / "discharge"
    frame = pl.read_csv(folder / "sparcs2020_survivors.csv.gz", infer_schema=False)
    files = {name: folder / "hierarchies_derived" / f"{name}.csv" for name in SURVIVORS}
    prefixes = {"builder": "code-prefixes", "lengths": [3]}
    settings = {
        "ccsr_diagnosis_code": prefixes,
        "risk_of_mortality": {"builder": "suppression"},
        "emergency_department": {"builder": "suppression"},
    }
    found = {name: read_hierarchy(path) for name, path in files.items()}
    for name, setting in settings.items():
        found[name] = build_hierarchy(builders.build(setting), frame[name]).with_missing()
    return Dataset("SPARCS", frame, found)


@cache
def example(folder: Path) -> Dataset:
    """The built-in discharge table; its files are written to the folder first."""
    study = write_example(folder)
    files = sorted((study.parent / "hierarchies").glob("*.csv"))
    frame = pl.read_csv(study.parent / "discharge.csv", infer_schema=False)
    by_name = {path.stem: path for path in files}
    names = [name for name in frame.columns if name in by_name]
    return Dataset("Example", frame, {name: read_hierarchy(by_name[name]) for name in names})


def table_file(dataset: str) -> Path:
    return SHARED / dataset / {"adult": "adult_arx.csv", "fars": "fars.csv.gz"}[dataset]


def hierarchy_file(dataset: str, column: str) -> Path:
    return SHARED / dataset / "hierarchies" / f"{dataset}_hierarchy_{column}.csv"


@cache
def read_hierarchy(path: Path) -> Hierarchy:
    rows = pl.read_csv(path, separator=";", has_header=False, infer_schema=False)
    return Hierarchy.of(rows.get_columns(), path.name)


def grown(dataset: Dataset, records: int, seed: int = 1) -> Iterator[pl.DataFrame]:
    """The table resampled to any size, in pieces: rows drawn with replacement, then each cell
    drawn again from its column with a small probability, so that new tuples arise."""
    random = np.random.default_rng(seed)
    for start in range(0, records, CHUNK):
        size = min(CHUNK, records - start)
        rows = random.integers(0, dataset.frame.height, size)
        yield pl.DataFrame(
            [_redrawn(dataset.frame[name], rows, random) for name in dataset.columns]
        )


def write_grown(dataset: Dataset, records: int, path: Path) -> Path:
    """The grown table as a CSV file, without ever being in memory as a whole."""
    with path.open("wb") as file:
        for at, piece in enumerate(grown(dataset, records)):
            piece.write_csv(file, include_header=at == 0)
    return path


def _redrawn(column: pl.Series, rows: np.ndarray, random: np.random.Generator) -> pl.Series:
    again = random.random(rows.size) < REDRAWN
    drawn = np.where(again, random.integers(0, len(column), rows.size), rows)
    return column.gather(drawn)


def _shared(folder: str, file: str, columns: tuple[str, ...], name: str) -> Dataset:
    frame = pl.read_csv(SHARED / folder / file, infer_schema=False)
    found = {column: read_hierarchy(hierarchy_file(folder, column)) for column in columns}
    return Dataset(name, frame, found)
