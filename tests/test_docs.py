"""The pages are complete, true and in our words: examples run, links lead somewhere."""

import contextlib
import importlib.util
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app
from shoal.study.keys.columns import Column
from shoal.study.keys.data import Data
from shoal.study.keys.evaluate import Evaluate
from shoal.study.keys.output import Output
from shoal.study.keys.population import Population
from shoal.study.keys.subset import Subset
from shoal.study.study import Study

CHECKOUT = Path(__file__).parents[1]
DOCS = CHECKOUT / "docs"
README = CHECKOUT / "README.md"
PAGES = [
    README,
    CHECKOUT / "CONTRIBUTING.md",
    CHECKOUT / "CHANGELOG.md",
    *sorted(DOCS.rglob("*.md")),
]


def on_pages(find):
    """What a law finds, page by page, where it finds something."""
    found = {page: find(page, page.read_text("utf-8")) for page in PAGES}
    return {str(page.relative_to(CHECKOUT)): wrong for page, wrong in found.items() if wrong}


def blocks(text, language):
    """The code blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def prose(text):
    """A page without code blocks, code and addresses."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`]*`|\]\([^)]*\)|https?://\S+", "", text)


def run(command, folder, **more):
    """A command in an empty folder, with the commands of this Python's environment first."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, **more
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# Examples

RUNNABLE = [page for page in PAGES if page.name != "CONTRIBUTING.md"]  # shows the inside of a file


def printed_by(code, folder):
    """What an example prints; in this process, because starting one takes longer than most."""
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "example", "exec"), {"__name__": "__main__"})  # noqa: S102
    return out.getvalue()


@pytest.mark.parametrize("page", RUNNABLE, ids=lambda page: page.stem)
def test_python_examples_run_and_print_what_the_page_says(page, tmp_path, monkeypatch):
    monkeypatch.setenv("POLARS_FMT_TABLE_CELL_LIST_LEN", "10")
    text = page.read_text("utf-8")
    printed = "".join(printed_by(code, tmp_path) for code in blocks(text, "python"))
    assert printed == "".join(blocks(text, "text"))


def test_the_python_example_of_the_readme_runs_in_a_process_of_its_own(tmp_path):
    text = README.read_text("utf-8")
    [example] = blocks(text, "python")
    assert run([sys.executable, "-c", example], tmp_path) == "".join(blocks(text, "text"))


def test_the_readme_has_a_python_example_of_about_ten_lines():
    [example] = blocks(README.read_text("utf-8"), "python")
    assert "shoal.anonymize(" in example
    assert len([line for line in example.splitlines() if line]) <= 11


@pytest.mark.parametrize("page", RUNNABLE, ids=lambda page: page.stem)
def test_command_lines_run_in_the_order_of_the_page(page, tmp_path):
    text = "".join(blocks(page.read_text("utf-8"), "sh"))
    for line in re.findall(r"^shoal .*", text, re.MULTILINE):
        if page == README:
            run(["sh", "-c", line], tmp_path)
        else:
            command(line, tmp_path)


def command(line, folder):
    """A command line in this process."""
    with contextlib.chdir(folder):
        done = CliRunner().invoke(app, shlex.split(line, comments=True)[1:])
    assert done.exit_code == 0, done.output


def test_the_readme_shows_the_way_from_a_study_to_a_verified_run():
    text = "".join(blocks(README.read_text("utf-8"), "sh"))
    assert re.findall(r"^shoal (\w+)", text, re.MULTILINE)[:4] == ["demo", "check", "run", "verify"]
    assert re.findall(r"^make (\w+)", text, re.MULTILINE) == ["demo", "test"]


def make_targets():
    text = (CHECKOUT / "Makefile").read_text("utf-8")
    return dict(re.findall(r"^([a-z-]+):.*## (.+)$", text, re.MULTILINE))


def unknown_targets(text):
    """Commands `make …` of a page, in code, that the Makefile does not have."""
    code = re.findall(r"`([^`]+)`", text) + blocks(text, "sh")
    named = re.findall(r"^make ([a-z-]+)", "\n".join(code), re.MULTILINE)
    return sorted(set(named) - set(make_targets()))


def test_every_make_command_of_a_page_exists():
    assert on_pages(lambda _, text: unknown_targets(text)) == {}


def test_the_law_catches_an_unknown_make_command():
    assert unknown_targets("Run `make coffee`, then `make test`.") == ["coffee"]


# Reference


@pytest.fixture(scope="module")
def reference():
    """The program that writes docs/reference."""
    spec = importlib.util.spec_from_file_location("reference", DOCS / "generate_reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_registered_name_has_a_page_that_says_what_the_code_says(reference):
    wanted = reference.all_pages()
    there = {
        str(path.relative_to(DOCS / "reference")): path.read_text("utf-8")
        for path in (DOCS / "reference").rglob("*.md")
    }
    stale = [name for name in wanted | there if wanted.get(name) != there.get(name)]
    assert stale == [], "run `make docs`"


def test_the_reference_covers_all_four_families(reference):
    pages = reference.all_pages()
    for name in ("privacy/k-anonymity", "quality/loss", "search/optimal", "hierarchies/file"):
        assert f"{name}.md" in pages
    for folder, find in reference.FAMILIES.items():
        for name in find():
            assert f"[`{name}`]({folder}/{name}.md)" in pages["README.md"]


def test_a_page_tells_the_parameters_and_their_limits(reference):
    page = reference.all_pages()["privacy/k-anonymity.md"]
    assert "| `k` | whole number, at least 2 | needed | The size of the smallest class" in page
    assert "doi:10.1142/S0218488502001648" in page


def undocumented_parameters(text):
    """Parameters whose meaning is empty in the table of a page."""
    return re.findall(r"^\| `(\w+)` \|.*\|  \|$", text, re.MULTILINE)


def test_every_parameter_is_explained(reference):
    assert undocumented_parameters("| `k` | whole number | needed |  |") == ["k"]
    silent = {name: undocumented_parameters(text) for name, text in reference.all_pages().items()}
    assert {name: found for name, found in silent.items() if found} == {}


def test_the_page_of_the_study_names_every_key():
    parts = (DOCS / "study.md").read_text("utf-8").split("\n## ")
    sections = (Study, Data, Column, Subset, Population, Evaluate, Output)
    for section, text in zip(sections, parts, strict=True):
        cells = " ".join(re.findall(r"^\|(.+?\|.+?)\|", text, re.MULTILINE))
        assert [key for key in section.model_fields if f"`{key}`" not in cells] == []


# Words and links

WORDS = DOCS / "words.md"
SPELLINGS = ("anonymis", "colour", "behaviour")  # beginnings of words in other spellings


def other_words(text):
    """The words that the vocabulary replaces: the last column of its tables."""
    last = re.findall(r"^\|[^|\n]+\|[^|\n]+\| (\w[^|\n]*?) \|$", text, re.MULTILINE)
    return [word.strip() for cell in last for word in cell.split(",") if cell != "not"]


def other_words_in(text, words):
    """Where a page says a word that ours replaces, in the singular or the plural."""
    parts = [*(rf"{word}s?\b" for word in words), *(rf"{start}\w+" for start in SPELLINGS)]
    return re.findall(rf"(?i)\b(?:{'|'.join(parts)})", prose(text))


def test_pages_use_our_words():
    words = other_words(WORDS.read_text("utf-8"))
    assert {"row", "attribute", "criterion", "generalise"} <= {*words}
    found = on_pages(lambda page, text: other_words_in(text, words) if page != WORDS else [])
    assert found == {}


def test_the_law_catches_other_words():
    lie = "Each row has attributes (`row` in code is fine); it is anonymised."
    assert other_words_in(lie, ["row", "attribute"]) == ["row", "attributes", "anonymised"]


def dead_links(page, text):
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text)
    places = [page.parent / target for target in targets if "://" not in target]
    return [str(place) for place in places if not place.exists()]


def test_links_lead_to_files():
    assert on_pages(dead_links) == {}


def test_the_law_catches_a_dead_link():
    assert dead_links(README, "[here](docs/nowhere.md) [there](docs/study.md#columns)")


def test_every_decision_has_a_number_of_its_own_and_says_what_was_decided():
    pages = sorted((DOCS / "decisions").glob("[0-9]*.md"))
    numbers = [page.name[:4] for page in pages]
    assert numbers == [f"{place:04}" for place in range(1, len(pages) + 1)]
    index = (DOCS / "decisions" / "README.md").read_text("utf-8")
    for page in pages:
        assert re.fullmatch(r"\d{4}(-[a-z0-9]+)+\.md", page.name)
        text = page.read_text("utf-8")
        assert text.startswith(f"# {int(page.name[:4])}. ")
        title = text.splitlines()[0].removeprefix(f"# {int(page.name[:4])}. ")
        status = re.search(r"^\*Status: (accepted|replaced)", text, re.MULTILINE)
        assert status, page.name
        assert f"[{title}]({page.name}) | {status[1]}" in index
