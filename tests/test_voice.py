"""One voice: names say who acts, citations lead somewhere, no module is a fragment of another."""

import ast
import doctest
import importlib
import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from test_architecture import MODULES, imports_of, room_of

CHECKOUT = Path(__file__).parents[1]
PACKAGE = CHECKOUT / "src" / "shoal"

# Names of functions

# Past participles that do not end in -ed, without those that are also verbs or nouns (read, cut).
IRREGULAR = """
been begun bent bought broken brought built caught chosen dealt done drawn driven fallen fed felt
forgotten found frozen given gone grown held hidden hung kept known laid led lent lost made meant
met paid risen said seen sent shown sold sought spent spoken spun stolen stood struck stuck swept
taken taught thought thrown told torn understood won worn wound woven written
""".split()  # noqa: SIM905  (a list of words reads best as text)
# Words that end like a participle and are none.
OTHERS = """
bed embed exceed feed indeed need proceed red seed shed speed succeed
during king missing nothing ping ring string thing
""".split()  # noqa: SIM905  (a list of words reads best as text)
ALLOWED = 0.04  # of all functions


def function_names(source):
    """The names of the functions and methods that a source defines, without magic ones."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    names = (node.name for node in ast.walk(ast.parse(source)) if isinstance(node, kinds))
    return [name for name in names if not name.startswith("__")]


def is_participle(name):
    """Whether the first word of a name is a participle: `told`, `placed_records`, `_growing`."""
    word = name.strip("_").split("_")[0]
    return word in IRREGULAR or (word.endswith(("ed", "ing")) and word not in OTHERS)


def test_few_functions_are_called_by_a_participle():
    names = [name for path in MODULES.values() for name in function_names(path.read_text("utf-8"))]
    participles = Counter(name for name in names if is_participle(name))
    assert len(names) > 5000
    assert participles.total() <= ALLOWED * len(names), participles.most_common()


@pytest.mark.parametrize("name", ["told", "_placed", "answered_questions", "growing", "_kept_rows"])
def test_the_law_catches_participles(name):
    assert function_names(f"class C:\n    def {name}(self): ...") == [name]
    assert is_participle(name)


@pytest.mark.parametrize("name", ["write_release", "class_sizes", "is_kept", "need", "read", "red"])
def test_verbs_and_nouns_are_fine(name):
    assert not is_participle(name)


# Citations

# A path of this repository in a comment, a docstring or a page: docs/theory/losses.md, tests/laws.
CITED = re.compile(
    r"(?<![\w/.-])((?:docs|tests|benchmarks|studies|fuzz|spec|src/shoal)/[\w./-]*\w/?"
    r"|(?:design|house|style)\.md)"
)
# What a command makes, what stands for any name, and the model that CONTRIBUTING invents.
MADE = re.compile(r"^(docs/(benchmarks|reference|studies)\b|tests/<|build/)|largest_share")
TEXTS = ("src/**/*.py", "tests/**/*.py", "benchmarks/*.py", "studies/*.*", "fuzz/*.py", "docs/*.md")


def cited_paths(text):
    """The paths that a text cites."""
    return {path.rstrip("./") for path in CITED.findall(text)}


def missing_paths(text):
    """The cited paths that are not in the repository."""
    return {path for path in cited_paths(text) if not exists(path) and not MADE.search(path)}


def exists(path):
    """Whether a path is there: a file, a folder, a module without its ending, a decision."""
    place = CHECKOUT / path
    return place.exists() or any(place.parent.glob(f"{place.name}.py")) or is_decision(place)


def is_decision(place):
    """Whether a path is the number of a decision."""
    return place.parent.name == "decisions" and any(place.parent.glob(f"{place.name}-*.md"))


def test_cited_paths_are_in_the_repository():
    here = Path(__file__).name
    pages = (path for glob in TEXTS for path in sorted(CHECKOUT.glob(glob)) if path.name != here)
    pages = [*pages, *sorted((CHECKOUT / "docs").glob("[dt]*/*.md")), *CHECKOUT.glob("*.md")]
    found = {str(path.relative_to(CHECKOUT)): prose(path) for path in pages if path.is_file()}
    missing = {name: missing_paths(text) for name, text in found.items()}
    assert {name: paths for name, paths in missing.items() if paths} == {}


def prose(path):
    """What a file tells readers: the whole page, or the docstrings and comments of a module."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return re.sub(r"\]\([^)]*\)", "]", text)  # links are followed elsewhere
    nodes = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    parts = [ast.get_docstring(n) or "" for n in ast.walk(ast.parse(text)) if isinstance(n, nodes)]
    return "\n".join([*parts, *re.findall(r"#\s(.*)", text)])


