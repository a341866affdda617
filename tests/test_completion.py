"""The Tab key: asked as shells ask, and in a real Bash."""

import os
import shutil
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from shoal.cli import completion
from shoal.cli.program import app
from shoal.study.keys.plugins import FAMILIES

HEAVY = {"numba", "numpy", "polars", "pandas", "pyarrow", "sklearn", "fastapi", "nicegui"}
HEAVY |= {"pyspark", "duckdb", "matplotlib", "sqlalchemy"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Studies and runs at several depths, and things that are neither."""
    files = (
        *("study.yaml", "old.yml", "keys.json", "patients.csv", "my study.yaml", ".hidden.yaml"),
        *("demo/example/study.yaml", "demo/summary.json", "demo/certificate.json"),
        *("runs/may/summary.json", "runs/may/draft.csv", "runs/draft/draft.csv"),
        *(".git/config.yaml", "a/b/c/d/deep.yaml"),
    )
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("canary")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def offered(line, shell="bash"):
    """What is offered at the end of a line, asked in this process as a shell asks."""
    words = line.split(" ")
    asked = {"_SHOAL_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": line}
    asked |= {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    asked |= {"_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    asked |= {"_TYPER_COMPLETE_WORD_TO_COMPLETE": words[-1]}
    done = CliRunner().invoke(app, [], env=asked, prog_name="shoal")
    assert done.exit_code == 0, done.output
    return done.stdout.split()


def test_commands_and_options_are_offered():
    assert {"run", "reidentify", "risk"} <= set(offered("shoal r"))
    assert offered("shoal run --f") == ["--force"]
    assert offered("shoal hierarchy val") == ["validate"]


def test_study_files_are_offered_wherever_they_are_near(folder):
    every = ["keys.json", "old.yml", "study.yaml", "demo/example/study.yaml"]
    assert offered("shoal run ") == every
    assert offered("shoal check de") == ["demo/example/study.yaml"]
    assert offered("shoal run demo/e") == ["demo/example/study.yaml"]
    assert offered("shoal compare a.csv b.csv --study st") == ["study.yaml"]
    assert offered(f"shoal run {folder}/st") == [f"{folder}/study.yaml"]
    assert offered("shoal run a/b/c/d/") == ["a/b/c/d/deep.yaml"]


def test_a_home_is_looked_into_and_stays_as_it_was_typed(folder, monkeypatch):
    monkeypatch.setenv("HOME", str(folder))
    assert offered("shoal run ~/st") == ["~/study.yaml"]


def test_run_folders_are_offered_where_runs_are_read(folder):
    assert offered("shoal verify ") == ["demo", "runs/may"]
    assert offered("shoal certificate ru") == ["runs/may"]
    assert offered("shoal verify st") == ["study.yaml"]
    assert offered("shoal export-model study.yaml --run ") == ["demo", "runs/may"]


def test_a_crowded_folder_is_not_searched_to_the_end(folder, monkeypatch):
    monkeypatch.setattr(completion, "MOST", 3)
    assert offered("shoal run ") == ["keys.json"]
    assert offered("shoal run study") == ["study.yaml"]


def test_what_cannot_be_looked_into_offers_nothing(folder):
    assert offered("shoal run nowhere/s") == []


def test_names_are_offered_where_one_of_a_few_is_meant(folder):
    assert offered("shoal models k-") == ["k-anonymity", "k-map"]
    assert offered("shoal hierarchy build t.csv age --builder ma") == ["masking"]
    assert offered("shoal export-model s.yaml --model dec") == ["decision-tree"]
    assert offered("shoal export-model s.yaml --unseen ") == ["error", "root"]
    assert offered("shoal user add ada --role ") == ["steward", "researcher", "viewer"]
    assert offered("shoal teach s.yaml --about c") == ["clusters"]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_names_in_the_sources_are_those_of_the_registries(family):
    registry = FAMILIES[family]()
    [home] = [
        name for name in completion.HOMES if set(completion.registry_names(name)) & {*registry}
    ]
    ours = [name for name in registry if registry.class_of(name).__module__.startswith("shoal.")]
    assert completion.registry_names(home) == ours


def test_every_family_of_names_is_offered():
    assert len(completion.HOMES) == len(FAMILIES)


@pytest.mark.parametrize(
    "line",
    [
        "shoal reidentify demo ",
        "shoal reidentify demo patient ",
        "shoal ledger forget ",
        "shoal hierarchy build patients.csv ",
        "shoal risk patients.csv --sensitive ",
    ],
)
def test_nothing_of_the_data_is_offered(folder, line):
    assert offered(line) == []


@pytest.mark.parametrize("shell", ["zsh", "fish", "powershell", "pwsh"])
def test_every_shell_has_a_script_and_is_answered(folder, shell):
    script = CliRunner().invoke(
        app, [], env={"_SHOAL_COMPLETE": f"source_{shell}"}, prog_name="shoal"
    )
    assert script.exit_code == 0
    assert "shoal" in script.stdout
    assert any("study.yaml" in line for line in offered("shoal run st", shell))


# In processes of their own

ASKED = """
import sys
from shoal.cli.program import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
sys.stderr.write(" ".join(sys.modules))
"""


@pytest.mark.parametrize(
    "line",
    ["shoal ", "shoal run ", "shoal verify ", "shoal models k", "shoal user add ada --role "],
)
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completing_loads_nothing_heavy(folder, line, shell):
    asked = {"_SHOAL_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": line}
    asked |= {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip()
    assert "shoal.cli.completion" in done.stderr
    assert not HEAVY & set(done.stderr.split())


BASH = """
eval "$(shoal --show-completion)"
complete -p shoal
COMP_WORDS=(shoal run de) COMP_CWORD=2
_shoal_completion shoal
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no Bash here")
def test_a_real_bash_completes(folder):
    commands = folder / ".bin"
    commands.mkdir()
    (commands / "shoal").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m shoal "$@"\n')
    (commands / "shoal").chmod(0o755)
    path = f"{commands}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", BASH],
        env=os.environ | {"PATH": path, "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "complete -o default -F _shoal_completion shoal",
        "demo/example/study.yaml",
    ]
