"""The project around the package: files, dependencies, commands, and the tests themselves."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).parents[1]
PACKAGE = CHECKOUT / "src" / "shoal"
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
SOURCES = sorted(PACKAGE.rglob("*.py"))
LONGEST_FILE, LONGEST_FUNCTION, LARGEST_FILE = 300, 60, 300_000
FEWEST_TESTS = 3500


def run(*command, folder=CHECKOUT, **variables):
    """A command; where make runs these tests, another make must not think it is its child."""
    words = [str(word) for word in command]
    outside = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    environment = outside | variables
    return subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


# Files


@pytest.fixture(scope="module")
def files():
    """Every file of the project that git knows or would add."""
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z").stdout
    paths = [CHECKOUT / name for name in listed.split("\0") if name]
    return [path for path in paths if path.is_file()]


def text_of(path):
    """The text of a file; nothing if it is not text."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        return ""


# Written in pieces, so that this file does not find itself.
MACHINE = re.compile(
    r"/(?:work|root|opt|home/\w+|Users/\w+)/[\w.]+|file:/" + r"//\w|\b(?:pypi|test\.pypi)\.org"
    r"|python" + r"hosted|(?:index-url|find-links|trusted-host)[ =]"
)


@pytest.mark.needs("git")
def test_no_file_knows_a_machine_or_a_package_registry(files):
    assert len(files) > 100
    found = {path.name: MACHINE.findall(text_of(path)) for path in files}
    assert {name: places for name, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "lie",
    [
        "cd /wo" + "rk/main",
        "numpy @ https://files.python" + "hosted.org/x.whl",
        "pip install --index-" + "url x",
        "/ho" + "me/ann/data.csv",
    ],
)
def test_the_law_catches_machines_and_registries(lie):
    assert MACHINE.search(lie)


@pytest.mark.needs("git")
def test_every_file_is_small(files):
    assert [path.name for path in files if path.stat().st_size >= LARGEST_FILE] == []


def is_kernel(function, source):
    """Kernels may be long: a compiled loop is not split for the reader alone."""
    names = [node.id for node in ast.walk(function) if isinstance(node, ast.Name)]
    decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
    compiled = "kernel" in decorators or f"= kernel({function.name})" in source
    return compiled and "open" not in names


def long_functions(source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            if lines > LONGEST_FUNCTION and not is_kernel(node, source):
                yield node.name


def test_no_source_file_is_long():
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    assert {name: count for name, count in lines.items() if count > LONGEST_FILE} == {}


def test_no_function_outside_kernels_is_long():
    assert {path.name: [*long_functions(path.read_text("utf-8"))] for path in SOURCES} == {
        path.name: [] for path in SOURCES
    }


def test_the_law_catches_a_long_function_and_lets_kernels_be():
    body = "".join(f"\n    x = {number}" for number in range(LONGEST_FUNCTION))
    assert [*long_functions(f"def f():{body}")] == ["f"]
    assert [*long_functions(f"@kernel\ndef f():{body}")] == []


def test_no_name_says_nothing():
    vague = {"utils", "util", "base", "helpers", "helper", "common", "misc", "manager"}
    assert [path.name for path in SOURCES if path.stem in vague] == []


# Dependencies

NEEDED = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
EXTRAS = {
    extra: [Requirement(text) for text in texts]
    for extra, texts in PROJECT["project"]["optional-dependencies"].items()
}
CONSTRAINTS = [
    Requirement(line)
    for line in (CHECKOUT / "constraints.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


# Declared because others load them for us: no source of ours names them.
LOADED_BY_OTHERS = {
    "pandas": "who gives us a frame has imported it; Polars makes one for them",
    "python-multipart": "FastAPI reads forms and uploads with it",
    "websockets": "Uvicorn speaks to the browser with it",
}


def third_party_imports(sources):
    """Packages from elsewhere that sources import, wherever the import stands."""
    roots = {
        name.split(".")[0]
        for source in sources
        for node in ast.walk(ast.parse(source))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom) and node.module and not node.level
            else []
        )
    }
    return roots - set(sys.stdlib_module_names) - {"shoal"}


def undeclared_and_idle(sources, declared):
    """Packages that are imported but not declared, and those declared but not imported."""
    owners = packages_distributions()
    imported = {
        canonicalize_name(owner) for name in third_party_imports(sources) for owner in owners[name]
    }
    return imported - declared, declared - imported


def declared_names():
    """What the core and the extras for users need; the extra for development is not theirs."""
    users = [*NEEDED, *(one for extra in EXTRAS if extra != "dev" for one in EXTRAS[extra])]
    return {canonicalize_name(one.name) for one in users}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported():
    sources = [path.read_text("utf-8") for path in SOURCES]
    undeclared, idle = undeclared_and_idle(sources, declared_names())
    assert undeclared == set()
    assert idle == set(LOADED_BY_OTHERS)


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        ("import hypothesis", ({"hypothesis"}, {"numpy"})),
        ("def f():\n    from hypothesis.strategies import text", ({"hypothesis"}, {"numpy"})),
        ("if TYPE_CHECKING:\n    import numpy", (set(), set())),
        ("import json", (set(), {"numpy"})),
    ],
)
def test_the_law_catches_undeclared_and_idle_packages(lie, found):
    assert undeclared_and_idle([lie], {"numpy"}) == found