@pytest.mark.parametrize(
    "lie",
    ["(spec/privacy.md)", "see docs/theory/nothing.md.", "design.md", "tests/laws/test_no.py"],
)
def test_the_law_catches_paths_that_do_not_exist(lie):
    assert missing_paths(lie)


@pytest.mark.parametrize("fine", ["docs/theory/losses.md", "(tests/laws)", "`docs/rooms.md`."])
def test_paths_that_exist_are_fine(fine):
    assert cited_paths(fine)
    assert not missing_paths(fine)


# Fragments

SMALL = 60  # lines: a module below this with one importer is part of that importer
LONG = 300  # lines that no file may exceed
# Folders and endings whose files are members of a family, one each, whatever their size.
FAMILIES = re.compile(
    r"shoal\.(api\.routes|server\.actions|study\.keys|data\.fhir|pipeline\.(ways|places)"
    r"|pipeline\.summary|verify\.promises|privacy\.uniqueness|risk\.attacks|data\.presets)\.\w+$"
    r"|shoal\.cli\.\w+_commands?$|shoal\.hierarchies\.automatic_\w+$"
)


def importers_of(sources):
    """Which modules import each module, and whether only when a function is called."""
    known = {*sources}
    importers = {module: {} for module in sources}
    for module, source in sources.items():
        at_start = {*imports_of(module, without_functions(source), known)}
        for name in {*imports_of(module, source, known)} & known - {module}:
            importers[name][module] = name not in at_start
    return importers


def without_functions(source):
    """A source without the bodies of its functions."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [ast.Pass()]
    return ast.unparse(ast.fix_missing_locations(tree))


def fragments(sources, tested=frozenset()):
    """Modules that are part of their only importer (the law of docs/rooms.md)."""
    for module, importers in importers_of(sources).items():
        source = sources[module]
        if len(importers) != 1 or lines(source) >= SMALL or module.endswith("__"):
            continue
        ((importer, is_lazy),) = importers.items()
        is_apart = is_lazy or room_of(importer) != room_of(module) or module in tested
        is_member = FAMILIES.match(module) or ".register(" in source or importer.endswith("__")
        if not (is_apart or is_member or lines(source) + lines(sources[importer]) > LONG):
            yield module


def lines(source):
    """How long a source is."""
    return len(source.splitlines())


def page_parts_with_tests():
    """Parts of pages that a test imports by themselves."""
    tests = (path.read_text("utf-8") for path in (CHECKOUT / "tests" / "web").rglob("test_*.py"))
    return {module for test in tests for module in imports_of("tests", test)}


def test_no_module_is_a_fragment_of_its_only_importer():
    sources = {module: path.read_text("utf-8") for module, path in MODULES.items()}
    assert [*fragments(sources, page_parts_with_tests())] == []


def test_the_law_catches_a_fragment():
    sources = {
        "shoal.risk.part": "def part(): ...",
        "shoal.risk.whole": "from shoal.risk.part import part",
        "shoal.risk.shared": "def shared(): ...",
        "shoal.risk.first": "from shoal.risk.shared import shared",
        "shoal.risk.second": "from shoal.risk.shared import shared",
        "shoal.risk.heavy": "import heavy",
        "shoal.risk.late": "def run():\n    from shoal.risk.heavy import heavy",
        "shoal.risk.plugin": "@attacks.register('plugin')\nclass Plugin: ...",
        "shoal.risk.list": "from shoal.risk.plugin import Plugin",
    }
    assert [*fragments(sources)] == ["shoal.risk.part"]


# Examples in docstrings

EXAMPLES = [module for module, path in MODULES.items() if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("module", EXAMPLES)
def test_examples_in_docstrings_print_what_they_say(module):
    done = doctest.testmod(importlib.import_module(module))
    assert done.attempted
    assert not done.failed


def test_the_law_catches_an_example_that_is_wrong():
    module = ModuleType("wrong", ">>> 1 + 1\n3\n")
    runner = doctest.testmod(module, report=False, verbose=False)
    assert (runner.attempted, runner.failed) == (1, 1)
