"""What of a report goes into its certificate, found by changing every single fact of it.

A key that is new in a summary fails here until somebody has decided whether it may be shared.
"""

import copy

import polars as pl
import pytest

import shoal
from shoal.report.certificate import certificate

RELEASE = {"file": "release.csv", "sha256": "5e" * 32, "records": 6, "columns": 3}
# What may be shared; `*` is the name of a column or a parameter, `#` a place in a list.
SHARED = {
    "columns.#.after_distinct", "columns.#.level", "columns.#.max_level", "columns.#.name",
    "created", "released.columns.*", "released.granularity", "versions.*",
    "summary.classes.count", "summary.classes.max", "summary.classes.mean", "summary.classes.min",
    "summary.learning.targets.#.models.#.model", "summary.learning.targets.#.target",
    "summary.learning.targets.#.models.#.released.accuracy",
    "summary.learning.targets.#.models.#.released.auc",
    "summary.learning.targets.#.models.#.released.brier",
    "summary.graph.nodes", "summary.graph.super_nodes",  # as the files of a graph show them
    "summary.method.smallest_bin", "summary.optimal",
    "summary.privacy.#.holds", "summary.privacy.#.measured", "summary.privacy.#.model",
    "summary.privacy.#.parameters.*", "summary.privacy.#.parameters.*.#",
    "summary.privacy.#.reason",
    "summary.risk.after.at_risk", "summary.risk.after.average", "summary.risk.after.highest",
    "summary.risk.after.lowest", "summary.risk.after.uniques",
}  # fmt: skip
# Keys of a summary of which nothing, or nothing but that they are there, is shared.
STEWARDS = {
    *("account", "candidates_checked", "cpu_seconds", "format", "fully_generalized_records"),
    *("game", "gap", "input", "lattice_size", "levels", "loss", "loss_by_column"),
    *("loss_normalized", "note", "peak_memory_mb", "people", "pseudonyms"),
    "quasi_identifiers",
    *(
        "recoding",
        "removed_columns",
        "seconds",
        "shoal_version",
        "suppressed_records",
        "utility",
        "warnings",
    ),
    "files",  # known only when the certificate is written
}
TABLE = pl.DataFrame(
    {
        "who": [f"p{n % 30}" for n in range(60)],
        "age": [str(30 + n % 4) for n in range(60)],
        "town": ["a" if n % 5 else "b" for n in range(60)],
        "illness": ["flu" if n % 3 else "cold" for n in range(60)],
    }
)
COLUMNS = {
    "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "town": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    "illness": {"role": "sensitive"},
}
ORDERED = {
    "role": "quasi-identifier",
    "type": "ordered",
    "hierarchy": {"builder": "suppression"},
}
ALL = {
    "promises": {
        "columns": COLUMNS,
        "privacy": [
            {"model": "k-anonymity", "k": 4},
            {"model": "t-closeness", "column": "illness", "t": 0.9},
        ],
        "suppression_limit": 0.1,
        "subset": {"query": "age != 33"},
        "evaluate": {"targets": ["illness"], "models": [{"model": "zero-r"}], "folds": 2},
    },
    "people": {
        "columns": {**COLUMNS, "who": {"role": "identifier", "pseudonym": {"method": "token"}}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "acknowledge": ["linked-records:who"],
    },
    "game": {
        "columns": COLUMNS,
        "privacy": [{"model": "prosecutor-profitability"}],
        "game": {"publisher_benefit": 1000},
        "suppression_limit": 1,
    },
    "method": {"columns": COLUMNS, "method": {"name": "subcombinations", "bin_size": 3}},
    "local": {
        "columns": COLUMNS,
        "privacy": [{"model": "k-anonymity", "k": 13}],
        "recoding": "local",
        "suppression_limit": 0.9,
    },
    "private": {
        "columns": {
            "age": {**ORDERED, "order": ["30", "31", "32", "33"]},
            "town": {**ORDERED, "order": ["a", "b"]},
        },
        "privacy": [
            {"model": "differential-privacy", "epsilon": 2, "delta": 0.01, "degree": "low"}
        ],
    },
}  # fmt: skip


@pytest.fixture(scope="module", params=ALL)
def report(request, tmp_path_factory):
    frame = TABLE if request.param != "private" else pl.concat([TABLE] * 10)
    place = tmp_path_factory.mktemp("workspace")
    return shoal.anonymize(frame, ALL[request.param], workspace=place)._report


def leaves(part, path=()):
    """Every fact with the way to it."""
    if isinstance(part, dict | list) and part:
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            yield from leaves(inner, (*path, key))
    else:
        yield path, part


def other(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1 if value != 0 else 0.125
    return "2019-02-03T04:05:06" if str(value)[:4].isdigit() else f"{value}CANARY"


def named(path):
    """The way to a fact, without the names of columns, models and places."""
    names = {
        *TABLE.columns,
        "epsilon",
        "delta",
        "degree",
        "k",
        "t",
        "column",
        "columns",
        "bin_size",
    }
    names |= {"shoal", "python", "numpy", "polars", "numba"}
    top = [path[0]] if path[0] in ("columns", "versions") else []
    rest = path[len(top) :]
    return ".".join(
        ["columns" if one == "columns" else one for one in top]
        + ["#" if isinstance(one, int) else "*" if one in names and _free(rest, at) else one
           for at, one in enumerate(rest)]
    )  # fmt: skip


def _free(path, at):
    """Whether a name at this place is one of a column or a parameter, not a key of ours."""
    return not (path[at] == "columns" and at < 2)


def told(report):
    """The certificate of a report, or that there is none."""
    try:
        return certificate(report, RELEASE)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        return repr(error)


def shared_facts(report):
    """The facts that change the certificate when they change."""
    before, found, changed = told(report), set(), copy.deepcopy(report)
    parts = {key: part for key, part in changed.items() if key != "study"}
    for path, value in [*leaves(parts)]:
        place = changed
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = other(value)
        if told(changed) != before:
            found.add(named(path))
        place[path[-1]] = value
    assert told(changed) == before
    return found


def test_only_listed_facts_are_shared(report):
    assert shared_facts(report) - SHARED == set()


def test_every_key_of_a_summary_is_listed(report):
    listed = {name.split(".")[1] for name in SHARED if name.startswith("summary.")}
    assert set(report["summary"]) - listed - STEWARDS == set()
    assert listed & STEWARDS == set()


def test_the_law_catches_a_fact_that_should_not_be_shared(report, monkeypatch):
    def leaking(given, release):
        return {**certificate(given, release), "leak": given["summary"]["suppressed_records"]}

    monkeypatch.setitem(globals(), "told", lambda given: leaking(given, RELEASE))
    assert "summary.suppressed_records" in shared_facts(report) - SHARED


def test_every_listed_fact_is_shared_by_some_run():
    found = set()
    for keys in (ALL["promises"], ALL["method"]):
        found |= shared_facts(shoal.anonymize(TABLE, keys)._report)
    rare = {name for name in SHARED if "parameters" in name or ".graph." in name}
    assert found >= SHARED - rare
