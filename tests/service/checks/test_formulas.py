"""Cells that a spreadsheet would run: told, and harmless where the study asks for it."""

import pytest

import shoal

TABLE = "age,note\n" + "".join(
    f"3{n % 2},{note}\n" for n in range(6) for note in ("=cmd|'/C x'!A0", "ok")
)
STUDY = {
    "columns": {
        "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
        "note": {"role": "insensitive"},
    },
    "privacy": [{"model": "k-anonymity", "k": 2}],
}


@pytest.fixture
def run(tmp_path):
    def running(**keys):
        (tmp_path / "t.csv").write_text(TABLE)
        study = {**STUDY, "data": str(tmp_path / "t.csv"), "output": keys.pop("output", {}), **keys}
        report = shoal.run(study, tmp_path / "run", force=True)
        assert shoal.verify_run(tmp_path / "run").holds
        told = [one for one in report["summary"]["warnings"] if "formula" in one]
        files = [path.read_bytes() for path in (tmp_path / "run").glob("draft.*")]
        return told, files[0]

    return running


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_formulas_are_told_and_what_to_do(run, engine):
    told, release = run(engine=engine)
    assert told == [
        "6 texts of the release begin like a formula (=, +, -, @), which spreadsheet programs run."
        " Set `output: {neutralize_formulas: true}` if recipients use one."
    ]
    assert b"\n3" in release


def test_harmless_ones_are_verified_and_need_no_warning(run):
    told, release = run(output={"neutralize_formulas": True})
    assert told == []
    assert release.count(b"'=cmd") == 6


def test_other_formats_have_no_formulas(run):
    assert run(output={"format": "parquet"})[0] == []
