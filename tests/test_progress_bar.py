import os
import subprocess
import sys

import pytest

from shoal.cli.progress_bar import ProgressBar
from shoal.progress import Progress

SLOW = """
import time
from shoal.progress import Progress
from shoal.cli.progress_bar import ProgressBar
with ProgressBar() as bar:
    bar.update(Progress("search", 1, 10))
    time.sleep({seconds})
"""


def shown_on_a_terminal(seconds):
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    ours, theirs = pty.openpty()
    code = SLOW.format(seconds=seconds)
    subprocess.run([sys.executable, "-c", code], stderr=theirs, check=True)
    os.write(theirs, b"end")
    text = os.read(ours, 100_000).decode()
    os.close(ours)
    os.close(theirs)
    return text


def test_slow_work_shows_its_stage():
    assert "Searching" in shown_on_a_terminal(1.3)


def test_slow_work_shows_percent():
    assert "10%" in shown_on_a_terminal(1.3)


@pytest.mark.parametrize(
    ("sign", "percent"),
    [
        (Progress("write", 999, 1000), 99),
        (Progress("write", 1000, 1000), 100),
        (Progress("write", 0, 1), None),  # one step
        (Progress("search", 10, 100, may_end_before=True), None),
    ],
)
def test_there_is_a_percentage_where_the_end_is_known(sign, percent):
    assert sign.percent == percent


def test_quick_work_shows_nothing():
    assert "Searching" not in shown_on_a_terminal(0)


def test_an_update_costs_next_to_nothing(monkeypatch):
    bar = ProgressBar()
    calls = []
    monkeypatch.setattr(bar._bar, "update", lambda *_, **__: calls.append(1))
    for done in range(10_000):
        bar.update(Progress("search", done, 10_000))
    assert len(calls) < 20
