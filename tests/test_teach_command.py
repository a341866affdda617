"""`shoal teach` from the outside."""

import re
import select
import subprocess
import sys
import time
from subprocess import PIPE

import pytest
import yaml
from typer.testing import CliRunner

from shoal.cli.program import app
from shoal.interactive.lesson import Step
from shoal.service.teaching.files import read_answers, write_answers
from shoal.service.teaching.teach import teach as teaching
from shoal.study.study import read_study
from slide_toy import keys, table


@pytest.fixture
def study(tmp_path):
    table(120).write_csv(tmp_path / "t.csv")
    path = tmp_path / "study.yaml"
    path.write_text(yaml.safe_dump({"data": "t.csv", **keys()}))
    return path


def teach(study, typed, *options):
    words = ["teach", str(study), *map(str, options)]
    return CliRunner().invoke(app, words, input=typed)


def test_answers_from_a_pipe_become_weights_and_a_study(study, tmp_path):
    done = teach(study, "1\n2\n1\n", "--write", tmp_path / "taught.yaml", "--every", 2)
    assert done.exit_code == 0
    assert "for its data steward only" in done.stdout
    assert "Weights after 3 answers" in done.stdout
    assert "release" in done.stdout
    weights = {one.weight for one in read_study(tmp_path / "taught.yaml").columns.values()}
    assert len(weights) > 1


def test_every_word_does_what_the_help_says(study):
    done = teach(study, "w\nr\n?\n\n1\ns\nu\nu\nu\nq\n")
    assert done.exit_code == 0
    assert "Weights after 0 answers" in done.stdout
    assert done.stdout.count("takes the last answer back") == 3  # at the start, for ? and for ""
    assert "no answer to take back" in done.stderr
    assert read_answers(study)["steps"] == []


def test_undo_asks_the_same_question_again(study):
    done = teach(study, "1\n2\nu\nq\n")
    asked = re.split(r"(?=^\d\. )", done.stdout, flags=re.MULTILINE)[1:]
    first, second, third, again = (one.split("Weights")[0].strip() for one in asked)
    assert again == second
    assert len({first, second, third}) == 3


@pytest.mark.slow
def test_ctrl_c_at_the_prompt_ends_at_once_and_says_what_is_kept(study):
    pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    command = [sys.executable, "-c", ON_A_TERMINAL, "-m", "shoal", "teach", str(study)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, bufsize=0) as running:
        try:
            read_until(running.stdout, "? > ")
            running.stdin.write(b"1\n")
            read_until(running.stdout, "2. ")
            read_until(running.stdout, "? > ")
            time.sleep(0.5)  # it has asked, and waits for what is typed
            running.stdin.write(b"\x03")
            said = read_until(running.stdout, "No study was written.")
            assert running.wait(60) == 130
        finally:
            running.kill()
    assert "Kept: 1 answer;" in said
    assert len(read_answers(study)["steps"]) == 1


ON_A_TERMINAL = """
import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn([sys.executable, *sys.argv[1:]])))
"""


def read_until(printed, mark, seconds=30):
    """What was printed up to a mark; a failure if nothing more is printed for so long."""
    text = ""
    while mark not in text:
        ready, _, _ = select.select([printed], [], [], seconds)
        assert ready, f"{mark!r} was not printed: {text}"
        piece = printed.read(1).decode(errors="replace")
        assert piece, f"It ended without {mark!r}: {text}"
        text += piece
    return text


def test_questions_go_on_where_they_stopped_unless_somebody_starts_anew(study):
    teach(study, "1\n1\n")
    more = teach(study, "1\n")
    assert "Going on after 2 answers" in more.stdout
    assert "Weights after 3 answers" in more.stdout
    again = teach(study, "1\n", "--again")
    assert "Going on" not in again.stdout
    assert "Weights after 1 answer " in again.stdout


def test_enough_answers_end_the_questions(study):
    done = teach(study, "1\n" * 10, "--questions", 2, "--about", "clusters")
    assert "2. Would" in done.stdout
    assert "3. Would" not in done.stdout
    assert len(read_answers(study)["steps"]) == 2


def test_an_answer_against_the_others_is_told_and_kept(study):
    session = teaching(study, kinds=("cluster",))
    keeps_age, keeps_others = (0.0, 1, 1, 1, 1, 1), (1.0, 0, 0, 0, 0, 0)
    for answer in (*["first"] * 6, "second"):
        session.lesson = session.lesson.add_answer(Step("cluster", keeps_age, keeps_others, answer))
    write_answers(session, study)
    done = teach(study, "w\n", "--about", "clusters")
    assert "Answer 7 does not fit these weights; that is allowed." in done.stdout
    assert len(read_answers(study)["steps"]) == 7


def test_nothing_is_asked_where_the_answer_could_not_be_written(study, tmp_path):
    (tmp_path / "mine.yaml").write_text("mine")
    done = teach(study, "1\n", "--write", tmp_path / "mine.yaml")
    assert done.exit_code == 2
    assert "1." not in done.stdout
    assert (tmp_path / "mine.yaml").read_text() == "mine"
