"""One orchestrator: ways and places are chosen once, and the page about rooms tells the truth."""

import ast
import re
import sys
from pathlib import Path

import pytest

import shoal
from shoal import run

PACKAGE = Path(shoal.__file__).parent
PAGE = Path(__file__).parents[1] / "docs" / "rooms.md"
# Where a study may be asked how it is solved and where its records are; `study` defines the words.
ASKED_HERE = ("pipeline/ways", "pipeline/places", "study")
LOWER = ("verify", "privacy", "search")  # rooms that know no study
ANYWHERE = {"private", "is_local", "is_by_record"}
OF_A_STUDY = {"method", "engine"}
STUDIES = {"study", "asked", "explicit", "given"}


def questions(source):
    """Questions about the mode of a study: how it is solved, and where its records are."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name) if name in ANYWHERE:
                yield name
            case ast.Attribute(attr=name, value=ast.Name(owner) | ast.Attribute(attr=owner)):
                yield from [name] if name in OF_A_STUDY and owner in STUDIES else []
            case ast.Call(func=ast.Name("getattr"), args=[owner, ast.Constant(name), *_]):
                if name in ANYWHERE | OF_A_STUDY and ast.unparse(owner).split(".")[-1] in STUDIES:
                    yield name


def test_nobody_asks_for_the_mode_of_a_study_but_ways_and_places():
    found = {
        str(path.relative_to(PACKAGE)): [*questions(path.read_text("utf-8"))]
        for path in PACKAGE.rglob("*.py")
        if not str(path.relative_to(PACKAGE)).startswith((*ASKED_HERE, *LOWER))
    }
    assert {path: asked for path, asked in found.items() if asked} == {}


@pytest.mark.parametrize(
    "lie",
    [
        "if study.private is not None: ...",
        "if done.study.is_local: ...",
        "x = asked.method",
        "if not self.study.engine.in_memory: ...",
        "getattr(study, 'method', None)",
    ],
)
def test_the_law_catches_a_mode_question(lie):
    assert [*questions(lie)]


def test_the_law_allows_other_words():
    assert not [*questions("way.by_class or found['method'] or request.method")]


def steps():
    """The steps of a run that the page tells: file and function."""
    return re.findall(r"^\d+\. `([\w/]+\.py)` `(\w+)`", PAGE.read_text("utf-8"), re.MULTILINE)


def calls(folder):
    """The functions of Shoal that a run calls, each where it is called first."""
    seen = {}

    def watch(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(PACKAGE)):
            file = Path(code.co_filename).relative_to(PACKAGE).as_posix()
            seen.setdefault((file, code.co_name), len(seen))

    sys.setprofile(watch)
    try:
        run(folder / "study.yaml", folder / "run")
    finally:
        sys.setprofile(None)
    return seen


def test_a_run_goes_through_the_steps_of_the_page(tmp_path):
    (tmp_path / "table.csv").write_text("age\n34\n39\n66\n61\n")
    (tmp_path / "study.yaml").write_text(
        "data: table.csv\n"
        "columns: {age: {role: quasi-identifier, hierarchy: {builder: masking}}}\n"
        "privacy: [{model: k-anonymity, k: 2}]\n"
    )
    told, seen = steps(), calls(tmp_path)
    assert 8 <= len(told) <= 12
    assert [step for step in told if step not in seen] == []
    order = [seen[step] for step in told]
    # Choosing the way is told once; the place needs it while it reads.
    assert sorted(order) == order
