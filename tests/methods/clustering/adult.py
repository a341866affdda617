"""Adult as paper 002 clusters it: 30,162 records, six columns of numbers, seven of categories."""

from functools import cache

import polars as pl

from shoal.data.table import Table
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study

NUMBERS = ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")
CATEGORIES = (
    *("workclass", "native-country", "sex", "race"),
    *("marital-status", "relationship", "occupation"),
)


def study(folder, heavy=None, **method):
    """A study of all thirteen columns; hierarchies are those of the paper's author.

    A heavy column weighs .88, and every other .01.
    """
    trees = folder / "graph" / "gen_hierarchies_csv"
    numbers = {name: {"role": "quasi-identifier", "type": "integer"} for name in NUMBERS}
    categories = {
        name: {"role": "quasi-identifier", "hierarchy": str(trees / f"{name}.csv")}
        for name in CATEGORIES
    }
    columns = numbers | categories
    if heavy:
        columns = {
            name: {**one, "weight": 0.88 if name == heavy else 0.01}
            for name, one in columns.items()
        }
    columns["income"] = {"role": "insensitive"}
    return {"columns": columns, "method": {"name": "sangreea", **method}}


@cache
def table(folder):
    """The records without missing values."""
    frame = pl.read_csv(folder / "adult" / "adult_uci_train.csv.gz", infer_schema=False)
    frame = frame.select(pl.all().str.strip_chars())
    return frame.filter(~pl.any_horizontal(pl.all() == "?"))


def encoded(folder, heavy=None):
    """The table as the engine knows it."""
    asked = Study.of(study(folder, heavy, k=7))
    return problem_of(prepare(read_of(asked, Table.of(table(folder))))).encoded
