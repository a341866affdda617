"""Bad input, each with its message and exit code; never an output, never a value from the data."""

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app

RECORDS = ["34,m,flu", "39,f,canary", "31,m,flu", "62,f,hiv", "66,m,flu", "61,f,canary"]
STUDY = """data: table.csv
columns:
  age: {role: quasi-identifier, type: integer, hierarchy: {builder: masking}}
  sex: {role: quasi-identifier, hierarchy: sex.csv}
  dis: {role: insensitive}
privacy: [{model: k-anonymity, k: 3}]
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "table.csv").write_text("\n".join(["age,sex,dis", *RECORDS, ""]))
    (tmp_path / "sex.csv").write_text("m;*\nf;*\n")
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path


def run(folder):
    arguments = ["run", str(folder / "study.yaml"), "--out", str(folder / "run")]
    return CliRunner().invoke(app, arguments)


def lines(header, *more):
    return "\n".join([header, *RECORDS, *more, ""]).encode()


BAD_TABLES = {
    "empty file": (b"", 2),
    "header only": (b"age,sex,dis\n", 2),
    "ragged record": (lines("age,sex,dis", "34,m,canary,x"), 2),
    "duplicate columns": (lines("age,sex,sex"), 2),
    "empty column name": (lines("age,sex,"), 2),
    "unknown column": (lines("age,sex,illness"), 2),
    "value not in hierarchy": (lines("age,sex,dis", "34,canary,flu"), 2),
    "text where a number is declared": (lines("age,sex,dis", "canary,m,flu"), 2),
    "not a number": (lines("age,sex,dis", "NaN,m,flu"), 2),
    "infinity": (lines("age,sex,dis", "inf,m,flu"), 2),
    "NUL bytes": (lines("age,sex,dis", "34,m,ca\0nary"), 2),
    "fewer records than k": (b"age,sex,dis\n34,m,canary\n35,m,flu\n", 1),
}


def check_refused(folder, code):
    before = sorted(path.name for path in folder.iterdir())
    result = run(folder)
    assert result.exit_code == code, result.stderr
    assert result.stderr.startswith("Error: ")
    assert "Traceback" not in result.stderr
    assert "canary" not in result.output
    assert sorted(path.name for path in folder.iterdir()) == before
    return result.stderr


@pytest.mark.parametrize("fault", BAD_TABLES)
def test_a_bad_table_is_refused_clearly(folder, fault):
    content, code = BAD_TABLES[fault]
    (folder / "table.csv").write_bytes(content)
    check_refused(folder, code)


def test_a_table_in_another_encoding_than_declared_is_refused_clearly(folder):
    (folder / "table.csv").write_bytes(lines("age,sex,dis", "34,m,can\xe4ry").replace(b"\xc3", b""))
    text = (folder / "study.yaml").read_text()
    declared = "data: {path: table.csv, encoding: utf-8}"
    (folder / "study.yaml").write_text(text.replace("data: table.csv", declared))
    check_refused(folder, 2)


def test_a_missing_table_is_refused_clearly(folder):
    (folder / "table.csv").unlink()
    assert "table.csv" in check_refused(folder, 2)


@pytest.mark.parametrize(
    ("hierarchy", "told"),
    [
        ("m;canary;*\nf;canary;+\n", "Hierarchy sex.csv"),
        ("m;*\nf;*\nf;*\n", "Hierarchy sex.csv"),
        ("m;*\nf\n", "Hierarchy sex.csv"),
        ("", "sex.csv"),
    ],
)
def test_a_bad_hierarchy_is_refused_clearly(folder, hierarchy, told):
    (folder / "sex.csv").write_text(hierarchy)
    assert told in check_refused(folder, 2)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("role: quasi-identifier", "role: insensitive", "There is no quasi-identifier."),
        ("columns:", "columsn:", "Did you mean 'columns'?"),
        ("dis:", "diss:", "Did you mean 'dis'?"),
        ("k: 3", "k: three", "privacy.0"),
        ("sex.csv", "sexx.csv", "sexx.csv"),
    ],
)
def test_a_bad_study_is_refused_clearly(folder, before, after, told):
    text = (folder / "study.yaml").read_text()
    (folder / "study.yaml").write_text(text.replace(before, after))
    assert told in check_refused(folder, 2)


def test_a_cell_of_100000_characters_is_no_problem(folder):
    (folder / "table.csv").write_bytes(lines("age,sex,dis", "34,m," + "x" * 100_000))
    result = run(folder)
    assert result.exit_code == 0, result.stderr
    assert "x" * 100_000 in (folder / "run" / "draft.csv").read_text()
    assert len((folder / "run" / "report.html").read_text()) < 100_000


def test_a_script_in_names_and_labels_is_harmless_in_the_report(folder):
    script = "<script>alert(1)</script>"
    (folder / "table.csv").write_bytes(lines(f"age,sex,{script}").replace(b"flu", script.encode()))
    text = (folder / "study.yaml").read_text().replace("dis:", f'"{script}":')
    (folder / "study.yaml").write_text(text)
    result = run(folder)
    assert result.exit_code == 0, result.stderr
    page = (folder / "run" / "report.html").read_text()
    assert script not in page
    assert "&lt;script&gt;" in page


def test_a_value_of_the_data_is_only_in_the_release_and_the_stewards_report(folder):
    result = run(folder)
    assert result.exit_code == 0, result.stderr
    assert "canary" not in result.output
    holders = [path.name for path in (folder / "run").iterdir() if b"canary" in path.read_bytes()]
    assert sorted(holders) == ["draft.csv", "report.html"]
