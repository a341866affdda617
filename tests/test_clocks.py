"""No test asserts a time: a slower machine would fail it. Benchmarks state times instead."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLOCKS = {"process_time", "perf_counter", "monotonic", "thread_time", "times", "getrusage"}
CLOCKS |= {f"{name}_ns" for name in CLOCKS} | {"time"}
FIGURES = {"cpu_seconds", "seconds"}  # of a summary, a study or a stopwatch
SUMS = {"min", "max", "sum", "sorted", "mean", "median", "percentile", "float", "round", "abs"}
WORDS = "|".join(CLOCKS | FIGURES)


def asserted_times(source):
    """The lines that say how long something may take."""
    tree = ast.parse(source)
    timed = timed_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            for compared in ast.walk(node.test):
                if isinstance(compared, ast.Compare) and has_upper_bound(compared, timed):
                    yield node.lineno


def timed_names(tree):
    """Names that hold a time, and functions that return one, however many steps away."""
    timed = set()
    while True:
        found = {
            name.id if isinstance(name, ast.Name) else name
            for node in ast.walk(tree)
            for name, value in given(node)
            if is_timed(value, timed)
        }
        if found <= timed:
            return timed
        timed |= found


def given(node):
    """What a statement puts into names: assignments, lists that grow, and results."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name):
                    yield name, node.value
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".append"):
        yield ast.unparse(node.func.value), ast.Tuple(node.args, ast.Load())
    if isinstance(node, ast.FunctionDef):
        for inner in ast.walk(node):
            if isinstance(inner, ast.Return) and inner.value is not None:
                yield node.name, inner.value


def is_timed(value, timed):
    """Whether a clock was read for a value; a sum of clocks and limits is still a time."""
    for node in of_one_value(value):
        if isinstance(node, ast.Call) and name_of(node.func) in CLOCKS | timed:
            return True
        if isinstance(node, ast.Attribute) and node.attr in FIGURES:
            return True
        if isinstance(node, ast.Subscript) and getattr(node.slice, "value", None) in FIGURES:
            return True
        if isinstance(node, ast.Name) and node.id in timed:
            return True
    return False


def of_one_value(node):
    """The parts of an expression; what a function is given tells nothing about its result."""
    yield node
    is_call = isinstance(node, ast.Call) and name_of(node.func) not in SUMS
    for part in [node.func] if is_call else ast.iter_child_nodes(node):
        yield from of_one_value(part)


def name_of(function):
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def has_upper_bound(compared, timed):
    """A time below something that is not one."""
    sides = [compared.left, *compared.comparators]
    for small, sign, large in zip(sides, compared.ops, sides[1:], strict=False):
        if isinstance(sign, ast.Gt | ast.GtE):
            small, large = large, small  # noqa: PLW2901
        elif not isinstance(sign, ast.Lt | ast.LtE):
            continue
        if is_timed(small, timed) and not is_timed(large, timed):
            return True
    return False


def test_no_test_asserts_a_time():
    texts = {path.name: path.read_text("utf-8") for path in TESTS.rglob("*.py")}
    reading = {name: text for name, text in texts.items() if re.search(WORDS, text)}
    assert len(reading) > 5
    found = {name: [*asserted_times(text)] for name, text in reading.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "lie",
    [
        "start = time.process_time()\nassert time.process_time() - start < 2",
        "spent = [perf_counter()]\nassert max(spent) <= 1",
        "costs = []\ncosts.append(time.monotonic())\nassert 5 > costs[0]",
        "assert report['cpu_seconds']['total'] < 5",
        "assert max(one.cpu_seconds for one in found) < 10",
        "costs = []\ncosts.append(process_time())\nassert np.percentile(costs, 95) < 1",
        "def took():\n    return time.perf_counter_ns()\nbest = took()\nassert 0 < best < 9",
    ],
)
def test_the_law_catches_a_time_limit(lie):
    assert [*asserted_times(lie)]


def test_waiting_for_something_is_no_time_limit():
    assert not [
        *asserted_times("until = time.monotonic() + 9\nwhile time.monotonic() < until: ...")
    ]
    assert not [*asserted_times("assert clock.seconds['read'] >= 0.02")]
