"""The applied mapping in a file does to new records what the release did."""

import json

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.program import app
from shoal.errors import DataError
from shoal.learning.mapping import read_mapping
from shoal.service.exports.mapping import export_mapping
from shoal.study.study import Study

COLUMNS = {
    "id": {"role": "identifier"},
    "age": {
        "role": "quasi-identifier",
        "type": "integer",
        "hierarchy": {"builder": "intervals", "width": 10, "levels": 3},
        "max_level": 3,
    },
    "city": {"role": "quasi-identifier", "hierarchy": "city.csv"},
    "zip": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}, "min_level": 1},
    "weight": {"role": "quasi-identifier", "type": "decimal", "aggregate": {"function": "mean"}},
    "ward": {"role": "quasi-identifier", "aggregate": {"function": "set"}},
    "cost": {"role": "insensitive"},
}
KEYS = {
    "data": "stays.csv",
    "columns": COLUMNS,
    "privacy": [{"model": "k-anonymity", "k": 4}],
    "suppression_limit": 0.2,
}
CITIES = ["Ulm", "Bonn", "Kiel", "Jena"]


def stays(records, seed):
    dice = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "id": [f"P{at:05}" for at in range(records)],
            "age": dice.integers(20, 90, records),
            "city": dice.choice(CITIES, records),
            "zip": [f"8{digit:02}" for digit in dice.integers(0, 100, records)],
            "weight": dice.integers(50, 100, records) + 0.5,
            "ward": dice.choice(["a", "b"], records),
            "cost": dice.choice(["low", "high"], records),
        }
    )


@pytest.fixture
def folder(tmp_path):
    return filled(tmp_path)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A mapping as it is written, with its folder and what was done."""
    place = filled(tmp_path_factory.mktemp("written"))
    return place, *exported(place)


def filled(tmp_path):
    stays(400, 1).write_csv(tmp_path / "stays.csv")
    rows = [f"{city};{side};*" for city, side in zip(CITIES, ("s", "w", "n", "e"), strict=True)]
    (tmp_path / "city.csv").write_text("\n".join(rows) + "\n")
    return tmp_path


def exported(folder, **changes):
    keys = {**KEYS, **changes}
    done = export_mapping(Study.of(keys, folder), folder / "mapping.json")
    return done, read_mapping(folder / "mapping.json")


@pytest.mark.parametrize("recoding", ["global", "local"])
def test_every_released_record_is_made_again_and_suppressed_ones_get_their_labels(folder, recoding):
    _, mapping = exported(folder, recoding=recoding)
    raw = stays(400, 1)
    release = shoal.anonymize(raw, Study.of({**KEYS, "recoding": recoding}, folder))
    again = mapping.apply(raw)
    kept = pl.Series(~release.suppressed)
    names = ["age", "city", "zip", "cost"]
    assert again.select(names).filter(kept).equals(release.table.select(names).filter(kept))
    assert again.select(names).null_count().sum_horizontal().item() == 0
    assert again["weight"].equals(raw["weight"])  # numbers that are aggregated are asked raw


def test_values_that_nobody_has_seen_get_their_labels(written):
    _, _, mapping = written
    new = stays(1, 5).with_columns(age=pl.lit(119), zip=pl.lit("123"))
    [row] = mapping.apply(new.drop("id", "ward")).rows(named=True)
    assert row["age"].startswith("[1")
    assert row["zip"][0] == "1"
    with pytest.raises(DataError, match="Column 'city': 1 of 1 different values are unknown"):
        mapping.apply(new.with_columns(city=pl.lit("Rome")))


def test_the_document_says_what_was_done(written):
    folder, done, mapping = written
    document = json.loads((folder / "mapping.json").read_text())
    assert (document["format"], document["version"]) == ("shoal-mapping", 1)
    assert document["privacy"] == [{"model": "k-anonymity", "k": 4}]
    form = document["transformation"]
    assert form["kind"] == "global"
    assert set(form["levels"]) == {"age", "city", "zip"}
    assert form["suppression"]["applies_to"] == ["age", "city", "zip", "weight", "ward"]
    kinds = {name: column["kind"] for name, column in form["columns"].items()}
    assert kinds["weight"] == "aggregate"
    assert kinds["cost"] == "as-is"
    assert set(document["left_out"]) == {"ward"}
    assert document["hierarchies"]["age"]["builder"]["builder"] == "intervals"
    assert ["Ulm", "s", "*"] in document["hierarchies"]["city"]["rows"]
    assert mapping.document() == done.mapping.document() == document


def test_a_hierarchy_made_from_the_data_starts_at_the_level_of_the_release(folder):
    grouped = {"builder": "ordered-groups", "groups": [2]}
    column = {"role": "quasi-identifier", "hierarchy": grouped, "min_level": 1, "max_level": 1}
    columns = {**COLUMNS, "city": column}
    done, _ = exported(folder, columns=columns)
    document = json.loads((folder / "mapping.json").read_text())
    hierarchy = document["hierarchies"]["city"]
    assert hierarchy["from_level"] == 1
    assert not set(CITIES) & {label for row in hierarchy["rows"] for label in row}
    assert ["'city'" in warning for warning in done.warnings] == [True]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "other"}, "no mapping of Shoal"),
        ({"version": 2}, "its version is not 1"),
        ({"transformation": None}, "cannot be read"),
        ({"transformation": {"kind": "global", "columns": {"age": {}}}}, "not known"),
        ({"transformation": {"kind": "local", "columns": {}}}, "cannot be read"),
    ],
)
def test_a_changed_file_is_refused(written, tmp_path, change, reason):
    document = json.loads((written[0] / "mapping.json").read_text()) | change
    (tmp_path / "mapping.json").write_text(json.dumps(document))
    with pytest.raises(DataError, match=reason):
        read_mapping(tmp_path / "mapping.json")


@pytest.mark.parametrize("text", ["", "[" * 100_000, "null", "\0"])
def test_what_is_no_document_is_refused(tmp_path, text):
    (tmp_path / "mapping.json").write_text(text)
    with pytest.raises(DataError, match="is refused"):
        read_mapping(tmp_path / "mapping.json")


def test_the_command_writes_the_file_and_says_what_is_left_out(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "study.yaml").write_text(json.dumps(KEYS))
    done = CliRunner().invoke(app, ["export-mapping", "study.yaml", "--out", "m.json"])
    assert done.exit_code == 0, done.output
    assert "Left out: ward shows what its class has in common" in done.output
    assert read_mapping("m.json").labelings
