"""The sections of `shoal risk` beyond the sizes of classes; each is a plain dict."""

from dataclasses import asdict
from typing import cast

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.data.profile import FREQUENT
from shoal.data.table import exact_column
from shoal.engine.arrays import Counts, Floats
from shoal.engine.classes import EquivalenceClasses
from shoal.engine.size_histogram import SizeHistogram
from shoal.errors import DataError, StudyError, did_you_mean
from shoal.privacy.uniqueness.estimate import UniquenessEstimator, estimate
from shoal.report.types.measured_risk import (
    AttackerRisk,
    Attackers,
    ColumnSet,
    ExpectedRisk,
    IdentifyingColumns,
    IndividualRisk,
    RiskyValue,
    SafeHarborColumn,
    SinglingValues,
    SpecialUniques,
    Spread,
    UniqueAtFraction,
    UniquePeople,
)
from shoal.report.types.sections import Risk
from shoal.risk.attackers import Attacker, attackers
from shoal.risk.column_subsets import ColumnSubsets, column_subsets
from shoal.risk.frequencies import frequencies
from shoal.risk.individual import expected_reidentifications, household_risk, individual_risk
from shoal.risk.safe_harbor import safe_harbor
from shoal.risk.suda import SAMPLING_FRACTION, special_uniques
from shoal.service.risk.classes import SUPPRESSED
from shoal.service.risk.columns import Columns

# The sampling fractions for which unique people are estimated.
FRACTIONS = (0.0001, 0.001, 0.01, *(tenths / 10 for tenths in range(1, 10)))
MOST_SETS = 100  # sets of columns that a report lists
LARGEST_SET = 12  # columns up to which all sets are looked at; beyond, sets of up to three
MOST_VALUES = 20  # values that a report lists


def attackers_section(classes: EquivalenceClasses, threshold: float) -> Attackers:
    """Prosecutor, journalist and marketer; the last two need a population to differ."""
    prosecutor, journalist, marketer = attackers(classes.sizes, threshold, classes.population)
    return {
        "threshold": threshold,
        "population": "given" if classes.population is not None else "the table itself",
        "prosecutor": _without_name(prosecutor),
        "journalist": _without_name(journalist),
        "marketer": _without_name(marketer),
    }


def uniqueness_section(sizes: Counts, population: int | None) -> UniquePeople:
    """Unique records, and how many people of the population are estimated to be unique."""
    classes = SizeHistogram.of(sizes)
    records = max(1, classes.records)
    facts: UniquePeople = {
        "sample": classes.classes_of_size(1),
        "sample_share": classes.classes_of_size(1) / records,
        "population": population,
        "by_fraction": uniqueness_curves(classes),
    }
    if population is None:
        return {**facts, "reason": "the size of the population was not given"}
    return {**facts, "estimated_uniques": estimate_uniques(classes, population)}


def uniqueness_curves(classes: SizeHistogram) -> list[UniqueAtFraction]:
    """The share of the population that is unique, if the table were such a part of it."""
    curves: list[UniqueAtFraction] = []
    for fraction in FRACTIONS if classes.records else ():
        population = round(classes.records / fraction)
        uniques = estimate_uniques(classes, population)
        shares = {
            name: None if count is None else min(1.0, count / population)
            for name, count in uniques.items()
        }
        curves.append({"fraction": fraction, "population": population, "unique_share": shares})
    return curves


def estimate_uniques(classes: SizeHistogram, population: int) -> dict[str, float | None]:
    """The estimated number of unique people by estimator; None where one has no solution."""
    return {
        str(name): estimate(classes, population, str(name), fall_back=True).uniques
        for name in UniquenessEstimator
    }


def wildcard_section(columns: Columns, threshold: float) -> Risk | None:
    """The risk if missing and suppressed cells match anything; None without any.

    Theory: docs/theory/risk.md.
    """
    keys = _keys(columns).with_columns(
        pl.when(pl.all() == SUPPRESSED).then(None).otherwise(pl.all()).name.keep()
    )
    if not sum(keys.null_count().row(0)) or not keys.height:
        return None
    sizes = frequencies(keys).sample
    return {
        "highest": float(1 / sizes.min()),
        "average": float((1 / sizes).mean()),
        "lowest": float(1 / sizes.max()),
        "uniques": int(np.count_nonzero(sizes == 1)),
        "at_risk": float((1 / sizes > threshold).mean()),
    }


def columns_section(columns: Columns) -> IdentifyingColumns:
    """Which columns tell people apart, alone, together, and by which of their values."""
    keys = _keys(columns)
    largest = None if len(columns.keys) <= LARGEST_SET else 3
    codes = keys.select(pl.all().rank("dense", descending=False).fill_null(0)).cast(pl.Int32)
    tuples = codes.group_by(by_name(codes.columns)).len("\0n")
    counts = tuples["\0n"].to_numpy().astype(np.int64)
    subsets = column_subsets(columns.keys, tuples.drop("\0n").to_numpy(), counts, largest)
    complete = largest is None
    return {
        "sets": _list_sets(subsets),
        "largest_set": largest or len(columns.keys),
        "contributions": subsets.contributions() if complete else None,
        "singling_values": _count_singling_values(keys),
        "risky_values": _risky_values(keys),
        "other_columns": _other_columns(columns, keys),
    }