def test_the_core_needs_no_part_of_an_extra():
    extras = {one.name for extra in EXTRAS if extra != "dev" for one in EXTRAS[extra]}
    assert {one.name for one in NEEDED} & extras == set()


def test_development_has_every_extra():
    [ours] = [one for one in EXTRAS["dev"] if one.name == "shoal"]
    assert ours.extras == set(EXTRAS) - {"dev"}


def test_constraints_are_names_and_exact_versions_within_the_declared_ranges():
    versions = {}
    for constraint in CONSTRAINTS:
        [exact] = constraint.specifier
        assert (exact.operator, constraint.url) == ("==", None)
        versions.setdefault(canonicalize_name(constraint.name), []).append(exact.version)
    for one in [*NEEDED, *(one for extra in EXTRAS.values() for one in extra)]:
        for version in versions.get(canonicalize_name(one.name), []):
            assert one.specifier.contains(version), one


def test_every_declared_package_has_a_tested_version():
    pinned = {canonicalize_name(one.name) for one in CONSTRAINTS}
    wanted = {
        canonicalize_name(one.name)
        for one in [*NEEDED, *(one for extra in EXTRAS.values() for one in extra)]
    }
    assert wanted - pinned == {"shoal"}


# Commands


@pytest.fixture
def clone(tmp_path):
    """A folder with the script that creates .venv, and an empty folder for commands."""
    shutil.copytree(CHECKOUT / ".ci", tmp_path / ".ci")
    commands = tmp_path / "commands"
    commands.mkdir()
    for name in ("sh", "rm", "dirname"):
        (commands / name).symlink_to(shutil.which(name))
    return tmp_path


def command(clone, name, text):
    path = clone / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def create(clone, **variables):
    return run(clone / ".ci" / "venv", folder=clone, PATH=str(clone / "commands"), **variables)


def test_without_python_one_sentence_names_the_packages(clone):
    done = create(clone)
    assert done.returncode == 1
    assert done.stderr == (
        "No working Python 3.11 to 3.15 was found: install the packages python3 and python3-venv.\n"
    )


def test_a_python_without_venv_is_named_with_its_package(clone):
    command(clone, "commands/python3.12", '[ "$1" != -m ]')
    done = create(clone)
    assert done.returncode == 1
    assert done.stderr == (
        "python3.12 cannot create virtual environments: install the package python3.12-venv.\n"
    )


def test_shims_and_old_versions_are_passed_over(clone):
    command(clone, "commands/python3.11", "echo 'command not found' >&2; exit 127")
    command(clone, "commands/python3.12", f'[ "$1" != -m ] && exec {sys.executable} "$@"')
    command(clone, "commands/python3.13", f'exec {sys.executable} "$@"')
    done = create(clone)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Created .venv with Python 3.")
    assert run(clone / ".venv" / "bin" / "python", "-m", "pip", "--version").returncode == 0
    (clone / "commands" / "python3.13").unlink()
    assert create(clone).stdout == ""  # what works is kept


def test_make_alone_lists_every_target_with_one_line():
    listed = run("make").stdout.splitlines()
    named = [line.split()[1] for line in listed]
    contract = ("demo", "test", "test-all", "system-packages", "check", "oracle", "bench", "serve")
    assert set(contract) <= set(named)
    assert all(re.fullmatch(r"make [a-z-]+ +\S.*", line) for line in listed)


def test_make_test_never_calls_apt():
    planned = run("make", "--dry-run", "test", "demo").stdout
    assert "pytest" in planned
    assert not re.search(r"apt|sudo|system-packages", planned)


def test_the_oracle_fails_clearly_without_data(tmp_path):
    done = run("make", "oracle", "-o", ".venv/installed", SHOAL_DATA=str(tmp_path / "nowhere"))
    assert done.returncode != 0
    assert "make oracle needs real data: there is no" in done.stderr


