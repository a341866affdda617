import json
from decimal import Decimal

import numpy as np
import polars as pl
import pytest

from shoal.data.types import STRING, IntegerType
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.hierarchies import Hierarchy
from shoal.privacy.k_anonymity import KAnonymity
from shoal.quality.loss import Loss
from shoal.report.distributions import CountedColumn, Distribution
from shoal.report.summary import Run, plain, report, risk, summarize
from shoal.search.exhaustive import Exhaustive
from shoal.search.problem import Problem
from shoal.utility import Known, qualities
from shoal.utility.of_release import compare_release

AGE = Hierarchy.of([["34", "45", "66", "70"], ["<50", "<50", ">=50", ">=50"], ["*"] * 4], "age.csv")
SEX = Hierarchy.of([["m", "f"], ["*", "*"]], "sex.csv")
KEYS = [
    *("format", "shoal_version", "input", "quasi_identifiers", "lattice_size"),
    "limited_levels",
    *("candidates_checked", "levels", "loss", "loss_normalized", "loss_by_column", "optimal"),
    *("gap", "suppressed_records", "fully_generalized_records", "classes", "privacy", "risk"),
    *("utility", "removed_columns", "warnings", "seconds", "cpu_seconds", "peak_memory_mb"),
]


def toy(k=2, limit="0.2"):
    """The toy problem of docs/theory/classes.md."""
    texts = {
        "age": pl.Series(["34", "45", "66", "70", "34", "70", "45"]),
        "sex": pl.Series(list("mfmffmm")),
    }
    encoded = encode(texts, {"age": AGE, "sex": SEX})
    lattice = Lattice((0, 0), (2, 1))
    return Problem(encoded, lattice, (KAnonymity(k=k),), Loss(), Decimal(limit))


def summary_of(problem, **changes):
    outcome = Exhaustive().run(problem, lambda _: None)
    known = {
        "sha256": None,
        "privacy": [],
        "quality": quality_of(problem, outcome),
        "removed_columns": ["id"],
        "warnings": [],
        "seconds": {"total": 1.5},
        "cpu_seconds": {"total": float("nan")},
        "peak_memory_mb": None,
    }
    return summarize(problem, outcome, Run(**{**known, **changes}))


def quality_of(problem, outcome):
    known = {"age": Known(IntegerType(), "integer", AGE), "sex": Known(STRING, "string", SEX)}
    found = compare_release(problem.encoded, outcome.levels, outcome.suppressed, known)
    return qualities(found)


def test_the_summary_has_every_key_of_the_contract():
    assert [key for key in summary_of(toy()) if key != "note"] == KEYS


def test_the_toy_problem_is_summarized_as_in_the_specification():
    summary = summary_of(toy())
    assert summary["levels"] == {"age": 1, "sex": 0}
    assert summary["suppressed_records"] == 1
    assert summary["classes"] == {"count": 3, "min": 2, "mean": 2.0, "max": 2}
    assert summary["loss_by_column"] == pytest.approx({"age": 0.428571, "sex": 0.142857}, abs=1e-6)
    assert summary["utility"]["granularity"] == pytest.approx(0.685714, abs=1e-6)
    assert summary["lattice_size"] == summary["candidates_checked"] == 6


def test_risk_is_that_of_a_prosecutor():
    # docs/theory/risk.md: f = (1, 1, 2, 3, 5), threshold .4
    assert risk(np.array([1, 1, 2, 3, 5]), k=2.5) == {
        "highest": 1.0,
        "average": 5 / 12,
        "lowest": 0.2,
        "uniques": 2,
        "at_risk": 4 / 12,
    }


def test_nothing_is_at_risk_when_nothing_is_released():
    assert set(risk(np.array([], np.int64), k=5).values()) == {0}


def test_risk_is_measured_against_the_promised_k():
    both = summary_of(toy())["risk"]
    assert (both["before"]["at_risk"], both["after"]["at_risk"]) == (1.0, 0.0)


def test_records_at_the_top_of_every_column_are_counted():
    assert summary_of(toy(k=7, limit="0"))["fully_generalized_records"] == 7
    assert summary_of(toy())["fully_generalized_records"] == 0


def test_a_release_without_records_has_no_classes():
    summary = summary_of(toy(k=8, limit="1"))
    assert summary["suppressed_records"] == 7
    assert summary["classes"] == {"count": 0, "min": None, "mean": None, "max": None}
    assert summary["utility"]["granularity"] == pytest.approx(0)


def test_what_is_not_a_number_becomes_null():
    assert summary_of(toy())["cpu_seconds"]["total"] is None
    odd = {"a": [float("inf"), np.float64("nan"), np.int64(3)], "b": Decimal("0.5"), 3: True}
    assert plain(odd) == {"a": [None, None, 3], "b": 0.5, "3": True}
    json.dumps(plain(odd), allow_nan=False)


def test_the_report_holds_distributions_and_class_sizes():
    counted = Distribution.of(pl.Series(["a", "b", "a"]))
    columns = [CountedColumn("age", "quasi-identifier", "string", 2, counted, counted)]
    summary = summary_of(toy())
    sizes = (np.array([1, 1, 6]), np.array([8]))
    made = report(summary, {"seed": 7}, columns, sizes, {"removed_columns": []})
    assert list(made) == [
        "format",
        "summary",
        "study",
        "columns",
        "class_sizes",
        "risk_profile",
        "quality",
        "versions",
        "created",
    ]
    assert made["risk_profile"]["after"][-8]["share"] == 1  # risks of up to 1/8
    assert made["class_sizes"] == {
        "bins": ["1", "2", "3-4", "5-9"],
        "before": [2, 0, 0, 6],
        "after": [0, 0, 0, 8],
    }
    (column,) = made["columns"]
    assert (column["level"], column["max_level"], column["before_distinct"]) == (1, 2, 2)
    assert column["before"] == [["a", 2], ["b", 1]]
