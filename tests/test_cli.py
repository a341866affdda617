import platform
import re
import signal
import subprocess
import sys
import time
from importlib.metadata import version

import pytest
from typer.testing import CliRunner

from shoal.cli import installed
from shoal.cli.program import app
from shoal.data.example import write_example
from shoal.errors import VerificationError
from shoal.pipeline.places import folder as places
from shoal.verify import Finding, Verdict

TABLE = "age,sex,ward\n" + "34,m,a\n39,f,b\n31,m,a\n62,f,b\n66,m,canary\n61,f,a\n"
STUDY = """data: table.csv
columns:
  age: {role: quasi-identifier, type: integer, hierarchy: {builder: masking}}
  sex: {role: quasi-identifier, hierarchy: {builder: suppression}}
  ward: {role: insensitive}
privacy: [{model: k-anonymity, k: 3}]
"""


@pytest.fixture
def study(tmp_path):
    (tmp_path / "table.csv").write_text(TABLE)
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path / "study.yaml"


def shoal(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def change(study, before, after):
    text = study.read_text()
    assert before in text
    study.write_text(text.replace(before, after))


def test_run_writes_a_release_and_says_where(study):
    out = study.parent / "run"
    result = shoal("run", study, "--out", out)
    assert result.exit_code == 0, result.stderr
    assert "Every record looks like at least 2 others." in result.stdout
    assert str(out / "draft.csv") in result.stdout
    assert (out / "draft.csv").read_text().startswith("age,sex,ward\n")


def test_an_existing_run_is_replaced_only_by_force(study):
    out = study.parent / "run"
    shoal("run", study, "--out", out)
    refused = shoal("run", study, "--out", out)
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert shoal("run", study, "--out", out, "--force").exit_code == 0


def test_check_is_content_with_a_good_study_and_tells_warnings(study):
    change(study, "  ward: {role: insensitive}\n", "")
    result = shoal("check", study)
    assert result.exit_code == 0
    assert "Warning: 1 column is not named" in result.stderr
    assert "well formed" in result.stdout


def test_every_problem_of_a_study_is_listed_in_one_block(study):
    change(study, "role: insensitive", "rol: insensitive")
    change(study, "k: 3", "k: 1")
    result = shoal("check", study)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: 3 problems were found.\n  - ")
    assert "Did you mean 'role'?" in result.stderr


@pytest.mark.parametrize(
    ("before", "after", "code", "told"),
    [
        ("k: 3", "k: 7", 1, "6 records"),
        ("{builder: masking}", "{builder: masking}, max_level: 0", 1, "candidates"),
        ("table.csv", "nowhere.csv", 2, "nowhere.csv"),
        ("{builder: masking}", "{builder: masking}, unknown: suppress", 2, "not yet available"),
        ("columns:", "colums:", 2, "Did you mean 'columns'?"),
        ("ward:", "wart:", 2, "Did you mean 'ward'?"),
        ("type: integer", "type: boolean", 2, "are not true or false"),
    ],
)
def test_what_is_wrong_decides_the_exit_code(study, before, after, code, told):
    change(study, before, after)
    result = shoal("run", study, "--out", study.parent / "run")
    assert (result.exit_code, told in result.stderr) == (code, True), result.stderr
    assert result.stdout == ""
    assert sorted(path.name for path in study.parent.iterdir()) == ["study.yaml", "table.csv"]


def test_a_refused_release_ends_with_3(study, monkeypatch):
    refusal = Verdict((Finding("cells", False, "3 cells are wrong."),))
    monkeypatch.setattr(places, "verify_files", lambda *_: refusal)
    result = shoal("run", study, "--out", study.parent / "run")
    assert result.exit_code == VerificationError.exit_code == 3
    assert "nothing was kept" in result.stderr


def test_verify_lists_what_it_checked(study):
    out = study.parent / "run"
    shoal("run", study, "--out", out)
    assert "ok          k-anonymity" in shoal("verify", out).stdout
    release = out / "draft.csv"
    release.write_text(release.read_text().replace("canary", "b"))
    result = shoal("verify", out)
    assert result.exit_code == 3
    assert "FAILED" in result.stdout


def test_models_lists_what_a_study_can_name():
    result = shoal("models")
    for name in ("k-anonymity", "loss", "exhaustive", "masking", "t-closeness"):
        assert name in result.stdout
    assert "The size of the smallest class" in shoal("models", "k-anonymity").stdout
    assert "Did you mean 'masking'?" in shoal("models", "maskin").stderr
    assert shoal("models", "maskin").exit_code == 2


def test_every_command_of_the_contract_is_known():
    contract = "run check verify profile hierarchy models frontier compare risk evaluate"
    contract += " export-model predict ledger teach warm-up demo serve"
    beyond = " certificate give export-mapping benchmark reidentify study user schema"
    known = {command.name or command.callback.__name__ for command in app.registered_commands}
    known |= {group.name for group in app.registered_groups}
    assert known == set((contract + beyond).split())


def test_a_fault_of_ours_shows_no_traceback_and_no_value(study, monkeypatch):
    def fail(*_, **__):
        value = "canary"
        raise RuntimeError(f"cannot convert {value}")

    monkeypatch.setattr(places, "read", fail)
    result = shoal("run", study, "--out", study.parent / "run")
    assert result.exit_code == 3
    assert result.stderr.startswith("Error: A fault of Shoal (RuntimeError).")
    monkeypatch.setenv("SHOAL_DEBUG", "1")
    debug = shoal("run", study, "--out", study.parent / "run").stderr
    assert "in fail" in debug
    assert "canary" not in result.stderr + debug


def test_ctrl_c_ends_with_130(study, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(places, "read", interrupt)
    result = shoal("run", study, "--out", study.parent / "run")
    assert result.exit_code == 130
    assert "Canceled. Nothing was written." in result.stderr
    assert not (study.parent / "run").exists()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_real_signal_cancels_and_leaves_nothing(tmp_path, sign):
    study = write_example(tmp_path / "example")
    change(study, "strategy: optimal", "strategy: exhaustive")
    command = [sys.executable, "-m", "shoal", "run", study, "--out", tmp_path / "run"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while not list(tmp_path.glob(".run.shoal-draft-*/run")):
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(sign)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (130, "Error: Canceled. Nothing was written.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["example"]


def python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


HEAVY = {"numba", "polars", "pandas", "pyarrow", "sklearn", "matplotlib", "fastapi", "pyspark"}


@pytest.mark.parametrize(
    "statement", ["import shoal", "import shoal.cli.program", "import shoal; dir(shoal)"]
)
def test_importing_loads_nothing_heavy(statement):
    result = python(f"{statement}\nimport sys\nprint(*sys.modules)")
    assert result.returncode == 0, result.stderr
    assert not HEAVY & set(result.stdout.split())


def test_help_answers_without_numba():
    code = (
        "import sys\nfrom shoal.cli.program import main\nsys.argv = ['shoal', '--help']\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print('loaded', 'numba' in sys.modules, 'polars' in sys.modules)"
    )
    assert python(code).stdout.splitlines()[-1] == "loaded False False"


def test_every_public_name_exists_and_unknown_ones_do_not():
    import shoal as package  # noqa: PLC0415

    assert all(getattr(package, name) is not None for name in package.__all__)
    assert dir(package) == sorted(package.__all__)
    with pytest.raises(AttributeError, match="no attribute 'anonymise'"):
        _ = package.anonymise


def test_the_version_stands_alone_on_its_line_before_those_of_what_computes():
    first, *others = shoal("--version").stdout.splitlines()
    assert re.fullmatch(r"shoal \d+\.\d+\.\d+", first)
    named = dict(line.partition(" ")[::2] for line in others)
    assert named["numpy"] == version("numpy")
    assert {"Python", "numba", "polars", "pyarrow", "scikit-learn"} <= set(named)
    assert platform.platform() in others


def test_what_is_not_installed_is_left_out_or_called_missing(monkeypatch):
    monkeypatch.setattr(installed, "NEEDED", ("no-such-library",))
    monkeypatch.setattr(installed, "EXTRAS", ("no-such-extra", "typer"))
    lines = shoal("--version").stdout.splitlines()
    assert lines[-2:] == ["no-such-library is missing", f"typer {version('typer')}"]