def test_ci_runs_the_commands_of_the_readme():
    script = (CHECKOUT / ".ci" / "run").read_text("utf-8")
    assert "set -euo pipefail" in script
    assert os.access(CHECKOUT / ".ci" / "run", os.X_OK)
    steps = re.findall(r"^\s*step make ([a-z-]+)", script, re.MULTILINE)
    # The demo comes first: nothing is installed yet that only tests need.
    assert steps[:4] == ["system-packages", "demo", "check", "test"]


@pytest.mark.parametrize(
    ("target", "wanted"), [("demo", "."), ("serve", ".[serve,learn]"), ("test", ".[dev]")]
)
def test_a_target_installs_what_it_needs_and_no_more(tmp_path, target, wanted):
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(CHECKOUT / name, tmp_path)
    planned = run("make", "--dry-run", target, folder=tmp_path).stdout
    assert re.findall(r"constraints.txt -e '(.+)'", planned) == [wanted]


def test_what_is_installed_for_tests_is_enough_for_the_demo(tmp_path):
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(CHECKOUT / name, tmp_path)
    (tmp_path / ".ci").mkdir()
    command(tmp_path, ".ci/venv", "mkdir -p .venv/bin && ln -s /bin/true .venv/bin/python")
    assert run("make", ".venv/installed", folder=tmp_path).returncode == 0
    for target in ("demo", "serve", "test"):
        assert "pip install" not in run("make", "--dry-run", target, folder=tmp_path).stdout


# Tests

NEEDY = """
import pytest

@pytest.mark.needs("data")
def test_marked(): ...

def test_by_fixture(shared_data): ...

def test_by_hand():
    pytest.skip("needs browser: none")

def test_other():
    pytest.skip("not on this system")

@pytest.mark.oracle
def test_answer(): ...
"""


def pytest_in(folder, *words, **variables):
    """Our conftest on tests of its own, where no data are."""
    (folder / "tests").mkdir(exist_ok=True)
    shutil.copy(CHECKOUT / "tests" / "conftest.py", folder / "tests")
    shutil.copy(CHECKOUT / "pyproject.toml", folder)
    (folder / "tests" / "test_needy.py").write_text(NEEDY)
    unset = {"SHOAL_DATA": "", "SHOAL_REQUIRE": "", "SHOAL_CACHE": ""}
    return run(sys.executable, "-m", "pytest", *words, folder=folder, **(unset | variables))


def test_a_missing_thing_skips_and_the_end_says_why(tmp_path):
    done = pytest_in(tmp_path, "-m", "not oracle")
    assert done.returncode == 0
    end = done.stdout.partition("what did not run, and why")[2]
    assert "    2 needs data: no folder ../shared/data beside the checkout" in end
    assert "    1 needs browser: none" in end
    assert "    1 not on this system" in end
    assert "    1 oracle: run by make oracle" in end


def test_a_required_thing_turns_its_skips_into_failures(tmp_path):
    done = pytest_in(tmp_path, SHOAL_REQUIRE="data,browser")
    assert done.returncode == 1
    assert "1 failed, 1 skipped, 3 errors" in done.stdout
    assert "(required by SHOAL_REQUIRE)" in done.stdout


def test_what_is_there_is_not_skipped(tmp_path):
    done = pytest_in(tmp_path, SHOAL_REQUIRE="data", SHOAL_DATA=str(tmp_path))
    assert done.returncode == 0
    assert "3 passed, 2 skipped" in done.stdout


def test_a_need_nobody_knows_is_an_error(tmp_path):
    done = pytest_in(tmp_path, SHOAL_REQUIRE="dta")
    assert done.returncode != 0
    assert "SHOAL_REQUIRE knows only data" in done.stdout + done.stderr


def test_the_files_that_begin_first_are_there():
    text = (CHECKOUT / "tests" / "conftest.py").read_text("utf-8")
    names = re.findall(r'"((?:\w+/)*test_\w+\.py)"', text)
    assert names
    assert [name for name in names if not (CHECKOUT / "tests" / name).is_file()] == []


def collected_anew():
    done = run(sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:randomly")
    assert done.returncode == 0, done.stdout[-2000:]
    return Counter(re.findall(r"^(tests/\S+?\.py)::", done.stdout, re.MULTILINE))


def test_every_test_file_is_collected(collected):
    """A broken collection cannot pass: tests are counted, and every file has some."""
    found = collected or collected_anew()
    assert found.total() >= FEWEST_TESTS
    there = {str(path.relative_to(CHECKOUT)) for path in (CHECKOUT / "tests").rglob("test_*.py")}
    assert there - set(found) == set()
