"""Readers are few, stay for many files, and nobody holds all of them."""

import os
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from shoal.server.stored.readers import Readers


@pytest.fixture
def pool():
    readers = Readers(most=2)
    yield readers
    readers.close()


def held(readers, owner):
    """A reader that somebody holds, when they get one; and how to give it back."""
    stack, got = ExitStack(), threading.Event()

    def take():
        stack.enter_context(readers.reader(owner))
        got.set()

    threading.Thread(target=take, daemon=True).start()
    return got, stack


def test_one_reader_is_left_for_others(pool):
    first, one = held(pool, "ann")
    assert first.wait(30)
    second, two = held(pool, "ann")
    assert not second.wait(0.2)
    other, three = held(pool, "bob")
    assert other.wait(30)  # though ann has waited longer
    three.close()
    assert not second.wait(0.2)
    one.close()
    assert second.wait(30)
    two.close()
    assert pool._held.total() == 0
    assert len(pool._idle) == 2


def test_who_came_first_is_first(pool):
    stacks = [held(pool, name) for name in ("ann", "bob")]
    assert all(got.wait(30) for got, _ in stacks)
    third, three = held(pool, "cat")
    assert not third.wait(0.2)
    fourth, four = held(pool, "dan")
    stacks[0][1].close()
    assert third.wait(30)
    assert not fourth.wait(0.2)
    stacks[1][1].close()
    assert fourth.wait(30)
    for stack in (three, four):
        stack.close()


def test_readers_are_warm_behind_others_and_end_with_their_server(pool):
    pool.warm()
    processes = [one._process for one in pool._idle]
    assert len(processes) == 2
    order = {"path": "/nowhere.csv", "kind": "table", "cells": 9, "memory": 1 << 29}
    with pool.reader("ann") as reader:
        assert "no file" in reader.read(order, 60)["problems"][0]
        stat = Path(f"/proc/{reader._process.pid}/stat").read_text()
        assert int(stat.rpartition(")")[2].split()[16]) >= min(os.nice(0) + 10, 19)
    processes[0].stdin.close()
    assert processes[0].wait(30) == 0
    with pool.reader("ann") as reader, pool.reader("bob") as other:
        assert {reader._process.poll(), other._process.poll()} == {None}


def test_what_was_too_much_ends_the_reader(pool):
    with pool.reader("ann") as reader:
        order = {"path": "/nowhere.csv", "kind": "table", "cells": 9, "memory": 1 << 29}
        assert reader.read({**order, "path": 7}, 60) == {
            "problems": ["The file cannot be read as a table. Expected CSV, Parquet, Arrow, Excel"
                         " or FHIR."],
            "large": False,
        }  # fmt: skip
        assert reader._process.poll() is not None
    assert pool._idle == []
