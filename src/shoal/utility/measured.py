"""Every measure of a comparison as plain values: the one source of tables, JSON and pages."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from shoal.progress import Progress, Watch, ignore_progress
from shoal.utility import columns, tables
from shoal.utility.association import associations
from shoal.utility.cells import SUPPRESSED
from shoal.utility.comparison import ALL, Column, Comparison, Include
from shoal.utility.detail import detail
from shoal.utility.frequencies import Frequencies, contingency, frequencies
from shoal.utility.measure import aggregates
from shoal.utility.statistics import statistics

SHOWN = 200  # the most values that are listed of a distribution
BUCKETS = (12, 12)


def qualities(compared: Comparison, include: Include = ALL) -> dict[str, Any]:
    """The quality of every column and of the whole table: what `summary.json` holds, too.

    `columns` has the measures of each column, `together` the columns that are measured together;
    each measure of columns stands there once more by its name, aggregated over these, and so do
    the measures of whole records, `detail` and `removed_columns`.
    """
    measured = {
        column.name: {name: measure(column, include) for name, measure in columns.MEASURES.items()}
        for column in compared.columns
    }
    together = {
        name: aggregates({key: measured[key][name] for key in compared.keys})
        for name in columns.MEASURES
    }
    return {
        "columns": {
            column.name: {
                "type": column.type_name,
                "missing": columns.missing_shares(column, compared.before_counts),
                **{name: measure.plain() for name, measure in measured[column.name].items()},
            }
            for column in compared.columns
        },
        "together": list(compared.keys),
        **together,
        **{name: measure(compared, include).plain() for name, measure in tables.MEASURES.items()},
        "detail": detail(compared),
        "removed_columns": compared.removed_columns,
    }


def measure_comparison(
    compared: Comparison,
    include: Include = ALL,
    *,
    list_wise: bool = True,
    pairs: tuple[tuple[str, str], ...] = (),
    watch: Watch = ignore_progress,
) -> dict[str, Any]:
    """All measures and statistics of a comparison, as plain values.

    Args:
        compared: The tables.
        include: Which cells count.
        list_wise: Whether statistics leave out records that miss a value in any column.
        pairs: Columns whose contingency is wanted; without any, the pairs that go together most.
        watch: Called now and then.
    """
    steps = ("measures", "statistics", "values", "associations")
    results: dict[str, Any] = {}
    for at, step in enumerate(steps):
        watch(Progress(step, at, len(steps)))
        if step == "measures":
            results |= {
                "quality": qualities(compared, include),
                "classes": tables.classes(compared),
            }
        elif step == "statistics":
            results["statistics"] = statistics(compared, list_wise=list_wise)
        elif step == "values":
            results["values"] = {c.name: _values(compared, c, include) for c in compared.columns}
        else:
            results["associations"] = associations(compared, include)
    wanted = pairs or _strongest_pairs(results["associations"])
    return {
        "records": {
            "input": compared.records,
            "suppressed": compared.suppressed_records,
            "kept": int(compared.counts.sum()) - compared.suppressed_records,
        },
        "pairing": compared.pairing,
        "include": {**asdict(include), "list_wise": list_wise},
        **results,
        "contingency": [_contingency(compared, pair, include) for pair in wanted],
    }


def _values(compared: Comparison, column: Column, include: Include) -> dict[str, Any]:
    """The most frequent values of a column, before and after."""
    before, after = frequencies(compared, column, include)
    return {"before": _most_frequent(before), "after": _most_frequent(after)}


def _most_frequent(values: Frequencies) -> dict[str, Any]:
    """How many values there are, the most frequent ones, and the records of the others.

    `records` is a list of value and number of records, in the order of the values.
    """
    rank = sorted(range(len(values.labels)), key=lambda at: -int(values.records[at]))[:SHOWN]
    at = sorted(rank)
    listed = [(values.labels[place], int(values.records[place])) for place in at]
    others = int(values.records.sum()) - sum(records for _, records in listed)
    distinct = int(np.count_nonzero(values.codes != SUPPRESSED))
    return {"distinct": distinct, "records": listed, "others": others}


def _strongest_pairs(pairs: dict[str, Any], count: int = 2) -> tuple[tuple[str, str], ...]:
    """The pairs of columns with the strongest association before."""
    known = [pair for kind in ("cramers_v", "pearson") for pair in pairs[kind]]
    known = [pair for pair in known if pair["before"] is not None and pair["after"] is not None]
    ranked = sorted(known, key=lambda pair: -abs(pair["before"]))
    return tuple((pair["columns"][0], pair["columns"][1]) for pair in ranked[:count])


def _contingency(compared: Comparison, pair: tuple[str, str], include: Include) -> dict[str, Any]:
    """The contingency of two columns by name, before and after, as plain values."""
    named = {column.name: column for column in compared.columns}
    chosen = named[pair[0]], named[pair[1]]
    sides = contingency(compared, chosen, include, BUCKETS)
    shown = [
        {"rows": table.rows, "columns": table.columns, "shares": table.shares.tolist()}
        for table in sides
    ]
    largest = max(table.largest for table in sides)
    return {"columns": list(pair), "before": shown[0], "after": shown[1], "largest": largest}


def scalars(quality: Mapping[str, Any]) -> dict[str, Any]:
    """What `qualities` returns, with one number per measure.

    For columns together it is the quality of the arithmetic mean; for each column, and for whole
    records, the quality.
    """
    whole = {name: quality[name]["arithmetic-mean"] for name in columns.MEASURES}
    whole |= {name: quality[name]["quality"] for name in tables.MEASURES}
    return {
        **whole,
        "columns": {
            name: {
                "missing": found["missing"]["after"],
                **{measure: found[measure]["quality"] for measure in columns.MEASURES},
            }
            for name, found in quality["columns"].items()
        },
        "detail": quality["detail"],
        "removed_columns": quality["removed_columns"],
    }
