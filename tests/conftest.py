"""What a test may need beyond Python, and what is said about tests that did not run.

A test that needs something says so, and is skipped with that reason where the thing is missing:

    @pytest.mark.needs("data")
    def test_adult_is_solved(shared_data): ...

The environment variable SHOAL_REQUIRE (`data,browser`) turns those skips into failures, so that
nothing goes untested unnoticed where everything should be there.
"""

import os
import re
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
# Compiled kernels of tests never come from, or go to, the person's own cache.
os.environ.setdefault("SHOAL_CACHE", str(CHECKOUT / "build" / "cache"))

# The first example of a law may compile kernels, so no example has a deadline. A planted lie is
# found in moments, but shrinking it takes long: HYPOTHESIS_PROFILE=shrink looks for the smallest.
FINDING = [hypothesis.Phase.explicit, hypothesis.Phase.reuse, hypothesis.Phase.generate]
hypothesis.settings.register_profile("dev", deadline=None, phases=FINDING, max_examples=40)
hypothesis.settings.register_profile(
    "ci", deadline=None, phases=FINDING, derandomize=True, max_examples=40
)
hypothesis.settings.register_profile("shrink", deadline=None)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def data_folder() -> Path:
    """Where the shared datasets are, if they are there."""
    return Path(os.environ.get("SHOAL_DATA") or CHECKOUT.parent / "shared" / "data")


def has_postgres() -> bool:
    """Whether a server can be started; Debian keeps its programs out of the path."""
    return bool(shutil.which("initdb") or [*Path("/usr/lib/postgresql").glob("*/bin/initdb")])


@dataclass(frozen=True)
class Thing:
    """Something that not every computer has."""

    is_there: Callable[[], object]
    otherwise: str


THINGS = {
    "data": Thing(
        lambda: data_folder().is_dir(),
        "no folder ../shared/data beside the checkout, and SHOAL_DATA names none",
    ),
    "browser": Thing(lambda: shutil.which("chromium"), "no chromium; see make system-packages"),
    "java": Thing(lambda: shutil.which("java"), "no java; see make system-packages"),
    "postgres": Thing(has_postgres, "no PostgreSQL server; see make system-packages"),
    "git": Thing(lambda: (CHECKOUT / ".git").exists() and shutil.which("git"), "not a git clone"),
}


@pytest.fixture
def shared_data() -> Path:
    """The folder of the shared datasets; skips where it is missing."""
    if not THINGS["data"].is_there():
        pytest.skip(reason_of("data"))
    return data_folder()


@pytest.fixture
def collected(request: pytest.FixtureRequest) -> Counter[str] | None:
    """The tests of each file, where this run began with all of them."""
    everything = [str(CHECKOUT / "tests")], ["tests"]
    return COLLECTED if request.config.args in everything else None


