"""Tables with so many columns that nobody looks at all of their level vectors: Adult, SPARCS."""

from functools import cache

import polars as pl

from benchmarks.datasets import SHARED, Dataset
from shoal.hierarchies import build_hierarchy, builders
from shoal.hierarchies.hierarchy import Hierarchy

ADULT_14 = (
    *("age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation"),
    *("relationship", "race", "sex", "capital-gain", "capital-loss", "hours-per-week"),
    "native-country",
)
SPARCS_16 = (
    *("facility_id", "hospital_county", "hospital_service_area", "age_group", "sex", "race"),
    *("ethnicity", "length_of_stay", "patient_disposition", "ccsr_diagnosis_code", "apr_drg_code"),
    *("medical_surgical", "severity_of_illness", "risk_of_mortality", "payment_typology"),
    "charge_class",
)
BUILT = {
    "fnlwgt": {"builder": "intervals", "width": 20_000, "levels": 5},
    "education-num": {"builder": "intervals", "width": 2, "levels": 3},
    "capital-gain": {"builder": "intervals", "width": 1_000, "levels": 6},
    "capital-loss": {"builder": "intervals", "width": 100, "levels": 5},
    "hours-per-week": {"builder": "intervals", "width": 5, "levels": 4},
    "age": {"builder": "intervals", "width": 5, "levels": 4},
    "ccsr_diagnosis_code": {"builder": "code-prefixes", "lengths": [3]},
    "apr_drg_code": {"builder": "masking"},
}


@cache
def adult_14() -> Dataset:
    """All quasi-identifiers of the original Adult, missing values included."""
    return _dataset("Adult-14", "adult/adult_uci_train.csv.gz", ADULT_14, "adult/hierarchies_full")


@cache
def sparcs_16() -> Dataset:
    """Inpatient discharges for diseases of bones and joints, New York 2020."""
    file = "discharge/sparcs2020_musculoskeletal.csv.gz"
    return _dataset("SPARCS-16", file, SPARCS_16, "discharge/hierarchies_derived")


def _dataset(name: str, file: str, columns: tuple[str, ...], folder: str) -> Dataset:
    frame = pl.read_csv(SHARED / file, infer_schema=False)
    found = {column: _hierarchy(frame[column], folder) for column in columns}
    return Dataset(name, frame.select(columns), found)


def _hierarchy(values: pl.Series, folder: str) -> Hierarchy:
    """The built one, or the file; values that it does not know become the top at once."""
    name = values.name
    if name in BUILT:
        return build_hierarchy(builders.build(BUILT[name]), values).with_missing()
    found = list((SHARED / folder).glob(f"*{name}.csv"))
    if not found or name in {"sex", "race"}:
        return build_hierarchy(builders.build({"builder": "suppression"}), values).with_missing()
    rows = pl.read_csv(found[0], separator=";", has_header=False, infer_schema=False)
    unknown = values.unique().filter(~values.unique().is_in(rows.to_series().implode()))
    top = rows.row(0)[-1]
    more = [[value, *[top] * (rows.width - 1)] for value in unknown.drop_nulls().to_list()]
    every = pl.concat([rows, pl.DataFrame(more, rows.schema, orient="row")]) if more else rows
    return Hierarchy.of(every.get_columns(), name).with_missing()
