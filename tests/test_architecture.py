"""Imports point to earlier rooms, the mathematics does no input or output, starting is quick."""

import ast
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

import shoal

PACKAGE = Path(shoal.__file__).parent
ROOMS_PAGE = Path(__file__).parents[1] / "docs" / "rooms.md"
# The rooms, lowest first (docs/rooms.md says what each holds).
ORDER = [
    *("grammar", "errors", "version", "progress", "plugin", "numbers", "validation", "formula"),
    *("card", "registry"),
    *("data", "hierarchies", "engine", "privacy", "quality", "search"),
    *("identifiers", "methods", "risk", "utility", "learning", "interactive", "scale"),
    *("verify", "study", "report", "ledger", "pipeline", "service", "server"),
    *("api", "web", "cli", "testing", "__main__", "__init__"),
]
# What a room may import at most, where that is less than everything before it.
ONLY = {"verify": {"errors", "verify"}}
# A face that lives where people look for it: scikit-learn calls it, and it calls the service.
FACES = {"shoal.learning.anonymizer": "cli"}
MODULES = {
    ".".join(("shoal", *path.relative_to(PACKAGE).with_suffix("").parts)): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def room_of(module):
    """The room of `shoal.data.table` is `data`; the package itself is `__init__`."""
    return [*module.split("."), "__init__"][1]


def imports_of(module, source, known=MODULES):
    """Every module of Shoal that a source imports, wherever the import stands."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=origin, names=names, level=level):
                package = ".".join(module.split(".")[:-level]) if level else ""
                base = ".".join(part for part in (package, origin) if part)
                yield from (_inside(base, name.name, known) for name in names)
            case ast.Call(func=ast.Name("import_module") | ast.Attribute(attr="import_module")):
                yield from _by_text(node)


def _inside(base, name, known):
    """What `from base import name` loads: the package itself is only loaded for its names."""
    inner = f"{base}.{name}"
    return inner if base == "shoal" or {inner, f"{inner}.__init__"} & {*known} else base


def _by_text(call):
    """A module imported by a text; where the text is computed, nothing can be said."""
    return [text.value for text in call.args[:1] if isinstance(text, ast.Constant)]


def upward(module, source):
    """Imports that point to a later room, or that the room must not have."""
    here = FACES.get(module, room_of(module))
    allowed = ONLY.get(here, set(ORDER[: ORDER.index(here) + 1]))
    found = {name for name in imports_of(module, source) if re.match(r"shoal\b", name)}
    return sorted(name for name in found if room_of(name) not in allowed)


def test_imports_point_to_earlier_rooms():
    new = {room_of(module) for module in MODULES} - {*ORDER}
    assert not new, "A new room needs a place in ORDER and in docs/rooms.md."
    found = {module: upward(module, path.read_text("utf-8")) for module, path in MODULES.items()}
    assert {module: names for module, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("module", "lie"),
    [
        ("shoal.engine.encode", "from shoal.search.problem import Problem"),
        ("shoal.engine.encode", "import shoal.search"),
        ("shoal.engine.encode", "from shoal import search"),
        ("shoal.engine.encode", "from shoal import anonymize"),
        ("shoal.engine.encode", "def f():\n    from shoal.cli.program import app"),
        ("shoal.engine.encode", "from ..service import study"),
        ("shoal.engine.encode", "import importlib\nimportlib.import_module('shoal.report.page')"),
        ("shoal.data.table", "if TYPE_CHECKING:\n    from shoal.hierarchies import Hierarchy"),
        ("shoal.plugin", "from shoal.registry import Registry"),
        ("shoal.verify.tables.files", "from shoal.data.files import read"),
        ("shoal.verify.tables.files", "from shoal.progress import Watch"),
        ("shoal.study.study", "import shoal"),
        ("shoal.learning.bundle", "from shoal.study.study import Study"),
    ],
)
def test_the_law_catches_an_upward_import(module, lie):
    assert upward(module, lie)


def test_the_law_allows_what_points_down():
    assert upward("shoal.study.study", "from shoal.engine import encode\nimport polars") == []
    assert upward("shoal.verify.tables.files", "from .verdict import Verdict") == []


def test_only_loaders_import_by_a_computed_name():
    loaders = [
        name for name, path in MODULES.items() if "import_module(" in path.read_text("utf-8")
    ]
    assert loaders == ["shoal.__init__", "shoal.registry"]


def import_graph(sources):
    """Each module with the modules it imports; what only type checkers see does not count."""
    return {
        name: {found for found in imports_of(name, _run_at_import(text)) if found in sources}
        for name, text in sources.items()
    }


def _run_at_import(source):
    """The statements of a module that run when it is imported."""
    body = ast.parse(source).body
    return "\n".join(
        ast.unparse(statement)
        for statement in body
        if not isinstance(statement, ast.FunctionDef | ast.If)
    )


def test_no_modules_import_each_other():
    sources = {name: path.read_text("utf-8") for name, path in MODULES.items()}
    assert len([*TopologicalSorter(import_graph(sources)).static_order()]) == len(MODULES)


def test_the_law_catches_modules_that_import_each_other():
    lie = {"shoal.a": "from shoal.b import x", "shoal.b": "def f(): ...\nimport shoal.a"}
    with pytest.raises(ValueError, match="cycle"):
        TopologicalSorter(import_graph(lie)).prepare()


# Folders

UNDER_WORK: set[str] = set()


def folder_of(module, known):
    """The folder of a module's file; that of a package is its own."""
    return module if f"{module}.__init__" in known else module.rpartition(".")[0]


def imports_between_folders(sources):
    """For two folders of a room, an import of the second by a file that lies in the first."""
    return {
        (here, there): f"{module} imports {name}"
        for module, text in sources.items()
        for name in imports_of(module, text, sources)
        if room_of(name) == room_of(module)
        if (here := folder_of(module, sources)) != (there := folder_of(name, sources))
    }


def circle_of_folders(sources):
    """The imports by which folders of a room import each other, if there are such folders."""
    between = imports_between_folders(sources)
    folders = {here: {there for start, there in between if start == here} for here, _ in between}
    try:
        TopologicalSorter(folders).prepare()
    except CycleError as error:
        return [between[later, earlier] for earlier, later in pairwise(error.args[1])]
    return []


@pytest.mark.parametrize("room", sorted({room_of(module) for module in MODULES} - UNDER_WORK))
def test_no_folders_of_a_room_import_each_other(room):
    inside = {
        module: path.read_text("utf-8")
        for module, path in MODULES.items()
        if room_of(module) == room
    }
    assert circle_of_folders(inside) == []


SEARCH = {
    "shoal.search.__init__": "from shoal.search.problem import Problem",
    "shoal.search.optimal": "def run(self):\n    from shoal.search.exact import walk",
    "shoal.search.exact.__init__": "",
    "shoal.search.exact.walk": "from shoal.search.problem.outcome import Outcome",
    "shoal.search.problem.__init__": "from shoal.search.problem.outcome import Outcome",
    "shoal.search.problem.outcome": "from shoal.engine.arrays import Bools",
}


@pytest.mark.parametrize(
    ("module", "lie"),
    [
        ("shoal.search.exact.walk", "from shoal.search.optimal import Optimal"),
        ("shoal.search.exact.walk", "def f():\n    from shoal.search.optimal import Optimal"),
        ("shoal.search.exact.walk", "if TYPE_CHECKING:\n    from shoal.search import optimal"),
        ("shoal.search.exact.walk", "from .. import optimal"),
        ("shoal.search.exact.__init__", "import shoal.search"),
        ("shoal.search.problem.outcome", "def f():\n    import shoal.search.exact.walk"),
        ("shoal.search.problem.outcome", "if TYPE_CHECKING:\n    from shoal.search import exact"),
        ("shoal.search.problem.outcome", "from shoal.search.exact import Walk"),
        ("shoal.search.problem.outcome", "import_module('shoal.search.optimal')"),
    ],
)
def test_the_law_catches_folders_that_import_each_other(module, lie):
    assert circle_of_folders({**SEARCH, module: lie})


def test_the_law_catches_a_folder_and_one_inside_it_and_tells_the_imports():
    inner = {
        "shoal.search.exact.ladder.rungs": "def f():\n    from shoal.search.exact.walk import walk",
        "shoal.search.exact.look": "from shoal.search.exact.ladder.rungs import rungs",
    }
    assert {*circle_of_folders(SEARCH | inner)} == {
        "shoal.search.exact.ladder.rungs imports shoal.search.exact.walk",
        "shoal.search.exact.look imports shoal.search.exact.ladder.rungs",
    }


@pytest.mark.parametrize(
    ("module", "fine"),
    [
        ("shoal.search.problem.outcome", "from shoal.search.problem import Problem"),
        ("shoal.search.problem.outcome", "from shoal.engine.classes import classes_of"),
        ("shoal.search.failure.explain", "from shoal.search import optimal"),
        ("shoal.search.exact.look", "def f():\n    from shoal.search.problem import Problem"),
    ],
)
def test_the_law_allows_folders_that_import_one_way(module, fine):
    assert circle_of_folders({**SEARCH, module: fine}) == []


def test_the_page_about_rooms_has_the_same_order():
    column = re.findall(r"^\| (`[^|]+`) \|", ROOMS_PAGE.read_text("utf-8"), re.MULTILINE)
    assert [room for cell in column for room in re.findall(r"`(\w+)`", cell)] == ORDER


# Input and output

PURE = ("engine", "privacy", "quality", "search")
READS_ITS_OWN_SOURCES = "shoal.engine.kernel"
IO_MODULES = {
    *("builtins", "csv", "fcntl", "glob", "gzip", "http", "io", "json", "logging", "mmap"),
    *("pathlib", "pickle", "shutil", "socket", "sqlite3", "subprocess", "sys", "tempfile"),
    *("tomllib", "urllib", "yaml", "zipfile"),
}
IO_CALLS = re.compile(
    r"open|print|input|exec|eval|(read|write|scan|sink)_\w+|tofile|fromfile|memmap|save\w*"
    r"|loadtxt|genfromtxt|mkdir|unlink|rename|touch|iterdir|r?glob"
)
QUIET_OS = {"cpu_count", "process_cpu_count", "sched_getaffinity"}


def io_in(source):
    """Imports and calls that read or write something outside the program."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names if name.name.split(".")[0] in IO_MODULES)
            case ast.ImportFrom(module=str(origin)) if origin.split(".")[0] in IO_MODULES:
                yield origin
            case ast.ImportFrom(module="os", names=names):
                yield from (name.name for name in names if name.name not in QUIET_OS)
            case ast.Attribute(value=ast.Name("os"), attr=name) if name not in QUIET_OS:
                yield f"os.{name}"
            case ast.Attribute(value=ast.Name("np"), attr="load"):
                yield "np.load"
            case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)):
                yield from [name] if IO_CALLS.fullmatch(name) else []


def test_the_mathematics_does_no_input_or_output():
    pure = {module: path for module, path in MODULES.items() if room_of(module) in PURE}
    found = {module: {*io_in(path.read_text("utf-8"))} for module, path in pure.items()}
    found[READS_ITS_OWN_SOURCES] -= {"pathlib", "os.environ", "rglob", "read_bytes"}
    assert {module: calls for module, calls in found.items() if calls} == {}


@pytest.mark.parametrize(
    "lie",
    [
        "with open('x') as file: ...",
        "from pathlib import Path",
        "def f(path): return path.read_text()",
        "import polars as pl\npl.read_csv('x')",
        "frame.write_parquet(place)",
        "import os\nos.remove('x')",
        "from os import listdir",
        "import numpy as np\nnp.save('x', codes)",
        "codes = np.load(place)",
        "print(1)",
        "import urllib.request",
    ],
)
def test_the_law_catches_input_and_output(lie):
    assert list(io_in(lie))


# Starting

HEAVY = {"numba", "polars", "pandas", "pyarrow", "sklearn", "matplotlib", "fastapi", "nicegui"}
HEAVY |= {"pyspark", "duckdb", "sqlalchemy"}


def loaded_by(code):
    """The modules that a fresh Python has loaded after running a piece of code."""
    code += "\nimport sys\nloaded = [name for name, found in sys.modules.items() if found]"
    code += "\nsys.stdout.write('\\n' + ' '.join(loaded))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


HELP = """
import sys
from shoal.cli.program import main
sys.argv = ["shoal", "--help"]
try:
    main()
except SystemExit as end:
    assert end.code == 0
"""


@pytest.mark.parametrize("code", ["import shoal", HELP], ids=["import shoal", "shoal --help"])
def test_starting_loads_nothing_heavy(code):
    assert "shoal.version" in (loaded := loaded_by(code))
    assert not HEAVY & loaded


def test_the_public_verbs_load_the_engine_when_they_are_called():
    loaded = loaded_by("from shoal import anonymize, check, run, verify_run")
    assert "shoal.study.study" in loaded
    assert (
        not {"numpy", "numba", "shoal.engine", "shoal.search", "shoal.methods", "shoal.report"}
        & loaded
    )


# Numba looks for SciPy by itself; without the extra it finds none.
RUN = """
import sys
sys.modules["scipy"] = None
from shoal import run, verify_run
run("study.yaml", "run")
"""
NOT_FOR_A_RUN = {"sklearn", "scipy", "pandas", "pyarrow", "matplotlib", "fastapi", "nicegui"}
NOT_FOR_A_RUN |= {"duckdb", "sqlalchemy", "skops", "pyspark", "psycopg", "shoal.learning"}
STUDY = """
data: table.csv
columns: {age: {role: quasi-identifier, hierarchy: {builder: masking}}}
privacy: [{model: k-anonymity, k: 2}]
"""


def run_in(folder, code):
    (folder / "table.csv").write_text("age\n34\n39\n66\n61\n")
    (folder / "study.yaml").write_text(STUDY)
    return loaded_by(f"import os\nos.chdir({str(folder)!r})\n{code}")


def test_a_run_of_a_csv_file_loads_nothing_of_an_extra(tmp_path):
    loaded = run_in(tmp_path, RUN)
    assert "shoal.verify.verifier" in loaded
    assert not NOT_FOR_A_RUN & loaded


def test_the_law_sees_what_a_run_loads(tmp_path):
    assert NOT_FOR_A_RUN & run_in(tmp_path, RUN + "import shoal.learning")


def test_the_law_sees_what_is_loaded():
    assert "numba" in loaded_by("import shoal.engine.kernel")
