"""Paper 004's six tables, or what is public in their place, each with an ordered column to protect.

Bild, Eicher & Prasser 2020, doi:10.3233/SHTI200149. ADULT and FARS are theirs. ATUS, IHIS, CUP and
SPD are not public; stand-ins are named, with as many different values of the ordered column.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from studies.places import Places
from studies.questions import SPARCS

LIMIT = 0.05  # of the records may be suppressed
SUPPRESSION: Mapping[str, Any] = {"builder": "suppression"}


@dataclass(frozen=True)
class Paper:
    """What the paper tells of a table: records, and different values of the ordered column."""

    records: int | None
    values: int


PAPER = {
    "ADULT": Paper(30_162, 7),
    "FARS": Paper(100_937, 20),
    "CUP": Paper(63_441, 81),
    "ATUS": Paper(539_253, 7),
    "IHIS": Paper(1_193_504, 10),
    "SPD": Paper(None, 101),
}


@dataclass(frozen=True, eq=False)
class Protected:
    """A table and its ordered column.

    Attributes:
        name: The table of the paper.
        words: What it is here.
        frame: The records.
        columns: The hierarchy of each quasi-identifier.
        ordered: The column that must be spread in every class nearly as in the table.
        type: The type of that column: how its values are ordered.
    """

    name: str
    words: str
    frame: pl.DataFrame
    columns: Mapping[str, Any]
    ordered: str
    type: str

    @cached_property
    def records(self) -> pl.DataFrame:
        """The records with the columns that take part."""
        return self.frame.select(*self.columns, self.ordered)

    @cached_property
    def order(self) -> list[str]:
        """The different values of the ordered column, in order."""
        values = self.frame[self.ordered].unique().to_list()
        return sorted(values, key=int if self.type == "integer" else str)

    def keys(self, t: float) -> dict[str, Any]:
        """The study."""
        columns: dict[str, Any] = {
            name: {"role": "quasi-identifier", "hierarchy": hierarchy}
            for name, hierarchy in self.columns.items()
        }
        promise = {"model": "t-closeness", "column": self.ordered, "t": t, "distance": "ordered"}
        return {
            "columns": columns | {self.ordered: {"role": "sensitive", "type": self.type}},
            "privacy": [promise],
            "suppression_limit": LIMIT,
        }


def adult(places: Places) -> Protected:
    """The census table; of its columns with seven values, as in ATUS the marital status."""
    names = (
        *("sex", "age", "race", "education"),
        *("native-country", "workclass", "occupation", "salary-class"),
    )
    return Protected(
        "ADULT",
        "Adult, marital status",
        _read(places, "adult/adult_arx.csv"),
        _files(places, "adult/hierarchies/adult_hierarchy_", names),
        "marital-status",
        "string",
    )


def fars(places: Places) -> Protected:
    """People in fatal traffic accidents; race is the column with twenty values."""
    names = ("iage", "isex", "ihispanic", "istatenum", "iinjury", "ideathmon")
    return Protected(
        "FARS",
        "FARS, race",
        _read(places, "fars/fars.csv.gz"),
        _files(places, "fars/hierarchies/fars_hierarchy_", names),
        "irace",
        "string",
    )


def cup(places: Places) -> Protected:
    """Stays of people with diabetes, instead of people who gave money."""
    names = ("race", "gender", "admission_type_id", "discharge_disposition_id", "payer_code")
    groups = {"builder": "ordered-groups", "groups": [2, 5]}
    return Protected(
        "CUP",
        "Diabetes-130, number of medications",
        _read(places, "discharge/diabetes130_us_hospitals.csv.gz"),
        {**dict.fromkeys((*names, "medical_specialty"), SUPPRESSION), "age": groups},
        "num_medications",
        "integer",
    )


def atus(places: Places) -> Protected:
    """Stays in hospitals of New York State; a week and more is one value."""
    names = ("hospital_county", "age_group", "sex", "race", "ethnicity")
    files = _files(places, "discharge/hierarchies_derived/", names)
    return Protected(
        "ATUS",
        "SPARCS 2020, length of stay up to 7",
        _cut(_read(places, "discharge/sparcs2020_survivors.csv.gz"), "length_of_stay", 7),
        {**files, "risk_of_mortality": SUPPRESSION, "emergency_department": SUPPRESSION},
        "length_of_stay",
        "integer",
    )


def ihis(places: Places) -> Protected:
    """The same survey, one year of it; eleven and more is one value."""
    plain = ("female", "nonwhite", "employed", "health_insurance", "health_status")
    ages = {"builder": "intervals", "width": 5, "levels": 3, "type": "integer"}
    years = {"builder": "intervals", "width": 4, "levels": 2, "type": "integer"}
    return Protected(
        "IHIS",
        "NHIS 2009, family size up to 11",
        _cut(_read(places, "ihis/nhis2009_mastering_metrics.csv"), "family_size", 11),
        {**dict.fromkeys(plain, SUPPRESSION), "age": ages, "years_education": years},
        "family_size",
        "integer",
    )


def spd(places: Places) -> Protected:
    """Stays for diseases of bones and muscles, whose length has 98 values."""
    names = ("hospital_county", "age_group", "sex", "race", "ethnicity")
    files = _files(places, "discharge/hierarchies_derived/", names)
    return Protected(
        "SPD",
        "SPARCS 2020 (bones and muscles), length of stay",
        _read(places, SPARCS),
        {**files, "payment_typology": SUPPRESSION, "severity_of_illness": SUPPRESSION},
        "length_of_stay",
        "integer",
    )


TABLES = (adult, fars, cup, atus, ihis, spd)


def _read(places: Places, name: str) -> pl.DataFrame:
    return pl.read_csv(places.table(name), infer_schema=False)


def _files(places: Places, start: str, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: str(places.data / f"{start}{name}.csv") for name in names}


def _cut(frame: pl.DataFrame, name: str, most: int) -> pl.DataFrame:
    """Numbers above the largest are the largest."""
    whole = pl.col(name).cast(pl.Float64).cast(pl.Int64)
    return frame.with_columns(pl.min_horizontal(whole, pl.lit(most)).cast(pl.String))
