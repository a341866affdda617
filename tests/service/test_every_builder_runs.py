"""Every hierarchy builder from a study to a verified release."""

from pathlib import Path

import polars as pl
import pytest

import shoal
from shoal.hierarchies import builders

DAYS = [f"2024-{month:02}-{day:02}" for month in range(1, 13) for day in (1, 9, 17, 25)]
NUMBERS = [str(number) for number in range(48)]
CODES = [
    f"{letter}{number}.{digit}"
    for letter in "CEI"
    for number in range(10, 14)
    for digit in range(4)
]

CASES = {
    "ages": ({}, NUMBERS, "integer"),
    "automatic": ({}, NUMBERS, "integer"),
    "code-prefixes": ({"lengths": [3, 1]}, CODES, "string"),
    "dates": ({"granularities": ["month", "quarter", "year"]}, DAYS, "date"),
    "icd10": ({}, CODES, "string"),
    "icd9": ({}, [str(250 + number) for number in range(48)], "string"),
    "identity": ({}, ["a", "b"] * 24, "string"),
    "intervals": ({"width": 5, "levels": 3}, NUMBERS, "integer"),
    "masking": ({}, [f"81{number:03}" for number in range(48)], "string"),
    "ordered-groups": ({"groups": [6, 4], "label": "interval"}, NUMBERS, "integer"),
    "priorities": ({"keep": "highest", "levels": 4}, NUMBERS, "integer"),
    "suppression": ({}, NUMBERS, "string"),
    "vocabulary": ({"of": "country"}, ["Peru", "Chile", "Mexico", "Atlantis"] * 12, "string"),
    "top-bottom": ({"bottom": 10, "top": 40, "always_root": True}, NUMBERS, "integer"),
}
SPECIAL = {
    "dates in intervals": ({"builder": "intervals", "width": 30, "levels": 2}, DAYS, "date"),
    "labels of intervals": (
        {"builder": "intervals", "width": 6, "levels": 2, "label": "mean-of-bounds"},
        NUMBERS,
        "integer",
    ),
    "masking to a length": (
        {"builder": "masking", "max_length": 7},
        [f"81{number:03}" for number in range(48)],
        "string",
    ),
}


def run(tmp_path: Path, settings, values, kind):
    pl.DataFrame({"x": values * 2, "illness": ["flu", "cold"] * len(values)}).write_csv(
        tmp_path / "data.csv"
    )
    column = {"role": "quasi-identifier", "type": kind, "hierarchy": settings}
    study = {
        "data": "data.csv",
        "columns": {"x": column, "illness": {"role": "sensitive"}},
        "privacy": [{"model": "k-anonymity", "k": 5}],
        "suppression_limit": 0.1,
    }
    return shoal.run(shoal.Study.of(study, tmp_path), tmp_path / "run")


@pytest.mark.parametrize("name", [name for name in builders if name != "file"])
def test_a_release_made_with_each_builder_is_verified(tmp_path, name):
    settings, values, kind = CASES[name]
    report = run(tmp_path, {"builder": name, **settings}, values, kind)
    assert report["summary"]["privacy"][0]["holds"] is True
    assert shoal.verify_run(tmp_path / "run").holds


@pytest.mark.parametrize("name", SPECIAL)
def test_settings_that_the_verifier_does_not_build_are_listed_in_the_run_folder(tmp_path, name):
    report = run(tmp_path, *SPECIAL[name])
    assert report["summary"]["privacy"][0]["holds"] is True
    assert (tmp_path / "run" / "hierarchies" / "x.csv").exists()
    assert shoal.verify_run(tmp_path / "run").holds