@pytest.fixture(autouse=True)
def _workspace_of_its_own(tmp_path_factory, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """No test remembers the releases of another, nor leaves a workspace in the checkout."""
    base = tmp_path_factory.getbasetemp() / "workspaces"
    monkeypatch.setenv("SHOAL_WORKSPACE", str(base / secrets.token_hex(8)))


def reason_of(name: str) -> str:
    return f"needs {name}: {THINGS[name].otherwise}"


def needs_of(item: pytest.Item) -> list[str]:
    asked = [name for mark in item.iter_markers("needs") for name in mark.args]
    unknown = set(asked) - set(THINGS)
    if unknown:
        raise pytest.UsageError(f"{item.nodeid} needs {unknown}; known: {', '.join(THINGS)}.")
    return [*asked, "data"] if item.get_closest_marker("oracle") else asked


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Marks before -m selects by them, an order after all others have changed it."""
    mark_needs(items)
    yield
    items.sort(key=turn_of)


# The files that take longest begin first, so that no core waits for one of them at the end.
# Those that compile most come in an order in which two cores compile different kernels.
LONGEST = (
    *("service/scaled/test_engines.py", "laws/test_certificate.py", "test_wheel.py"),
    *("web/test_looks.py", "service/scaled/test_spark.py", "web/test_columns_page.py"),
    *("service/jobs/test_kill_served.py", "web/test_promises_page.py", "web/test_story.py"),
    *("web/test_learning_page.py", "test_decision_stories.py", "test_discharge_study.py"),
    *("api/test_schema.py", "service/jobs/test_many_users.py", "test_contraceptive_study.py"),
    *("service/run/test_kill.py", "web/test_release_page.py", "web/test_explore_page.py"),
    *("laws/test_local_recoding.py", "laws/test_by_class.py", "laws/test_search.py"),
    "test_docs.py",
    *("service/actions/test_actions.py", "laws/test_sensitive_search.py", "laws/test_privacy.py"),
    *("service/exports/test_local_ways.py", "test_project.py", "service/learning/test_matrix.py"),
    *("search/test_anytime.py", "laws/test_quality.py", "service/exports/test_mapping.py"),
    *("methods/clustering/test_adult.py", "service/benchmark/test_models.py"),
    *("service/learning/test_strict_sides.py", "service/scaled/test_pipeline.py"),
    *("engine/test_aggregate.py", "service/test_warm_up.py", "service/test_every_method_runs.py"),
    *("learning/test_threads.py", "verify/test_laws.py", "test_cli.py"),
)


def turn_of(item: pytest.Item) -> int:
    file = item.nodeid.partition("::")[0].removeprefix("tests/")
    return LONGEST.index(file) if file in LONGEST else len(LONGEST)


def mark_needs(items: list[pytest.Item]) -> None:
    """Each need is a mark too, so that `-m browser` selects by it; what is missing is skipped."""
    there = {name: bool(thing.is_there()) for name, thing in THINGS.items()}
    for item in items:
        COLLECTED[item.nodeid.partition("::")[0]] += 1
        for name in needs_of(item):
            item.add_marker(name)
            if not there[name]:
                item.add_marker(pytest.mark.skip(reason=reason_of(name)))


def required() -> set[str]:
    names = {name for name in os.environ.get("SHOAL_REQUIRE", "").split(",") if name}
    if names - set(THINGS):
        raise pytest.UsageError(f"SHOAL_REQUIRE knows only {', '.join(THINGS)}.")
    return names


def refuse_required_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """A skip for want of a required thing becomes a failure that says so."""
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    need = re.match(r"(?:Skipped: )?needs (\w+):", why_skipped(report))
    if need and need[1] in required():
        report.outcome = "failed"
        report.longrepr = f"{why_skipped(report)} (required by SHOAL_REQUIRE)"


def why_skipped(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The reason of a skip; pytest keeps it beside the place in the source."""
    return str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """Look at every skipped test."""
    report = yield
    refuse_required_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    """Look at every skipped module."""
    report = yield
    refuse_required_skip(report)
    return report


COLLECTED: Counter[str] = Counter()  # tests of each file, before -m selects
NOT_SELECTED: Counter[str] = Counter()
ELSEWHERE = {"oracle": "make oracle", "browser": "make test-all", "java": "make test-all"}
ELSEWHERE |= {"postgres": "make test-all"}


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Count what was left out, by the command that runs it."""
    for item in items:
        marks = [mark for mark in ELSEWHERE if item.get_closest_marker(mark)]
        NOT_SELECTED[f"{marks[0]}: run by {ELSEWHERE[marks[0]]}" if marks else "not selected"] += 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what did not run, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(why_skipped(report).removeprefix("Skipped: ") for report in skipped)
    terminalreporter.section("what did not run, and why")
    for reason, tests in sorted((reasons + NOT_SELECTED).items()):
        terminalreporter.line(f"{tests:5} {reason}")
    if not reasons + NOT_SELECTED:
        terminalreporter.line("Everything ran.")
