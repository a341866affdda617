"""Every shared table loads without options; a proposed study runs on each with enough records.

`python tests/oracle/test_automatic.py` writes the losses into docs/automatic.md.
"""

import os
import tempfile
from pathlib import Path

import pytest

from shoal.service.profile import Profiled, profile_file, write_study
from shoal.service.verbs import run, verify_run

ENOUGH = 100
CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = CHECKOUT / "docs" / "automatic.md"
NOT_TABLES = ("hierarchies", "hierarchies_full", "hierarchies_derived", "gen_hierarchies_csv")


def data_folder():
    return Path(os.environ.get("SHOAL_DATA") or CHECKOUT.parent / "shared" / "data")


def tables():
    """Every table of the shared data; files of hierarchies are none."""
    found = [*data_folder().rglob("*.csv"), *data_folder().rglob("*.csv.gz")]
    inside = [path for path in found if not set(path.parent.parts) & set(NOT_TABLES)]
    return sorted(path for path in inside if path.name != "MANIFEST.csv")


def name_of(path):
    return str(path.relative_to(data_folder()))


every_table = pytest.mark.parametrize(
    "path", tables() or [None], ids=lambda path: path and path.name
)


def proposed(profiled: Profiled, folder: Path):
    """The summary of running the study that is proposed, without the columns nobody knows."""
    study = folder / "study.yaml"
    write_study(profiled, study)
    study.write_text(study.read_text().replace("# undecided: drop", "undecided: drop"))
    return run(study, folder / "run")["summary"]


@pytest.mark.oracle
@pytest.mark.slow
@every_table
def test_a_table_loads_and_its_proposed_study_runs(path, tmp_path):
    profiled = profile_file(path)
    assert profiled.table.records > 0
    if profiled.table.records < ENOUGH:
        return
    summary = proposed(profiled, tmp_path)
    assert summary["loss_normalized"] < 0.95
    assert summary["classes"]["min"] >= 5
    assert verify_run(tmp_path / "run").holds


@pytest.mark.needs("data")
def test_the_page_lists_every_table():
    text = PAGE.read_text("utf-8")
    assert [name for name in map(name_of, tables()) if f"| `{name}` |" not in text] == []


def row(path):
    profiled = profile_file(path)
    records, columns = profiled.table.records, len(profiled.table.names)
    if records < ENOUGH:
        return f"| `{name_of(path)}` | {records:,} | {columns} | | | | | |"
    with tempfile.TemporaryDirectory() as folder:
        seen = proposed(profiled, Path(folder))
    suppressed = seen["suppressed_records"] / records
    return (
        f"| `{name_of(path)}` | {records:,} | {columns} | {len(seen['quasi_identifiers'])}"
        f" | {seen['lattice_size']:,} | {seen['loss_normalized']:.3f} | {suppressed:.1%}"
        f" | {seen['classes']['count']:,} |"
    )


def write_page():
    """Replaces the table on the page; the words around it stay."""
    before, mark, _ = PAGE.read_text("utf-8").partition("| --- |")
    head = before.rstrip().rsplit("\n", 1)[0]
    titles = (
        "| table | records | columns | quasi-identifiers | candidates | loss | left out | classes |"
    )
    rows = [titles, "| --- |" + " ---: |" * 7, *map(row, tables())]
    assert mark
    PAGE.write_text(head + "\n" + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_page()
