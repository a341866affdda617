"""Help that can be believed: its examples are real command lines, and the first ones run."""

import re
import shlex

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from shoal.cli.command_group import EXIT_CODES, CommandGroup
from shoal.cli.program import app

ROOT = get_command(app)
PEOPLE = "".join(
    f"{20 + at % 30},{'mf'[at % 2]},{81000 + at % 7},{('flu', 'gout', 'none')[at % 3]}\n"
    for at in range(120)
)


def every_command(group, path=("shoal",)):
    """Each command by the words that call it; groups come before what is in them."""
    for name, command in group.commands.items():
        yield " ".join((*path, name)), command
        if hasattr(command, "commands"):
            yield from every_command(command, (*path, name))


COMMANDS = dict(every_command(ROOT))
LEAVES = [path for path, command in COMMANDS.items() if not hasattr(command, "commands")]


def examples(command):
    """The lines of a help text that call `shoal`."""
    return re.findall(r"^  (shoal .+)$", command.help or "", re.MULTILINE)


def words_of(example):
    """The arguments of an example, up to where the shell takes over."""
    return shlex.split(example.partition(" > ")[0])[1:]


def refused(root, example):
    """What the command line says against an example without doing what it asks; else nothing."""
    command, words = root, words_of(example)
    while hasattr(command, "commands") and words and words[0] in command.commands:
        command, words = command.commands[words[0]], words[1:]
    try:
        command.make_context("shoal", words)
    except Exception as error:
        return getattr(error, "message", "") or repr(error)
    if hasattr(command, "commands") and not command.invoke_without_command:
        return f"{example} names no command"
    return ""


def shown(*words):
    done = CliRunner().invoke(app, words, prog_name="shoal")
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("path", LEAVES)
def test_every_command_says_its_purpose_what_it_touches_and_how_it_ends(path):
    text = shown(*path.split()[1:], "--help")
    purpose = COMMANDS[path].help.partition("\n")[0]
    assert re.fullmatch(r"[A-Z][^.]*\.", purpose)
    assert re.search(r"\b[Rr]eads\b|\b[Ww]rites\b", text)
    assert " ".join(EXIT_CODES.split()) in " ".join(text.split())
    assert 1 <= len(examples(COMMANDS[path])) <= 3
    for example in examples(COMMANDS[path]):
        assert example.startswith(path)
        assert f"    {example}\n" in text  # neither wrapped nor cut


@pytest.mark.parametrize("path", COMMANDS)
def test_every_example_is_a_command_line_of_today(path):
    for example in examples(COMMANDS[path]):
        assert refused(ROOT, example) == ""


LIES = typer.Typer(cls=CommandGroup, rich_markup_mode=None)


@LIES.command()
def fly(height: int = 1) -> None:
    """Fly."""


@LIES.command()
def land(place: str) -> None:
    """Land."""


@pytest.mark.parametrize(
    "lie",
    [
        "shoal fly --hieght 3",
        "shoal fly there",
        "shoal fly --height high",
        "shoal land",
        "shoal swim",
    ],
)
def test_the_law_catches_an_example_that_is_none(lie):
    root = get_command(LIES)
    assert refused(root, "shoal fly --height 3 > log.txt") == ""
    assert refused(root, lie)


def test_help_lists_every_command_under_a_heading_and_shows_a_first_session():
    text = shown("--help")
    for name, command in ROOT.commands.items():
        assert command.rich_help_panel in text
        assert re.search(rf"^  {name} +[A-Z]", text, re.MULTILINE)
    assert [words_of(line)[0] for line in examples(ROOT)] == ["profile", "run", "verify", "give"]


def test_the_first_session_of_the_help_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "patients.csv").write_text("age,sex,zip,illness\n" + PEOPLE)
    for example in examples(ROOT):
        shown(*words_of(example))
    assert (tmp_path / "run" / "summary.json").exists()


# What the other examples need is not made in a moment: keys, learning, other people.
RUN = ("check", "run", "verify", "certificate", "compare", "risk", "models", "export-mapping")
RUN_TOO = (
    "schema",
    "hierarchy build",
    "hierarchy show",
    "hierarchy validate",
    "hierarchy unknown",
    "hierarchy export",
    "give",
    "ledger",
)


def test_examples_of_everyday_commands_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "patients.csv").write_text("age,sex,zip,illness\n" + PEOPLE)
    (tmp_path / "study.yaml").write_text(STUDY)
    for name in (*RUN, *RUN_TOO):
        for example in examples(COMMANDS[f"shoal {name}"]):
            shown(*words_of(example))


STUDY = """data: patients.csv
columns:
  age: {role: quasi-identifier, type: integer, hierarchy: {builder: masking}}
  sex: {role: quasi-identifier, hierarchy: {builder: suppression}}
  zip: {role: insensitive}
  illness: {role: insensitive}
privacy: [{model: k-anonymity, k: 3}]
"""


@pytest.mark.parametrize("words", [("run",), ("hierarchy", "build"), ("ledger",)])
def test_help_of_a_command_can_be_asked_for_in_both_ways(words):
    assert shown("help", *words) == shown(*words, "--help")
    assert shown("help") == shown("--help")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rum",), "Did you mean 'run'?"),
        (("hierarchy", "biuld"), "Did you mean 'build'?"),
        (("run", "study.yaml", "--ot", "x"), "--out"),
        (("help", "rum"), "Did you mean 'run'?"),
    ],
)
def test_the_nearest_word_is_named(words, told):
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert told in done.stderr


def test_alone_the_command_shows_its_help():
    done = CliRunner().invoke(app, [], prog_name="shoal")
    assert "A first session" in done.output
