"""What somebody gets who accepts every proposal: `shoal profile --write-study`, then `shoal run`.

`python -m benchmarks.proposals FILE` writes the figures of the installed version as CSV; so those
of an older version come to stand beside the new ones.
"""

import csv
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

import polars as pl

from benchmarks.datasets import SHARED
from benchmarks.options import Options
from benchmarks.tables import table
from shoal.errors import ShoalError
from shoal.service.profile import profile_file
from shoal.service.verbs import anonymize
from shoal.study.study import Study
from shoal.study.text import parse

TITLE = "Proposals that are accepted as they are"
ABOUT = """Every shared table of at least 20 records goes through `shoal profile --write-study` and
`shoal run`; nothing is changed in the proposed study. Where columns are undecided, that run is
refused, and the figures are those with `undecided: drop`, which releases none of them. Before: the
version in which a column that nothing was known about was released as it is. *Unchanged* columns
are released with the values that they had. A record is *unique* if no other record of the release
equals it in all columns, and *known unique* if none does in the columns that are not sensitive
(members of a diverse class differ in sensitive ones by design). A class with *few people* has fewer
than k = 5 of them, judged by the identifier that tells people apart, which six tables have.
"""
FEWEST = 20  # records of a table
K = 5
BEFORE = Path(__file__).parents[1] / "docs" / "benchmarks" / "proposals-before.csv"
PEOPLE = {
    "diabetes130_us_hospitals": "patient_nbr",
    "edstays": "subject_id",
    "triage": "subject_id",
    "diagnosis": "subject_id",
    "synthea_encounters": "patient_id",
    "breast_cancer_wisconsin": "sample_code_number",
}
HEAD = (
    *("table", "columns", "undecided"),
    *("unchanged before", "unchanged", "unique before", "unique"),
    *("known unique before", "known unique"),
    *("few people before", "few people"),
)


@dataclass(frozen=True)
class Accepted:
    """What came of one proposal.

    Attributes:
        name: The table.
        columns: Its columns.
        undecided: Columns that a person must decide about.
        unchanged: Columns that are released with the values that they had.
        unique: The share of released records that equal no other in all columns.
        unique_known: The same without sensitive columns, which nobody should know.
        few_people: Classes with fewer than k people; empty where nothing tells people apart.
        problem: Why there is no release.
    """

    name: str
    columns: int
    undecided: int = 0
    unchanged: int | None = None
    unique: float | None = None
    unique_known: float | None = None
    few_people: int | None = None
    problem: str = ""


def section(options: Options) -> str:
    """The figures of all tables, beside those of before."""
    before = {one["name"]: one for one in csv.DictReader(BEFORE.open(encoding="utf-8"))}
    rows = []
    for one in accepted(options.folder, quick=options.quick):
        old = before.get(one.name, {})
        rows.append(_row(one, old))
        options.say(one.name)
    return f"{ABOUT}\n{table(HEAD, rows)}"


def _row(one: Accepted, old: dict[str, str]) -> tuple[object, ...]:
    was = [float(old[key]) if old.get(key) else None for key in ("unique", "unique_known")]
    shares = (was[0], one.unique, was[1], one.unique_known)
    unique = ["–" if share is None else f"{share:.1%}" for share in shares]
    said = [old.get(key) or "–" for key in ("unchanged", "few_people")]
    return (
        one.name, one.columns, one.undecided, said[0], one.unchanged, *unique,
        said[1], one.few_people,
    )  # fmt: skip


def accepted(folder: Path, *, quick: bool = False) -> Iterator[Accepted]:
    """What comes of the proposal for each table."""
    listed = pl.read_csv(SHARED / "MANIFEST.csv").filter(pl.col("rows") >= FEWEST)
    for name in listed["file"]:
        path = SHARED / name
        if "hierarch" not in name and (not quick or path.stat().st_size < 100_000):
            yield _accepted(path, folder)


def _accepted(path: Path, folder: Path) -> Accepted:
    name, profiled = path.name.split(".")[0], profile_file(path)
    columns = len(profiled.table.names)
    try:
        keys = parse(profiled.study(folder), name)
        roles = [column["role"] for column in keys["columns"].values()]
        undecided = roles.count("undecided")
        choice = {"undecided": "drop"} if undecided else {}
        study = Study.of({**keys, **choice}, folder)
        done = anonymize(path, study)
    except ShoalError as error:
        return Accepted(name, columns, problem=error.problems[0].splitlines()[0])
    kept = pl.Series(~done.suppressed)
    shown = done.table.filter(kept)
    levels = done.summary["levels"] or {}
    changed = [one for one, level in levels.items() if level]
    return Accepted(
        name, columns, undecided,
        len([one for one in shown.columns if one not in changed]),
        float(shown.is_unique().mean() or 0),
        float(shown.select(_others_know(keys, shown)).is_unique().mean() or 0),
        _few_people(profiled.table.frame.filter(kept), shown, PEOPLE.get(name), list(levels)),
    )  # fmt: skip


def _others_know(keys: dict[str, Any], shown: pl.DataFrame) -> list[str]:
    return [name for name in shown.columns if keys["columns"][name]["role"] != "sensitive"]


def _few_people(
    before: pl.DataFrame, shown: pl.DataFrame, person: str | None, quasi: list[str]
) -> int | None:
    """The classes with fewer than k people."""
    if person is None:
        return None
    people = shown.select(quasi).with_columns(before[person].alias("\0person"))
    classes = people.group_by(quasi).agg(pl.col("\0person").n_unique().alias("\0people"))
    return classes.filter(pl.col("\0people") < K).height


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place, Path(sys.argv[1]).open("w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow([field.name for field in fields(Accepted)])
        for found in accepted(Path(place)):
            lines.writerow(astuple(found))
            file.flush()
            print(found, flush=True)
