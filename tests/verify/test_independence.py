"""The verifier shares no code with what it verifies."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import shoal

ROOM = Path(shoal.__file__).parent / "verify"
ALLOWED = ("shoal.errors", "shoal.verify")


def imported(source):
    """Every module that a source imports, wherever the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = "." * node.level + (node.module or "")
            yield from (
                [f"shoal.{n.name}" for n in node.names] if package == "shoal" else [package]
            )


def forbidden(source):
    """Imports of Shoal that the verifier must not have; relative ones could hide any."""
    return [
        name
        for name in imported(source)
        if name.startswith(".") or (name.split(".")[0] == "shoal" and not name.startswith(ALLOWED))
    ]


@pytest.mark.parametrize("path", sorted(ROOM.glob("**/*.py")), ids=lambda path: path.stem)
def test_a_module_imports_nothing_of_shoal_but_errors(path):
    source = path.read_text()
    assert forbidden(source) == []
    assert "import_module" not in source
    assert "__import__" not in source


@pytest.mark.parametrize(
    "lie",
    [
        "from shoal.engine import encode",
        "import shoal.privacy",
        "from shoal import search",
        "def f():\n    from shoal.quality.loss import Loss",
        "from ..engine import encode",
    ],
)
def test_the_law_catches_a_forbidden_import(lie):
    assert forbidden(lie)


def test_importing_the_verifier_loads_no_other_room():
    code = "import sys, shoal.verify; print([m for m in sys.modules if m.startswith('shoal.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rooms = {name.split(".")[1] for name in ast.literal_eval(done.stdout)}
    assert rooms <= {"grammar", "errors", "verify", "version"}  # errors are made of grammar
