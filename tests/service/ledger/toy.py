"""Sixteen people of two ages in two places, each with an illness of their own."""

import polars as pl

from shoal.ledger import ledger
from shoal.service import verbs
from shoal.study.study import Study

CANARY = "Xanthippe"
COLUMNS = {
    "patient": {"role": "identifier"},
    "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "zip": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "illness": {"role": "sensitive"},
}
ACKNOWLEDGED = ["near-unique:illness", "looks-like-identifier:illness"]


def write(folder, people):
    """People of two ages in two places; each has an illness of their own."""
    pl.DataFrame(
        {
            "patient": [f"{CANARY}{at}" for at in people],
            "age": [f"{3 + at % 2}{at // 2 % 2}" for at in people],
            "zip": [f"{at // 4 % 2}{at // 8}" for at in people],
            "illness": [f"{CANARY} disease {at}" for at in people],
        }
    ).write_csv(folder / "data.csv")


def study(folder, age=0, zip=0, **more):
    """A study with fixed levels."""
    levels = {"age": age, "zip": zip}
    columns = {
        name: {**keys, "min_level": levels[name], "max_level": levels[name]}
        if name in levels
        else keys
        for name, keys in COLUMNS.items()
    }
    promise = {"privacy": [{"model": "k-anonymity", "k": 2}], "acknowledge": ACKNOWLEDGED}
    return Study.of({"data": "data.csv", "columns": columns, **promise, **more}, folder)


def released(study, place, **more):
    """Run and give; the report with what giving told."""
    report = verbs.run(study, place, **more)
    report["summary"]["warnings"] = verbs.give(place).together
    return report


def states(workspace):
    return [one.state for one in ledger.entries(workspace)]