def special_section(columns: Columns, fraction: float | None) -> SpecialUniques:
    """Records that few columns single out.

    `fraction` is the share of the population that is in the table; None assumes a usual one.
    """
    uniques = special_uniques(_keys(columns), SAMPLING_FRACTION if fraction is None else fraction)
    special = uniques.scores > 0
    return {
        "records": int(np.count_nonzero(special)),
        "highest_score": float(uniques.scores.max(initial=0)),
        "dis": _spread(uniques.dis[special]),
        "contributions": uniques.contributions,
    }


def individual_section(columns: Columns, weights: str, household: str | None) -> IndividualRisk:
    """The risk of records of a sample, by their sampling weights.

    Args:
        columns: The table and the roles of its columns.
        weights: The column that tells how many people each record stands for.
        household: The column that tells the household of each record; None without.
    """
    _refuse_absent(columns, [weights, *([household] if household else [])])
    cells = exact_column(columns.table.frame, weights).cast(pl.Float64, strict=False)
    if cells.null_count() or (cells < 1).any():
        raise DataError(
            f"The column {weights!r} has cells that are no sampling weights. Expected numbers of at"
            " least 1: how many people each record stands for."
        )
    counts = frequencies(_keys(columns), cells)
    risks = individual_risk(counts.sample, counts.population)
    section = cast(IndividualRisk, {"weights": weights, **_risks(risks)})
    if household is not None:
        groups = columns.table.texts(household).rank("dense").fill_null(0).to_numpy()
        section["household"] = _risks(household_risk(risks, groups.astype(np.int64)))
    return section


def safe_harbor_section(columns: Columns) -> list[SafeHarborColumn]:
    """The columns that hold one of the eighteen kinds of the law."""
    frame = pl.DataFrame([columns.table.texts(name) for name in columns.table.names])
    return [
        {
            "column": finding.column,
            "number": finding.kind.number,
            "kind": finding.kind.name,
            "by": finding.by,
            "share": finding.share,
            "form": finding.form,
            "singling_out": finding.kind.singles_out,
            "linkability": finding.kind.links,
        }
        for finding in safe_harbor(frame)
    ]


def _keys(columns: Columns) -> pl.DataFrame:
    """The quasi-identifiers as a frame of texts."""
    return pl.DataFrame([values.alias(name) for name, values in columns.texts().items()])


def _without_name(attacker: Attacker) -> AttackerRisk:
    """The figures of an attacker, as far as there are any."""
    figures = {key: value for key, value in asdict(attacker).items() if key != "name"}
    return cast(AttackerRisk, {key: value for key, value in figures.items() if value is not None})


def _list_sets(subsets: ColumnSubsets) -> list[ColumnSet]:
    """Small sets first, and among equally small ones those that tell most people apart."""
    sizes = np.bitwise_count(subsets.masks)
    order = np.lexsort((-subsets.separation, -subsets.distinction, sizes))[:MOST_SETS]
    return [
        {
            "columns": list(subsets.names(int(subsets.masks[at]))),
            "distinction": float(subsets.distinction[at]),
            "separation": float(subsets.separation[at]),
        }
        for at in order
    ]


def _count_singling_values(keys: pl.DataFrame) -> dict[str, SinglingValues]:
    """For each column how many of its values only one record has; never which."""
    by_column: dict[str, SinglingValues] = {}
    for name in keys.columns:
        counts = keys[name].drop_nulls().value_counts()["count"]
        alone = int((counts == 1).sum())
        by_column[name] = {"values": len(counts), "of_one_record": alone}
    return by_column


def _risky_values(keys: pl.DataFrame) -> list[RiskyValue]:
    """The values whose records are easiest to find; none that only a few records have."""
    risk = (
        keys.select(1 / pl.len().over(pl.struct(by_name(keys.columns)))).to_series().alias("\0risk")
    )
    values: list[RiskyValue] = []
    for name in keys.columns:
        by_value = (
            pl.DataFrame([keys[name].alias("value"), risk])
            .group_by("value")
            .agg(pl.len().alias("records"), pl.col("\0risk").mean().alias("average_risk"))
            .filter((pl.col("records") >= FREQUENT) & pl.col("value").is_not_null())
        )
        values += [cast(RiskyValue, {"column": name, **row}) for row in by_value.to_dicts()]
    values.sort(key=lambda row: (-row["average_risk"], row["column"], row["value"]))
    return values[:MOST_VALUES]


def _other_columns(columns: Columns, keys: pl.DataFrame) -> dict[str, float]:
    """The distinction with each other column added, which shows forgotten quasi-identifiers."""
    others = [name for name in columns.table.names if name not in columns.keys]
    by_column = {}
    for name in others:
        together = keys.with_columns(columns.table.texts(name).alias("\0other"))
        by_column[name] = together.n_unique() / max(1, together.height)
    return by_column


def _risks(risks: Floats) -> ExpectedRisk:
    """How the risks of records are spread, and how many people are expected to be found."""
    expected = expected_reidentifications(risks)
    return {
        **_spread(risks),
        "expected_reidentifications": expected,
        "rate": expected / max(1, risks.size),
    }


def _spread(values: Floats) -> Spread:
    """The highest value and three percentiles; 0 without values."""
    if not values.size:
        return {"highest": 0.0, "p50": 0.0, "p90": 0.0, "p99": 0.0}
    half, nine, most = np.percentile(values, (50, 90, 99)).tolist()
    return {"highest": float(values.max()), "p50": half, "p90": nine, "p99": most}


def _refuse_absent(columns: Columns, names: list[str]) -> None:
    """Refuse the first name of a column that the table does not have."""
    for name in names:
        if name not in columns.table.names:
            known = did_you_mean(name, columns.table.names)
            raise StudyError(f"The table has no column {name!r}.{known}")
