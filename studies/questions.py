"""Tables with a column to predict, ready to be asked about every candidate (k = 5).

The built-in example has the columns and candidates of Prasser et al. 2017 (CBMS), section VI. The
public table of stays (SPARCS) has neither ZIP codes nor quarters, Adult has nothing of a hospital.
"""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path

from shoal.data.example import write_example
from shoal.data.files import read
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.ways.choice import read_of
from shoal.quality.classification import Classification
from shoal.search.problem import Problem
from shoal.study.study import Study, read_study
from studies.places import Places

SMALLEST = 5
SPARCS = "discharge/sparcs2020_musculoskeletal.csv.gz"
SPARCS_COLUMNS = (
    *("facility_id", "hospital_county", "hospital_service_area", "age_group"),
    *("sex", "ethnicity", "race", "length_of_stay"),
)
ADULT = "adult/adult_arx.csv"
ADULT_COLUMNS = (
    *("sex", "age", "race", "marital-status"),
    *("education", "native-country", "workclass", "occupation"),
)


@dataclass(frozen=True, eq=False)
class Question:
    """A table and what is to be predicted; every column counts the same, any number is suppressed.

    Attributes:
        name: A short name.
        study: The study; its quality model is classification.
        prepared: The table that fits it.
        problem: All candidates.
        target: The column to predict.
    """

    name: str
    study: Study
    prepared: Prepared
    problem: Problem
    target: str

    @cached_property
    def size(self) -> int:
        """How many candidates there are."""
        return self.problem.lattice.size

    @classmethod
    def of(cls, name: str, study: Study, target: str) -> "Question":
        """The question that a study asks, whatever its weights, limit and quality model are."""
        columns = {
            name: column.model_copy(update={"weight": 1}) for name, column in study.columns.items()
        }
        quality = Classification(targets=(target,))
        changed = {"suppression_limit": Decimal(1), "columns": columns, "quality": quality}
        study = study.model_copy(update=changed)
        prepared = prepare(read_of(study, read(source_of(study)), "."))
        return cls(name, study, prepared, problem_of(prepared), target)


def example(places: Places) -> Question:
    """The built-in discharge table."""
    folder = places.work / "example"
    file = folder / "study.yaml"
    study = read_study(file if file.exists() else write_example(folder))
    return Question.of("example", study, "charge")


def sparcs(places: Places) -> Question:
    """Stays in hospitals of New York State, 2020, diseases of bones and muscles."""
    folder = places.data / "discharge" / "hierarchies_derived"
    files = {name: folder / f"{name}.csv" for name in SPARCS_COLUMNS}
    return _of_files("sparcs", places.table(SPARCS), files, "charge_class")


def adult(places: Places) -> Question:
    """The census table, and who earns more than 50,000 dollars."""
    folder = places.data / "adult" / "hierarchies"
    files = {name: folder / f"adult_hierarchy_{name}.csv" for name in ADULT_COLUMNS}
    return _of_files("adult", places.table(ADULT), files, "salary-class")


TABLES = {"example": example, "sparcs": sparcs, "adult": adult}


def _of_files(name: str, table: Path, hierarchies: dict[str, Path], target: str) -> Question:
    columns: dict[str, object] = {
        column: {"role": "quasi-identifier", "hierarchy": str(file)}
        for column, file in hierarchies.items()
    }
    keys = {
        "data": str(table),
        "columns": columns | {target: {"role": "insensitive", "target": True}},
        "privacy": [{"model": "k-anonymity", "k": SMALLEST}],
    }
    return Question.of(name, Study.of(keys, table.parent), target)
